import type { CellEnd } from '../../notebook/events.ts'
import type { Cell } from '../shared/conversation.ts'
import { jsonOf } from '../shared/json-of.ts'

/** What the model is told of code, as JSON behind `CODE_RESULT:` or `CODE_ERROR:`. */
export interface CodeOutcome {
  result?: unknown
  stdout?: string
  error?: string
  /** What was lost or not waited for. */
  warnings?: string[]
}

const RESULT_CHARS = 4_000

export function outcomeOf({ console, end }: Cell, resultChars = RESULT_CHARS): CodeOutcome {
  const printed = console.map(({ text }) => text).join('\n')
  const stdout = printed === '' ? {} : { stdout: printed }
  if (!end) return { ...stdout, error: 'The code has not come to its end.' }
  if (end.status !== 'ok') return { ...stdout, error: errorOf(end), ...warned(end.warnings) }
  const { json, losses, refusal } = jsonOf(end.value ?? { type: 'undefined' }, resultChars)
  // What JSON cannot hold is still told, as the text that people see.
  if (refusal !== null) return { result: end.text, ...stdout, ...warned([...end.warnings, `${refusal}.`]) }
  return {
    ...(json === undefined ? {} : { result: json }),
    ...stdout,
    ...warned([...end.warnings, ...losses]),
  }
}

const warned = (warnings: string[]): { warnings?: string[] } => (warnings.length > 0 ? { warnings } : {})

function errorOf({ error, text }: CellEnd): string {
  if (!error) return text
  const { kind, name, message, line } = error
  if (kind === 'timeout') return `code execution timeout: ${message}`
  return `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`
}

export const feedbackOf = (outcome: CodeOutcome): string =>
  `${outcome.error === undefined ? 'CODE_RESULT' : 'CODE_ERROR'}: ${JSON.stringify(outcome)}`

/** The result as an answer; `null` when there is nothing in it that could be one. */
export function directOutput({ result, error }: CodeOutcome): string | null {
  if (error !== undefined || result === undefined) return null
  const text = (typeof result === 'string' ? result : JSON.stringify(result)).trim()
  return ['', 'undefined', 'null'].includes(text.toLowerCase()) ? null : text
}

/** What is the answer where there is no direct one: never empty. */
export function fallbackOutput(outcome: CodeOutcome): string {
  const { error, stdout = '' } = outcome
  if (error !== undefined) return `CODE_ERROR: ${error}`
  return stdout.trim() === '' ? JSON.stringify(outcome) : stdout.trim()
}
