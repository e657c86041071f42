import type { EventId } from '../../notebook/events.ts'
import type { StopView } from '../../notebook/view.ts'

/** The places of a branch that a cursor can stand on. */
export interface Steps {
  stops: readonly StopView[]
  /**
   * The live end is a place of its own, after the last stop: the branch ends in the middle of a cell, so looking at
   * its last wait is not the same as looking at what it does now. Otherwise the last stop is the live end.
   */
  beyond: boolean
  /** Place of each stop by its event. */
  places: ReadonlyMap<EventId, number>
}

export type Move = 'first' | 'previous' | 'next' | 'last' | 'previous-cell' | 'next-cell'

export function stepsOf(stops: readonly StopView[]): Steps {
  const places = new Map<EventId, number>()
  for (const [place, stop] of stops.entries()) places.set(stop.event, place)
  return { stops, beyond: stops.at(-1)?.kind === 'wait', places }
}

/** How many places there are; at least one, so that a slider has a range. */
export function placeCount(steps: Steps): number {
  return Math.max(1, steps.stops.length + (steps.beyond ? 1 : 0))
}

/** The place of a cursor, from 0; an unknown one stands at the live end. */
export function placeOf(steps: Steps, cursor: EventId | null): number {
  const last = placeCount(steps) - 1
  return cursor === null ? last : (steps.places.get(cursor) ?? last)
}

/** What to look at for a place; `null` is the live end. Places outside are brought inside. */
export function cursorAt(steps: Steps, place: number): EventId | null {
  const last = placeCount(steps) - 1
  if (place >= last) return null
  return steps.stops[Math.max(0, place)]?.event ?? null
}

/** The stop at a place; the live end after a wait has none. */
export function stopAt(steps: Steps, place: number): StopView | null {
  return steps.stops[place] ?? null
}

/** Where a move leads from a place. */
export function moved(steps: Steps, place: number, move: Move): number {
  const last = placeCount(steps) - 1
  switch (move) {
    case 'first':
      return 0
    case 'last':
      return last
    case 'previous':
      return Math.max(0, place - 1)
    case 'next':
      return Math.min(last, place + 1)
    case 'previous-cell':
      return boundary(steps, place, -1)
    case 'next-cell':
      return boundary(steps, place, 1)
  }
}

/** The nearest place before or after one that is the boot or the end of a cell. */
function boundary(steps: Steps, from: number, direction: 1 | -1): number {
  const last = placeCount(steps) - 1
  let place = from + direction
  while (place > 0 && place < last && steps.stops[place]?.kind === 'wait') place += direction
  return Math.min(last, Math.max(0, place))
}
