/** Time as a parameter. */
export interface Clock {
  /** ms since 1970. */
  now(): number
  /** Calls `run` once after `ms`; the returned function prevents that. */
  after(ms: number, run: () => void): () => void
}

/** Longer delays overflow the timers of browsers and run at once. */
const LONGEST = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    if (!(ms <= LONGEST)) return () => undefined
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Waits, or stops waiting when `signal` aborts. Never rejects. */
export function sleep(
  ms: number,
  signal: AbortSignal | undefined,
  clock: Clock = systemClock,
): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
