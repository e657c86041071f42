/**
 * Between two polls a loop computes for a fraction of a millisecond, a storm of microtasks for ten. A gap that is much longer
 * than those before it is mostly the machine at other work: a page is told of no clock that runs only while its own
 * thread does. So no gap counts for more than this many usual ones, and short ones always count whole, ms.
 */
const MOST_USUAL = 4
const SHORT_MS = 2
/** Native functions make such gaps too, so the clock alone ends a cell this much beyond its budget, ms. */
const SLACK_MS = 500

/** How long a cell has computed, over all its steps. */
export class Work {
  #ms = 0
  #certain = 0
  /** The usual gap of late, ms. */
  #usual = 0
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
    const counted = Math.min(gap, Math.max(SHORT_MS, MOST_USUAL * this.#usual))
    this.#certain += counted
    this.#usual = (this.#usual + counted) / 2
  }

  /** Looks, and says whether that was too much. */
  exceeds(budgetMs: number): boolean {
    this.look()
    return this.#certain > budgetMs || this.#ms > budgetMs + SLACK_MS
  }
}
