import { checkCall } from '../shared/code-call.ts'
import type { Call } from '../shared/conversation.ts'
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

/** What the model reads of a call that failed; `null` for one that did not. A stop is no failure of the model's. */
export function failureOf(call: Call, settings: Settings): string | null {
  const result = resultOf(call, settings)
  return result.success || result.error?.name === 'AbortError' ? null : JSON.stringify(result)
}
