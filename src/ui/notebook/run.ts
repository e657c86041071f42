import type { EventId } from '../../notebook/events.ts'
import type { NotebookView } from '../../notebook/view.ts'
import type { Session } from '../../session/types.ts'
import type { DraftPlace } from '../state/ui-store.ts'
import { cellKey } from './blocks.ts'

/**
 * The place a draft runs at: `null` for the live end, an event of the past for a branch from there, `undefined` to stay
 * where one looks. `live` is the view of the whole branch.
 */
export function placeToRun(place: DraftPlace, live: NotebookView): EventId | null | undefined {
  if (place.type === 'end') return undefined
  if (place.type === 'start') return live.stops[0]?.event
  const index = live.cells.findIndex((cell) => cellKey(cell) === place.cell)
  const cell = live.cells[index]
  if (!cell) return undefined
  if (place.type === 'after') {
    const isLast = index === live.cells.length - 1
    return isLast ? null : cell.endedBy
  }
  const before = live.stops.filter((stop) => stop.cell < cell.number && stop.kind !== 'wait')
  return before.at(-1)?.event
}

/** Runs a cell written by the user where it was written. Where that lies in the past, a branch begins there. */
export async function runAt(
  session: Session,
  place: DraftPlace,
  live: NotebookView,
  source: string,
): Promise<void> {
  const event = placeToRun(place, live)
  if (event !== undefined) session.lookAt(event)
  await session.runCell(source)
}
