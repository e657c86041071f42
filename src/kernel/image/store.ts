import { applyDelta, type Delta, deltaBetween } from './delta.ts'
import type { Image } from './image.ts'

/** Images held as they are; they share their unchanged pages. */
const HELD = 128
/** Deltas that may follow each other before the next whole image, so that getting one stays fast. */
const MOST_DELTAS = 32

type Stored = { type: 'image'; image: Image } | { type: 'delta'; base: string; delta: Delta; length: number }

/** Images by name. Older ones shrink to deltas against the image that was kept before them. */
export class ImageStore {
  #stored = new Map<string, Stored>()
  /** Names of images held whole although they could be deltas, oldest first, with their base. */
  #whole: { id: string; base: string }[] = []

  has(id: string): boolean {
    return this.#stored.has(id)
  }

  /** `base`: an image that is like this one, such as its nearest ancestor. */
  keep(id: string, image: Image, base: string | null): void {
    this.#stored.set(id, { type: 'image', image })
    if (base === null || base === id || !this.#stored.has(base)) return
    this.#whole.push({ id, base })
    if (this.#whole.length > HELD) this.#shrinkOldest()
  }

  get(id: string): Image | undefined {
    const stored = this.#stored.get(id)
    if (!stored) return undefined
    if (stored.type === 'image') return stored.image
    const base = this.get(stored.base)
    return base && applyDelta(base, stored.delta)
  }

  /** Bytes of deltas, and how many there are. */
  get deltas(): { count: number; bytes: number } {
    let [count, bytes] = [0, 0]
    for (const stored of this.#stored.values()) {
      if (stored.type !== 'delta') continue
      count += 1
      bytes += stored.delta.bytes.length + 2 * stored.delta.pages.length
    }
    return { count, bytes }
  }

  #shrinkOldest(): void {
    const oldest = this.#whole.shift()
    const stored = oldest && this.#stored.get(oldest.id)
    const base = oldest && this.#stored.get(oldest.base)
    if (!oldest || stored?.type !== 'image' || !base) return
    const length = base.type === 'delta' ? base.length + 1 : 1
    const image = this.get(oldest.base)
    if (length > MOST_DELTAS || !image) return
    const delta = deltaBetween(image, stored.image)
    this.#stored.set(oldest.id, { type: 'delta', base: oldest.base, delta, length })
  }
}
