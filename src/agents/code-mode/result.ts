import type { CellEnd } from '../../notebook/events.ts'
import type { Cell } from '../shared/conversation.ts'
import { jsonOf } from '../shared/json-of.ts'

interface RunError {
  message: string
  name: string
  /** 1-based, in the program as the model wrote it; absent where the place is unknown. */
  line?: number
}

/** What the model reads of a run. */
export interface RunResult {
  success: boolean
  result?: unknown
  logs: string[]
  error?: RunError
  /** What was lost, or not waited for, though the program ran to its end. */
  warnings?: string[]
}

/** How long a result may be as JSON where the notebook does not say it. */
const RESULT_CHARS = 4_000

export function runResult({ source, console, calls, end }: Cell, resultChars = RESULT_CHARS): RunResult {
  const logs = console.map(({ text }) => text)
  if (!end) return failed({ name: 'Unfinished', message: 'The program has not come to its end.' }, logs)
  if (end.status !== 'ok') return failed(errorOf(end), logs, end.warnings)
  const value = end.value ?? { type: 'undefined' as const }
  const { json, losses, refusal } = jsonOf(value, resultChars)
  if (refusal !== null) return failed(unserializable(refusal, source), logs, end.warnings)
  const nothing = value.type === 'undefined' && (logs.length === 0 || calls > 0)
  const warnings = [...end.warnings, ...losses, ...(nothing ? [NOTHING] : [])]
  return {
    success: true,
    ...(json === undefined ? {} : { result: json }),
    logs,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

const NOTHING = 'Nothing was returned, so there is no result. End the program with `return <value>`.'

export function failed(error: RunError, logs: string[] = [], warnings: string[] = []): RunResult {
  return { success: false, logs, error, ...(warnings.length > 0 ? { warnings } : {}) }
}

function errorOf({ error, text }: CellEnd): RunError {
  if (!error) return { name: 'Error', message: text }
  const { kind, name, message, line } = error
  // The names under which programs of this kind are known to end.
  const shown = kind === 'stopped' ? 'AbortError' : kind === 'syntax' ? 'SyntaxError' : name
  return { message, name: shown, ...(line === undefined ? {} : { line }) }
}

function unserializable(reason: string, source: string): RunError {
  const message = `The result is not JSON-serializable: ${reason}. The program itself ran to its end, and what its calls did is done.`
  const lines = source.split('\n')
  const line = lines.findLastIndex((each) => /^\s*return\b/.test(each)) + 1
  return { message, name: 'TypeError', ...(line > 0 ? { line } : {}) }
}
