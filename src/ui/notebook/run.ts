import type { EventId } from '../../notebook/events.ts'
import type { Notebook } from '../../notebook/notebook.ts'
import type { NotebookView } from '../../notebook/view.ts'
import type { Session } from '../../session/types.ts'
import type { DraftPlace } from '../state/ui-store.ts'
import { cellKey } from './blocks.ts'

/**
 * The place a draft runs at: `null` for the live end, an event of the past for a branch from there, `undefined` to stay
 * where one looks. `live` is the view of the whole branch.
 */
export function placeToRun(
  place: DraftPlace,
  live: NotebookView,
  events: Notebook['events'],
): EventId | null | undefined {
  switch (place.type) {
    case 'end':
      return undefined
    case 'start':
      return live.stops[0]?.event
    case 'after': {
      const cell = live.cells.find((one) => cellKey(one) === place.cell)
      if (!cell) return undefined
      return cell === live.cells.at(-1) ? null : cell.endedBy
    }
    case 'instead':
      return events.has(place.cell) ? beforeCell(place.cell, events) : undefined
  }
}

/**
 * The last event before a cell that does not belong to it. The model call that wrote the cell does: with it the branch
 * would hold a reply whose cell never ran.
 */
function beforeCell(started: EventId, events: Notebook['events']): EventId | undefined {
  let at = events.get(started)?.parent
  for (;;) {
    const event = at == null ? undefined : events.get(at)
    if (!event) return undefined
    if (event.type !== 'replied' && event.type !== 'asked') return event.id
    at = event.parent
  }
}

/** Runs a cell written by the user where it was written. Where that lies in the past, a branch begins there. */
export async function runAt(
  session: Session,
  place: DraftPlace,
  live: NotebookView,
  source: string,
): Promise<void> {
  const { notebook, cursor } = session.getState()
  const event = placeToRun(place, live, notebook.events)
  if (event !== undefined) session.lookAt(event)
  try {
    await session.runCell(source)
  } catch (error) {
    // Refused, so nothing changed: the person goes on looking at what they looked at.
    session.lookAt(cursor)
    throw error
  }
}
