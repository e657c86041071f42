/** The same failure, so many times in a row, ends the turn. */
export const MOST_REPEATS = 3

/** Counts how often in a row the same has failed. Anything else in between starts anew. */
export class FailureRow {
  #last = ''
  #count = 0

  /** `failure`: what failed and how; `null` when nothing did. Returns its place in a row, 0 for none. */
  note(failure: string | null): number {
    this.#count = failure === null ? 0 : failure === this.#last ? this.#count + 1 : 1
    this.#last = failure ?? ''
    return this.#count
  }
}
