import type { CallView } from '../../notebook/view.ts'

/** A call's bar on the time axis that all calls of a cell share, in percent. */
export interface Bar {
  left: number
  width: number
}

/** Thinner bars cannot be seen. */
const MIN_WIDTH = 0.8

/**
 * Bars from the first start to the last end. Calls without an end reach to `nowMs` (ms since the cell started), by
 * default as far as anything is known.
 */
export function waterfall(calls: readonly CallView[], nowMs = 0): Bar[] {
  const start = Math.min(...calls.map((call) => call.startedMs))
  const known = Math.max(nowMs, ...calls.map((call) => call.endedMs ?? call.startedMs))
  const open = calls.some((call) => call.endedMs === null)
  // Who is still waited for reaches beyond those that are done.
  const end = start + Math.max(known - start, 1) * (open && known > nowMs ? 1.15 : 1)
  const percent = (ms: number) => ((ms - start) / (end - start)) * 100
  return calls.map((call) => {
    const left = Math.min(percent(call.startedMs), 100 - MIN_WIDTH)
    const width = Math.min(Math.max(percent(call.endedMs ?? end) - left, MIN_WIDTH), 100 - left)
    return { left, width }
  })
}
