import { memo } from 'react'
import type { CellView } from '../../notebook/view.ts'
import { useApp } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import type { Block } from './blocks.ts'
import { Cell, type Paused } from './Cell.tsx'
import styles from './NotebookPane.module.css'
import { Said, TurnPart } from './TurnParts.tsx'

interface BlockItemProps {
  block: Block
  selected: boolean
  last: boolean
  current: boolean
  paused: Paused | null
  recorded: CellView | null
  since: number | null
}

/** One thing of the notebook's column. */
export const BlockItem = memo(function BlockItem({
  block,
  selected,
  last,
  current,
  paused,
  recorded,
  since,
}: BlockItemProps) {
  switch (block.type) {
    case 'said':
      return (
        <li className={`${styles.item} ${styles.text}`}>
          <Said text={block.text} />
        </li>
      )
    case 'item':
      return (
        <li className={`${styles.item} ${styles.text}`}>
          <TurnPart item={block.item} last={last} />
        </li>
      )
    case 'cell':
      return (
        <li className={styles.item}>
          <Cell
            cell={block.cell}
            selected={selected}
            current={current}
            paused={paused}
            recorded={recorded ?? null}
            since={block.cell.endedBy === null ? since : null}
          />
          <Insert after={block.key} number={block.cell.number} tabbable={selected} />
        </li>
      )
  }
})

/** Between two cells: a thin place that offers a new one. */
function Insert({ after, number, tabbable }: { after: string; number: number; tabbable: boolean }) {
  const { ui } = useApp()
  return (
    <div className={styles.insert}>
      <button
        type="button"
        tabIndex={tabbable ? 0 : -1}
        aria-label={`Insert after cell ${number}`}
        title="Write a cell here. It runs on a branch of its own."
        onClick={() => openDraft(ui, { type: 'after', cell: after })}
      >
        +
      </button>
    </div>
  )
}
