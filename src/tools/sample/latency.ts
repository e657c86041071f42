/** Waits, and rejects with the signal's reason when that aborts first. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleepForReal: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(reasonOf(signal))
    const stop = () => {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new Error('The call was stopped', { cause: signal.reason })
}

const SHORTEST_MS = 4
const SPREAD_MS = 20
const MS_PER_ROW = 0.15

/**
 * How long a sample tool takes, 4 to about 60 ms. Calls have to take time for waits and parallel calls to be seen;
 * the same call always takes the same time (FNV-1a over the call), so that a demo looks the same on every run.
 */
export function latencyOf(call: string, rows: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < call.length; index++) {
    hash = Math.imul(hash ^ call.charCodeAt(index), 0x01000193) >>> 0
  }
  return Math.round(SHORTEST_MS + (hash % SPREAD_MS) + Math.min(rows, 250) * MS_PER_ROW)
}
