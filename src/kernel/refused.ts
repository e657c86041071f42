import type { RunResult } from './cellrun.ts'
import { errorText } from './failures.ts'
import { cutMiddle } from './preview/text.ts'
import type { CellError, Limits } from './types.ts'

/** The result of a cell that never started. */
export function refusedResult(
  error: CellError,
  warnings: readonly string[],
  { resultChars }: Pick<Limits, 'resultChars'>,
): RunResult {
  return {
    status: 'error',
    text: cutMiddle(errorText(error), resultChars),
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

/** The result of a cell at which the kernel itself failed: a fault of ours, told instead of thrown. */
export function failedResult(error: unknown, limits: Pick<Limits, 'resultChars'>): RunResult {
  const message = `The kernel failed: ${String(error)}. The interpreter is put back to its state before the cell.`
  return {
    ...refusedResult({ kind: 'internal', name: 'InternalError', message }, [], limits),
    rolledBack: true,
  }
}
