import type { Usage } from '../../models/types.ts'
import type { EventId, NotebookPath } from '../../notebook/events.ts'

/** One time that the model was asked. */
export interface ModelCall {
  /** The `asked` event. */
  event: EventId
  /** From 1. */
  number: number
  turn: number
  /** What the server counted; `null` when it did not say, or has not replied yet. */
  usage: Usage | null
  failed: boolean
  /** The host call of a cell that made it. */
  by?: number
}

/** All model calls of a path, in order. */
export function modelCalls(path: NotebookPath): ModelCall[] {
  const calls: ModelCall[] = []
  let turn = 0
  for (const event of path) {
    if (event.type === 'said') turn += 1
    else if (event.type === 'asked')
      calls.push({
        event: event.id,
        number: calls.length + 1,
        turn,
        usage: null,
        failed: false,
        ...(event.call === undefined ? {} : { by: event.call }),
      })
    else if (event.type === 'replied') {
      // Calls of one cell may be under way at once.
      const last = calls.findLast((call) => call.by === event.call)
      if (last) Object.assign(last, { usage: event.reply.usage, failed: event.reply.error !== null })
    }
  }
  return calls
}

/** The call nearest to where one looks: the last one at or before it, else the first. `path` is the one to there. */
export function nearestCall(calls: readonly ModelCall[], path: NotebookPath): ModelCall | null {
  const asked = path.findLast((event) => event.type === 'asked')
  return calls.find((call) => call.event === asked?.id) ?? calls[0] ?? null
}
