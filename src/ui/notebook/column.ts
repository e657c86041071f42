import type { NotebookView, StopView } from '../../notebook/view.ts'
import type { Draft } from '../state/ui-store.ts'
import { type Block, blocksOf, cellKey, laterBlocks, positionOf } from './blocks.ts'

/** What stands in the notebook's column, from top to bottom. */
export interface Column {
  entries: ColumnEntry[]
  /** Beyond the place that is looked at; empty at the live end. */
  later: Block[]
  /** The place that is looked at, in the past. */
  stop: StopView | null
  /** Set when that place, or the live end, lies in the middle of a cell that stands still. */
  paused: { step: number; of: number } | null
  /** Key of the cell that holds the place, in the past. */
  current: string | null
}

export type ColumnEntry =
  | { type: 'block'; key: string; block: Block }
  | { type: 'draft'; key: string; draft: Draft }

/**
 * `shown` is the view of the path to `cursor`, `live` that of the whole branch; `cursor` is `null` at the live end.
 * Drafts stand where they will run. `waitsAt` is the wait at which the live end stands, when a cell waits there that
 * nothing runs.
 */
export function columnOf(
  shown: NotebookView,
  live: NotebookView,
  cursor: string | null,
  drafts: readonly Draft[],
  waitsAt: string | null = null,
): Column {
  const blocks = blocksOf(shown)
  const stop = cursor === null ? null : (shown.stops.find((one) => one.event === cursor) ?? null)
  const last = shown.cells.at(-1)
  const at = cursor ?? waitsAt
  return {
    entries: withDrafts(blocks, drafts),
    later: cursor === null ? [] : laterBlocks(blocks, blocksOf(live)),
    stop,
    paused: at !== null && last?.endedBy === null ? (positionOf(live, at) ?? positionOf(shown, at)) : null,
    current: cursor !== null && last ? cellKey(last) : null,
  }
}

function withDrafts(blocks: readonly Block[], drafts: readonly Draft[]): ColumnEntry[] {
  const atStart = drafts.filter((draft) => draft.place.type === 'start')
  const entries = atStart.map(draftEntry)
  const left = new Set(drafts)
  const take = (type: 'after' | 'instead', cell: string): Draft | undefined => {
    const draft = drafts.find(({ place }) => place.type === type && place.cell === cell)
    if (draft) left.delete(draft)
    return draft
  }
  for (const block of blocks) {
    const instead = block.type === 'cell' ? take('instead', block.key) : undefined
    entries.push(instead ? draftEntry(instead) : { type: 'block', key: block.key, block })
    const after = block.type === 'cell' ? take('after', block.key) : undefined
    if (after) entries.push(draftEntry(after))
  }
  // What belongs to a cell that is not shown here waits until it is shown again.
  for (const draft of left) if (draft.place.type === 'end') entries.push(draftEntry(draft))
  return entries
}

function draftEntry(draft: Draft): ColumnEntry {
  return { type: 'draft', key: draft.id, draft }
}

/** Keys of cells and drafts in the order in which the arrow keys visit them. */
export function visitOrder(entries: readonly ColumnEntry[]): string[] {
  return entries.flatMap((entry) =>
    entry.type === 'draft' || entry.block.type === 'cell' ? [entry.key] : [],
  )
}

/** Where a draft will run, in words. */
export function whereWords(draft: Draft, live: NotebookView, inPast: boolean): string {
  const place = draft.place
  if (place.type === 'end') return inPast ? 'runs from here, as a new branch' : 'not run yet'
  if (place.type === 'start') return 'runs before everything else, as a new branch'
  const cell = live.cells.find((one) => cellKey(one) === place.cell)
  if (!cell) return 'not run yet'
  if (place.type === 'instead') return `runs from before cell ${cell.number}, as a new branch`
  return cell === live.cells.at(-1) && !inPast
    ? 'not run yet'
    : `runs after cell ${cell.number}, as a new branch`
}
