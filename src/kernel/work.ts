/**
 * Polls come every fraction of a millisecond. A longer gap, ms, is mostly the machine at other work: a page is told of no
 * clock that runs only while its own thread does.
 */
const GAP_MS = 2
/** Native functions make such gaps too, so the clock alone ends a cell this much beyond its budget, ms. */
const SLACK_MS = 500

/** How long a cell has computed, over all its steps. */
export class Work {
  #ms = 0
  #certain = 0
  #at = 0

  /** @param clock Monotonic ms. */
  constructor(private readonly clock: () => number) {}

  /** By the clock. */
  get ms(): number {
    return this.#ms
  }

  begin(): void {
    this.#at = this.clock()
  }

  /** Counts the time since the last look. */
  look(): void {
    const now = this.clock()
    const gap = now - this.#at
    this.#at = now
    this.#ms += gap
    this.#certain += Math.min(gap, GAP_MS)
  }

  /** Looks, and says whether that was too much. */
  exceeds(budgetMs: number): boolean {
    this.look()
    return this.#certain > budgetMs || this.#ms > budgetMs + SLACK_MS
  }
}
