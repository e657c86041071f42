import type { CallId, Settlement } from '../../kernel/types.ts'
import type { CallView, CellView } from '../../notebook/view.ts'

/** Another answer for one of the calls that a cell waits for. */
export type Answer =
  | { type: 'recorded' }
  | { type: 'result'; value: unknown }
  | { type: 'fail'; message: string }
  | { type: 'again' }

/** The calls that are open where a cell is looked at. */
export function waitingCalls(cell: CellView): CallView[] {
  return cell.calls.filter((call) => call.status === 'running')
}

/** How the call went in the recorded run; `null` while nothing is recorded or it was aborted. */
export function recordedSettlement(recorded: CellView | null, id: CallId): Settlement | null {
  const call = recorded?.calls.find((candidate) => candidate.id === id)
  if (call?.status === 'ok') return { result: call.output }
  if (call?.status === 'error') return { error: call.error ?? { name: 'Error', message: 'The tool failed.' } }
  return null
}

/**
 * The answers a cell goes on with: `answer` for one call, what was recorded for the others. A call without an answer
 * here is made for real.
 */
export function settlements(
  waiting: readonly CallView[],
  recorded: CellView | null,
  chosen: CallId,
  answer: Answer,
): Record<CallId, Settlement> {
  const result: Record<CallId, Settlement> = {}
  for (const call of waiting) {
    const settlement =
      call.id === chosen ? settled(answer, recorded, chosen) : recordedSettlement(recorded, call.id)
    if (settlement) result[call.id] = settlement
  }
  return result
}

function settled(answer: Answer, recorded: CellView | null, id: CallId): Settlement | null {
  switch (answer.type) {
    case 'recorded':
      return recordedSettlement(recorded, id)
    case 'result':
      return { result: answer.value }
    case 'fail':
      return { error: { name: 'Error', message: answer.message } }
    case 'again':
      return null
  }
}

export type ParsedJson = { ok: true; value: unknown } | { ok: false; message: string }

/** JSON as a person typed it; nothing at all is `undefined`, as from a tool that gives nothing. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return {
      ok: false,
      message: `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
