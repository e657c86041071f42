import type { Json } from '../../kernel/types.ts'
import type { AgentCell } from './cells.ts'

/** Cells as the model and its code read them. */

const timeOf = (ms: number): string => new Date(ms).toISOString()

export function inputRecord(cell: AgentCell): Record<string, Json> {
  return {
    code: cell.code,
    summary: cell.summary,
    generated_at: timeOf(cell.generatedAt),
    started_at: timeOf(cell.startedAt),
    generated_by: cell.generatedBy,
  }
}

/** Of a cell that runs: what it has printed so far. */
export function outputRecord(cell: AgentCell): Record<string, Json> {
  const { status, output, error, endedAt } = cell
  return {
    status,
    output,
    traceback: error?.traceback ?? null,
    exception_type: error?.type ?? null,
    ended_at: endedAt === null ? null : timeOf(endedAt),
  }
}

export const historyRecord = (cell: AgentCell): Record<string, Json> => ({
  cell: cell.number,
  ...inputRecord(cell),
  ...outputRecord(cell),
})

/** The record of the last cell that failed; `null` without one. */
export function lastError(cells: readonly AgentCell[]): Record<string, Json> | null {
  const cell = cells.findLast(({ status }) => status === 'error')
  return cell ? historyRecord(cell) : null
}
