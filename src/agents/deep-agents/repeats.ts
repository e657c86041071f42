import type { Entry, ReplyEntry } from '../shared/conversation.ts'
import { FailureRow } from '../shared/repeats.ts'
import { isBlank } from '../shared/turn.ts'
import { hasFailed, resultOf } from './results.ts'

/**
 * Counts, entry by entry and call by call, how often in a row the same call has failed in the same way. Anything else
 * in between, and a word from the user, starts anew.
 */
export class Repeats {
  readonly #row = new FailureRow()
  readonly #toolName: string

  constructor(toolName: string) {
    this.#toolName = toolName
  }

  /** For each call of an entry (one for an empty reply) its place in a row of failures, 0 when it did not fail. */
  read(entry: Entry): number[] {
    if (entry.type !== 'reply') {
      if (entry.type === 'said') this.#row.note(null)
      return []
    }
    if (entry.fresh) this.#row.note(null)
    if (entry.calls.length === 0) return [this.#row.note(isEmpty(entry) ? 'empty' : null)]
    return entry.calls.map((call) => {
      const { name, arguments: given, argumentsText } = call.call
      const failed = hasFailed(call, this.#toolName)
      const what = JSON.stringify([name, given ?? argumentsText ?? '', resultOf(call, this.#toolName)])
      return this.#row.note(failed ? what : null)
    })
  }
}

/** Nothing to do and nothing to read. */
export function isEmpty({ reply, calls }: ReplyEntry): boolean {
  return calls.length === 0 && isBlank(reply)
}
