import { Lightbulb } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { CellView } from '../../notebook/view.ts'
import { useApp } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import { type Block, sameCell } from './blocks.ts'
import { Cell, type Paused } from './Cell.tsx'
import { CellSketch } from './CellSketch.tsx'
import styles from './NotebookPane.module.css'
import { useNear } from './near.ts'
import { Said, TurnPart } from './TurnParts.tsx'

/** Up to this many entries all cells are whole; in longer notebooks only those near. */
const WHOLE_UP_TO = 60

/** A long notebook is opened at its end; these are drawn whole at once. */
const AT_END = 8

interface BlockItemProps {
  block: Block
  /** Place in the list and its length. */
  index: number
  of: number
  selected: boolean
  last: boolean
  current: boolean
  paused: Paused | null
  recorded: CellView | null
  since: number | null
  /** What there is to see in the cell, when the demo runs. */
  note?: string | null
  /** Beyond the place that is looked at. */
  later?: boolean
}

/** One thing of the notebook's column. */
export const BlockItem = memo(function BlockItem(props: BlockItemProps) {
  const { block } = props
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
          <TurnPart item={block.item} last={props.last} />
        </li>
      )
    case 'cell':
      return <CellItem {...props} block={block} />
  }
}, sameProps)

function CellItem(props: BlockItemProps & { block: Extract<Block, { type: 'cell' }> }) {
  const { block, selected, current, paused, recorded, since, index, of, later = false } = props
  const item = useRef<HTMLLIElement>(null)
  // What was opened in a cell would be lost with it.
  const [touched, setTouched] = useState(false)
  const always = of <= WHOLE_UP_TO || touched || selected || current || block.cell.endedBy === null
  const near = useNear(item, !later && index >= of - AT_END, always)
  const touch = touched ? undefined : () => setTouched(true)
  return (
    <li ref={item} className={styles.item} onClickCapture={touch} onKeyDownCapture={touch}>
      {near ? (
        <Cell
          cell={block.cell}
          selected={selected}
          current={current}
          paused={paused}
          recorded={recorded}
          since={block.cell.endedBy === null ? since : null}
        />
      ) : (
        <CellSketch cell={block.cell} />
      )}
      {props.note && block.cell.endedBy !== null ? (
        <p className={styles.see}>
          <Lightbulb aria-hidden /> {props.note}
        </p>
      ) : null}
      {later ? null : <Insert after={block.key} number={block.cell.number} tabbable={selected} />}
    </li>
  )
}

/** The list's length matters only where it decides between whole and sketched, and blocks are made anew with each view. */
function sameProps(a: BlockItemProps, b: BlockItemProps): boolean {
  return (
    sameBlock(a.block, b.block) &&
    a.selected === b.selected &&
    a.last === b.last &&
    a.current === b.current &&
    a.paused === b.paused &&
    a.recorded === b.recorded &&
    a.since === b.since &&
    a.note === b.note &&
    a.of <= WHOLE_UP_TO === b.of <= WHOLE_UP_TO
  )
}

function sameBlock(a: Block, b: Block): boolean {
  if (a.key !== b.key) return false
  if (a.type === 'cell') return b.type === 'cell' && sameCell(a.cell, b.cell)
  return a.type === 'item' ? b.type === 'item' && a.item === b.item : b.type === 'said'
}

/** Between two cells: a thin place that offers a new one. */
function Insert({ after, number, tabbable }: { after: string; number: number; tabbable: boolean }) {
  const { ui } = useApp()
  return (
    <button
      type="button"
      className={styles.insert}
      tabIndex={tabbable ? 0 : -1}
      aria-label={`Insert after cell ${number}`}
      title="Write a cell here. It runs on a branch of its own."
      onClick={() => openDraft(ui, { type: 'after', cell: after })}
    >
      +
    </button>
  )
}
