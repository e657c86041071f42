import type { EventId } from '../../notebook/events.ts'
import type { CellView, NotebookView, TurnItem } from '../../notebook/view.ts'

/** One thing under another in the notebook's column. `key` is stable while the notebook grows. */
export type Block =
  | { type: 'said'; key: string; turn: number; text: string }
  | { type: 'cell'; key: string; cell: CellView }
  | { type: 'item'; key: string; item: Exclude<TurnItem, { type: 'cell' }> }

/** A view as a flat column, in the order of reading. */
export function blocksOf(view: NotebookView): Block[] {
  const blocks: Block[] = []
  for (const turn of view.turns) {
    if (turn.said)
      blocks.push({ type: 'said', key: turn.said.event, turn: turn.number, text: turn.said.text })
    for (const item of turn.items) {
      if (item.type === 'cell') blocks.push({ type: 'cell', key: cellKey(item.cell), cell: item.cell })
      else blocks.push({ type: 'item', key: item.event, item })
    }
  }
  return blocks
}

export function cellKey(cell: CellView): EventId {
  return cell.startedBy
}

/** What the branch holds beyond the place that is looked at. */
export function laterBlocks(past: readonly Block[], live: readonly Block[]): Block[] {
  const here = new Set(past.map((block) => block.key))
  return live.filter((block) => !here.has(block.key))
}

/**
 * A finished cell never changes again, so a view that was folded anew may keep the old object, and a thousand resting
 * cells are not drawn again when one event arrives.
 */
export function sameCell(a: CellView, b: CellView): boolean {
  return a === b || (a.endedBy !== null && a.startedBy === b.startedBy && a.endedBy === b.endedBy)
}

/** Nothing was said and nothing ran. */
export function isFresh(view: NotebookView): boolean {
  return view.cells.length === 0 && view.turns.every((turn) => turn.said === null && turn.items.length === 0)
}

/** `null` before the first checkpoint. */
export function positionOf(view: NotebookView, event: EventId): { step: number; of: number } | null {
  const at = view.stops.findIndex((stop) => stop.event === event)
  return at < 0 ? null : { step: at + 1, of: view.stops.length }
}
