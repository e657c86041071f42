import type { CallId, Settlement } from '../kernel/types.ts'
import type { EventId } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'

/** How the calls that are open at an event were answered in what was recorded after it: the first answer of each. */
export function recordedSettlements(
  notebook: Pick<Notebook, 'events'>,
  from: EventId,
): Map<CallId, Settlement> {
  const after = new Set([from])
  const ended = new Set<EventId>()
  const found = new Map<CallId, Settlement>()
  // Events stand in the order in which they were added, so parents come before their children.
  for (const event of notebook.events.values()) {
    if (event.parent === null || !after.has(event.parent) || ended.has(event.parent)) continue
    after.add(event.id)
    // Only the rest of the cell: call ids go on counting, but nothing later can be open here.
    if (event.type === 'cell-ended') ended.add(event.id)
    if (event.type !== 'settled' || found.has(event.call)) continue
    if (event.status === 'ok') found.set(event.call, { result: event.output })
    else if (event.status === 'error') found.set(event.call, { error: event.error ?? null })
  }
  return found
}

export function sameSettlement(a: Settlement, b: Settlement): boolean {
  if ('result' in a) return 'result' in b && sameJson(a.result, b.result)
  return 'error' in b && sameJson(errorData(a.error), errorData(b.error))
}

const errorData = (error: unknown): unknown =>
  error instanceof Error ? { name: error.name, message: error.message } : error

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
