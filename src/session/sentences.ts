import type { CallRecord } from '../kernel/types.ts'
import type { CellEnd } from '../notebook/events.ts'

/** What the live region says when the tools have come back that the model called itself. */
export function callsSentence(calls: readonly Pick<CallRecord, 'status'>[], ms: number): string {
  const failed = calls.filter(({ status }) => status === 'error').length
  const what = `${calls.length} tool ${calls.length === 1 ? 'call' : 'calls'} finished in ${durationText(ms)}`
  return failed === 0 ? what : `${what}, ${failed} failed`
}

/** What the live region says when a cell is over. */
export function cellSentence(cell: number, end: CellEnd, calls: number): string {
  const time = durationText(end.wallMs)
  const tools = calls === 0 ? '' : `, ${calls} tool ${calls === 1 ? 'call' : 'calls'}`
  switch (end.status) {
    case 'ok':
      return `Cell ${cell} finished in ${time}${tools}`
    case 'stopped':
      return `Cell ${cell} was stopped after ${time}${tools}`
    case 'error':
      return `Cell ${cell} failed after ${time}${tools}: ${end.error?.name ?? 'Error'}`
  }
}

function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
