/** Runs a few jobs at once, the newest first: whoever scrubs wants to see where they are, not where they were. */
export class Newest {
  readonly #most: number
  #running = 0
  #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    try {
      return await job()
    } finally {
      this.#running -= 1
      this.#waiting.pop()?.()
    }
  }
}
