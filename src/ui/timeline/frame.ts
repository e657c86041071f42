/** The browser's animation frames, or a test's. */
export interface Frames {
  request(callback: () => void): number
  cancel(id: number): void
}

const FRAMES: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
}

export interface OncePerFrame<T> {
  /** The value that the next frame gets; earlier ones of the same frame are forgotten. */
  set(value: T): void
  /** Gives a waiting value now. */
  flush(): void
  /** Forgets a waiting value. */
  cancel(): void
}

/** Calls `apply` with the latest value, at most once a frame. */
export function oncePerFrame<T>(apply: (value: T) => void, frames: Frames = FRAMES): OncePerFrame<T> {
  let waiting: { value: T; id: number } | null = null
  const deliver = () => {
    if (!waiting) return
    const { value } = waiting
    waiting = null
    apply(value)
  }
  const cancel = () => {
    if (waiting) frames.cancel(waiting.id)
  }
  return {
    set: (value) => {
      if (waiting) waiting.value = value
      else waiting = { value, id: frames.request(deliver) }
    },
    flush: () => {
      cancel()
      deliver()
    },
    cancel: () => {
      cancel()
      waiting = null
    },
  }
}
