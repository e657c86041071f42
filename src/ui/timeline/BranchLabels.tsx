import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { BranchId } from '../../notebook/notebook.ts'
import type { Session } from '../../session/types.ts'
import { act } from '../state/act.ts'
import { useApp } from '../state/context.tsx'
import styles from './BranchLabels.module.css'
import { BranchMenu, useBranchMenu } from './BranchMenu.tsx'
import { type Deleted, deleteBranch } from './branches.ts'
import type { EndLabel } from './labels.ts'

interface BranchLabelsProps {
  session: Session
  labels: readonly EndLabel[]
  live: boolean
  onGo: (branch: BranchId) => void
  onDeleted: (deleted: Deleted) => void
}

/** The names of branches at their ends: a click goes there, a double click renames. */
export function BranchLabels({ session, labels, live, onGo, onDeleted }: BranchLabelsProps) {
  const [renaming, setRenaming] = useState<BranchId | null>(null)
  const app = useApp()
  const menu = useBranchMenu()
  const [only] = labels
  if (labels.length < 2) {
    return only ? (
      <span aria-hidden className={styles.live} style={{ left: only.x, top: only.y }}>
        live
      </span>
    ) : null
  }

  return (
    <>
      <ul aria-label="Branches" className={styles.labels}>
        {labels.map((label) => (
          <li
            key={label.branch}
            className={styles.label}
            style={{ left: label.x, top: label.y, maxWidth: Math.max(40, label.room) }}
            data-current={label.current}
            data-edge={label.beyond}
          >
            {renaming === label.branch ? (
              <Rename
                name={label.name}
                onDone={(name) => {
                  if (name && name !== label.name) act(app.ui, () => session.renameBranch(label.branch, name))
                  setRenaming(null)
                }}
              />
            ) : (
              <>
                <button
                  type="button"
                  className={styles.name}
                  aria-current={label.current ? 'true' : undefined}
                  title={label.current ? `${label.name}: you are on it` : `Go to ${label.name}`}
                  onClick={() => onGo(label.branch)}
                  onDoubleClick={() => setRenaming(label.branch)}
                  onContextMenu={(event) => {
                    event.preventDefault()
                    menu.open(label.branch, event.currentTarget)
                  }}
                  onKeyDown={(event) => event.key === 'F2' && setRenaming(label.branch)}
                >
                  {label.name}
                  {label.current ? <span className={styles.word}>{live ? ' · live' : ''}</span> : null}
                </button>
                <button
                  type="button"
                  className={styles.more}
                  aria-label={`More about ${label.name}`}
                  aria-haspopup="menu"
                  onClick={(event) => menu.open(label.branch, event.currentTarget)}
                >
                  <Ellipsis aria-hidden />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <BranchMenu
        menu={menu}
        items={(branch) => [
          { title: 'Go to its live end', run: () => onGo(branch) },
          { title: 'Rename…', run: () => setRenaming(branch) },
          { title: 'Delete', run: () => deleteBranch(app, branch, onDeleted) },
        ]}
      />
    </>
  )
}

function Rename({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const [text, setText] = useState(name)
  return (
    <input
      aria-label="Name of the branch"
      className={styles.rename}
      value={text}
      ref={(element) => element?.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text.trim())
        else if (event.key === 'Escape') onDone(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
