import type { Entry } from './conversation.ts'
import { hasFailed, resultOf } from './results.ts'

/** The same failing call, so many times in a row, ends the turn. */
export const MOST_REPEATS = 3

/**
 * Counts, entry by entry and call by call, how often in a row the same call has failed in the same way. Anything else
 * in between, and a word from the user, starts anew.
 */
export class Repeats {
  #last = ''
  #count = 0
  readonly #toolName: string

  constructor(toolName: string) {
    this.#toolName = toolName
  }

  /** For each call of an entry (one for an empty reply) its place in a row of failures, 0 when it did not fail. */
  read(entry: Entry): number[] {
    if (entry.type !== 'reply') {
      if (entry.type === 'said') this.#note(null)
      return []
    }
    if (entry.fresh) this.#note(null)
    if (entry.calls.length === 0) return [this.#note(isEmpty(entry) ? 'empty' : null)]
    return entry.calls.map((call) => {
      const { name, arguments: given, argumentsText } = call.call
      const failed = hasFailed(call, this.#toolName)
      const what = JSON.stringify([name, given ?? argumentsText ?? '', resultOf(call, this.#toolName)])
      return this.#note(failed ? what : null)
    })
  }

  #note(failure: string | null): number {
    this.#count = failure === null ? 0 : failure === this.#last ? this.#count + 1 : 1
    this.#last = failure ?? ''
    return this.#count
  }
}

/** Nothing to do and nothing to read. */
export function isEmpty({ reply, calls }: Extract<Entry, { type: 'reply' }>): boolean {
  return calls.length === 0 && `${reply.text}${reply.refusal}`.trim() === ''
}
