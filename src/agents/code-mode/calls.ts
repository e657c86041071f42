import { checkCall } from '../shared/code-call.ts'
import type { Call, Entry } from '../shared/conversation.ts'
import { FailureRow } from '../shared/repeats.ts'
import { isBlank } from '../shared/turn.ts'
import type { Settings } from './options.ts'
import { failed, type RunResult, runResult } from './result.ts'

export const toolNames = ({ codeTools }: Settings): string[] => codeTools.map(({ id }) => id)

/** What the model reads of one of its calls. */
export function resultOf({ call, cell }: Call, settings: Settings): RunResult {
  if (cell) return runResult(cell, settings.limits.resultChars)
  const checked = checkCall(call, toolNames(settings))
  if (checked.ok) return failed({ name: 'AbortError', message: NOT_RUN })
  const { type, message } = checked.fault
  return failed({ name: type, message })
}

const NOT_RUN = 'The user stopped the turn before this program ran. Nothing of it was done.'

/** Counts, entry by entry and call by call, how often in a row the same call has failed in the same way. */
export class Repeats {
  readonly #row = new FailureRow()
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** For each call of an entry (one for an empty reply) its place in a row of failures, 0 when it did not fail. */
  read(entry: Entry): number[] {
    if (entry.type === 'said' || (entry.type === 'reply' && entry.fresh)) this.#row.note(null)
    if (entry.type !== 'reply') return []
    const { reply, calls } = entry
    if (calls.length === 0) return [this.#row.note(isBlank(reply) ? 'empty' : null)]
    return calls.map((call) => {
      const result = resultOf(call, this.#settings)
      const { name, arguments: given, argumentsText } = call.call
      const what = JSON.stringify([name, given ?? argumentsText ?? '', result])
      // A stop is no failure of the model's.
      const isFailure = !result.success && result.error?.name !== 'AbortError'
      return this.#row.note(isFailure ? what : null)
    })
  }
}
