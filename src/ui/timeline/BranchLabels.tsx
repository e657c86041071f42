import { useState } from 'react'
import type { BranchId } from '../../notebook/notebook.ts'
import type { Session } from '../../session/types.ts'
import { act } from '../state/act.ts'
import { useApp } from '../state/context.tsx'
import { BranchLabel } from './BranchLabel.tsx'
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

/** The names of branches at their ends. Where there is only one, its end is just the live end. */
export function BranchLabels({ session, labels, live, onGo, onDeleted }: BranchLabelsProps) {
  const [renaming, setRenaming] = useState<BranchId | null>(null)
  const app = useApp()
  const menu = useBranchMenu()
  const [first] = labels
  if (labels.length < 2) {
    return first ? (
      <span aria-hidden className={styles.live} style={{ left: first.x, top: first.y }}>
        live
      </span>
    ) : null
  }

  return (
    <>
      <ul aria-label="Branches">
        {labels.map((label) => (
          <BranchLabel
            key={label.branch}
            label={label}
            live={live && label.current}
            renaming={renaming === label.branch}
            onGo={() => onGo(label.branch)}
            onMenu={(at) => menu.open(label.branch, at)}
            onRename={() => setRenaming(label.branch)}
            onRenamed={(name) => {
              setRenaming(null)
              if (name !== '' && name !== label.name)
                act(app.ui, () => session.renameBranch(label.branch, name))
            }}
          />
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
