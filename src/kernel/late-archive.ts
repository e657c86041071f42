import type { Archive } from './archive.ts'
import type { Limits } from './types.ts'

/** How long after a first outcome the archive is loaded, when nobody asks it before, ms. */
const AFTER_OUTCOME_MS = 250

/** The archive, loaded when it is first asked: a first cell does not need it. What it is told until then waits in line. */
export class LateArchive {
  readonly #limits: Limits
  #loading: Promise<Archive> | null = null
  #resolve: (archive: Archive) => void = () => undefined
  readonly #loaded = new Promise<Archive>((resolve) => {
    this.#resolve = resolve
  })

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Rejects when it cannot be loaded; the next call tries again. */
  load(): Promise<Archive> {
    this.#loading ??= import('./archive.ts').then(
      ({ Archive }) => {
        const archive = new Archive(this.#limits)
        this.#resolve(archive)
        return archive
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }

  loadSoon(): void {
    // Who asks is told when it cannot be loaded, and nobody asked here.
    setTimeout(() => {
      this.load().catch(() => undefined)
    }, AFTER_OUTCOME_MS)
  }

  ask<T>(job: (archive: Archive) => T | Promise<T>): Promise<T> {
    const loaded = this.load()
    const done = this.#loaded.then(job)
    return loaded.then(() => done)
  }

  tell(job: (archive: Archive) => void): void {
    void this.#loaded.then(job)
  }
}
