import type { RunResult } from './cellrun.ts'
import { errorText } from './failures.ts'
import type { CellError } from './types.ts'

/** The result of a cell that never started. */
export function refusedResult(error: CellError, warnings: readonly string[]): RunResult {
  return {
    status: 'error',
    text: errorText(error),
    value: null,
    console: [],
    calls: [],
    error,
    warnings: [...warnings],
    rolledBack: false,
    cpuMs: 0,
    wallMs: 0,
  }
}
