import { Button } from '../parts/Button.tsx'
import { useAct, useApp, useSession } from '../state/context.tsx'
import styles from './NotebookPane.module.css'

/** What stands in the way of everything, with its reason and its cure. */
export function Banners() {
  const { library } = useApp()
  const act = useAct()
  const readOnly = useSession((state) => state.readOnly)
  const failure = useSession((state) => state.failure)
  return (
    <>
      {failure === null ? null : <p className={`${styles.banner} ${styles.broken}`}>{failure}</p>}
      {readOnly === null ? null : (
        <div className={styles.banner}>
          <p>{readOnly}</p>
          <Button size="small" onClick={() => act(() => library.takeOver())}>
            Work on it here
          </Button>
        </div>
      )}
      {library.repairs.length === 0 ? null : (
        <details className={styles.banner}>
          <summary>This notebook was damaged and has been repaired.</summary>
          <ul>
            {library.repairs.map((repair) => (
              <li key={repair}>{repair}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
