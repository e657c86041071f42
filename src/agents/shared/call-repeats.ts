import type { Call, Entry } from './conversation.ts'
import { FailureRow } from './repeats.ts'
import { isBlank } from './turn.ts'

/**
 * Counts, entry by entry and call by call, how often in a row the same call has failed in the same way. Anything else
 * in between, and a word from the user, starts anew.
 */
export class CallRepeats {
  readonly #row = new FailureRow()
  readonly #failureOf: (call: Call) => string | null

  /** `failureOf` tells what the model reads of a call that failed; `null` for one that did not. */
  constructor(failureOf: (call: Call) => string | null) {
    this.#failureOf = failureOf
  }

  /** For each call of an entry (one for an empty reply) its place in a row of failures, 0 when it did not fail. */
  read(entry: Entry): number[] {
    if (entry.type === 'said' || (entry.type === 'reply' && entry.fresh)) this.#row.note(null)
    if (entry.type !== 'reply') return []
    if (entry.calls.length === 0) return [this.#row.note(isBlank(entry.reply) ? 'empty' : null)]
    return entry.calls.map((call) => {
      const failure = this.#failureOf(call)
      const { name, arguments: given, argumentsText } = call.call
      return this.#row.note(
        failure === null ? null : JSON.stringify([name, given ?? argumentsText ?? '', failure]),
      )
    })
  }

  /** Of the last call of a conversation. */
  last(entries: readonly Entry[]): number {
    return entries.flatMap((entry) => this.read(entry)).at(-1) ?? 0
  }
}
