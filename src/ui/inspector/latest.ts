/** Runs one job after the other and skips those that were overtaken while they waited. */
export class Latest {
  #running = false
  #next: (() => Promise<void>) | null = null

  /** The job starts now, or when the one that runs is done, unless another comes in between. It must not reject. */
  run(job: () => Promise<void>): void {
    this.#next = job
    if (!this.#running) void this.#drain()
  }

  /** Forgets a job that has not started. */
  clear(): void {
    this.#next = null
  }

  async #drain(): Promise<void> {
    this.#running = true
    try {
      while (this.#next) {
        const job = this.#next
        this.#next = null
        await job()
      }
    } finally {
      this.#running = false
    }
  }
}
