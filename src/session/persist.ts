import type { Notebook } from '../notebook/notebook.ts'
import { messageOf } from './errors.ts'
import type { SessionState } from './types.ts'

/** Keeps a notebook. Saving writes what is new since the last time; it rejects with a message for the user. */
export interface Journal {
  save(notebook: Notebook): Promise<void>
}

export interface SaverOptions {
  journal: Journal
  now: () => number
  onState: (saved: SessionState['saved']) => void
}

const DELAY_MS = 350
const RETRY_MS = [1_000, 3_000, 10_000, 30_000]

/** Writes a notebook a moment after it changed, at most one write at a time, and again until it went well. */
export class Saver {
  readonly #options: SaverOptions
  #latest: Notebook | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #writing: Promise<void> | null = null
  #failures = 0

  constructor(options: SaverOptions) {
    this.#options = options
  }

  changed(notebook: Notebook): void {
    this.#latest = notebook
    if (this.#failures === 0) this.#options.onState({ type: 'saving' })
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS)
  }

  /** Writes now. Resolves when all that was there has been written, or could not be. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#writing
    if (!this.#latest) return
    this.#writing ??= this.#write(this.#latest)
    await this.#writing
  }

  async #write(notebook: Notebook): Promise<void> {
    try {
      await this.#options.journal.save(notebook)
      this.#failures = 0
      if (this.#latest === notebook) {
        this.#latest = null
        this.#options.onState({ type: 'saved', at: this.#options.now() })
      }
    } catch (error) {
      this.#options.onState({ type: 'failed', message: messageOf(error) })
      const delay = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)]
      this.#failures += 1
      this.#timer ??= setTimeout(() => void this.flush(), delay)
    } finally {
      this.#writing = null
    }
  }

  /** Writes what is left; nothing is tried again. */
  async end(): Promise<void> {
    await this.flush()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
