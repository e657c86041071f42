import { SessionBusy } from './errors.ts'

interface Task {
  controller: AbortController
  done: Promise<void>
  /** It waits for a person, who is free to do something else instead. */
  yields: () => boolean
}

/** One thing at a time, which can be stopped at any moment. */
export class Tasks {
  #task: Task | null = null
  #ready: Promise<void> = Promise.resolve()

  /** Work that everything else waits for, such as booting. */
  set ready(promise: Promise<void>) {
    this.#ready = promise
  }

  get running(): boolean {
    return this.#task !== null
  }

  /**
   * Runs a job alone. A job that was stopped already, or that only waits for a person, is ended first; with any other,
   * this rejects with `SessionBusy`.
   */
  async alone<T>(job: (signal: AbortSignal) => Promise<T>, yields: () => boolean = () => false): Promise<T> {
    for (let task = this.#task; task; task = this.#task) {
      if (!task.controller.signal.aborted) {
        if (!task.yields()) throw new SessionBusy()
        task.controller.abort()
      }
      await task.done
    }
    const controller = new AbortController()
    const result = this.#ready.then(() => job(controller.signal))
    const task: Task = {
      controller,
      yields,
      done: result.then(
        () => undefined,
        () => undefined,
      ),
    }
    this.#task = task
    try {
      return await result
    } finally {
      this.#task = null
    }
  }

  stop(): void {
    this.#task?.controller.abort()
  }

  /** Stops what runs and waits until it has ended. */
  async end(): Promise<void> {
    this.stop()
    await this.#task?.done
  }
}
