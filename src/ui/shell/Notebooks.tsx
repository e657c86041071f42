import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NotebookSummary } from '../../storage/types.ts'
import { Button } from '../parts/Button.tsx'
import { announce } from '../state/announce.ts'
import { useAct, useApp, useSession } from '../state/context.tsx'
import styles from './Rail.module.css'
import { when } from './when.ts'

/** The notebooks of this browser; a click opens one. */
export function Notebooks() {
  const { library } = useApp()
  const act = useAct()
  const id = useSession((state) => state.notebook.id)
  const title = useSession((state) => state.notebook.title)
  const [others, setOthers] = useState<NotebookSummary[]>([])
  const [removed, setRemoved] = useState<NotebookSummary | null>(null)

  const refresh = () =>
    library.list().then((all) => setOthers(all.filter((one) => one.id !== id && one.cells > 0)))
  useEffect(() => {
    let current = true
    library.list().then(
      (all) => current && setOthers(all.filter((one) => one.id !== id && one.cells > 0)),
      (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      current = false
    }
  }, [library, id])

  const remove = (notebook: NotebookSummary) =>
    act(async () => {
      await library.remove(notebook.id)
      setRemoved(notebook)
      announce(`${notebook.title} was deleted. It can be restored.`)
      await refresh()
    })
  const restore = (notebook: NotebookSummary) =>
    act(async () => {
      await library.restore(notebook.id)
      setRemoved(null)
      await refresh()
    })

  return (
    <>
      <div className={styles.headed}>
        <h2>Notebooks</h2>
        <Button
          tone="quiet"
          size="small"
          square
          aria-label="New notebook"
          title="New notebook"
          onClick={() => act(() => library.create())}
        >
          <Plus aria-hidden />
        </Button>
      </div>
      <ul>
        <li className={styles.here} aria-current="page">
          <span>{title}</span> <small>now</small>
        </li>
        {others.map((notebook) => (
          <li key={notebook.id} className={styles.other}>
            <button
              type="button"
              className={styles.item}
              onClick={() => act(() => library.open(notebook.id))}
            >
              <span>{notebook.title}</span> <small>{when(notebook.changedAt, Date.now())}</small>
            </button>
            <Button
              tone="quiet"
              size="small"
              square
              className={styles.remove ?? ''}
              aria-label={`Delete ${notebook.title}`}
              onClick={() => remove(notebook)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
        {removed ? (
          <li className={styles.removed}>
            <span>{removed.title} was deleted.</span>
            <Button size="small" onClick={() => restore(removed)}>
              Undo
            </Button>
          </li>
        ) : null}
      </ul>
    </>
  )
}
