/** Time is counted in such pieces, ms: being held up costs at most one of them. */
const SLICE_MS = 500
const GRACE_MS = 50

/**
 * Calls `over` after `ms` in which this thread was awake. A thread that was held up itself (a busy page, a computer
 * that slept) finds its timers due together with messages that came long ago, and must not take them for missing.
 * Returns what ends the waiting.
 */
export function whenAwakeFor(ms: number, over: () => void): () => void {
  let left = ms
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    const slice = Math.min(SLICE_MS, left)
    left -= slice
    timer = setTimeout(left > 0 ? wait : lastChance, slice)
  }
  /** What has already come is heard first: so only a timer that comes on time counts. */
  const lastChance = (): void => {
    const due = performance.now() + GRACE_MS
    timer = setTimeout(() => (performance.now() - due > GRACE_MS ? lastChance() : over()), GRACE_MS)
  }
  wait()
  return () => clearTimeout(timer)
}
