import { pathTo } from './checkpoints.ts'
import {
  changedPages,
  EMPTY_IMAGE,
  type Image,
  PAGE_WORDS,
  type Page,
  pageAt,
  withPages,
} from './image/image.ts'
import { hashedPage } from './image/scan.ts'
import type { Images } from './images.ts'
import type { Peer } from './peer.ts'
import type { Checkpoint, CheckpointId } from './types.ts'
import type { KeptImage } from './wire.ts'

/** Images that the live worker still holds itself; they share their pages, so a few cost little. */
const HELD = 8

/** The archive worker, seen from the live worker: only changed pages cross. */
export class RemoteImages implements Images {
  #archive: Peer
  #checkpoints = new Map<CheckpointId, Checkpoint>()
  #held = new Map<CheckpointId, Image>()
  #sent: { id: CheckpointId; image: Image } | null = null

  constructor(archive: Peer) {
    this.#archive = archive
  }

  /** Learns what the archive knows, for a live worker that takes over. */
  async takeOver(): Promise<void> {
    const known = (await this.#archive.ask('checkpoints', null)) as Checkpoint[]
    for (const checkpoint of known) this.#checkpoints.set(checkpoint.id, checkpoint)
  }

  add(checkpoint: Checkpoint): void {
    this.#checkpoints.set(checkpoint.id, checkpoint)
    this.#archive.tell('add', checkpoint)
  }

  keep(id: CheckpointId, image: Image): void {
    const kept = packImage(id, image, this.#sent)
    this.#archive.tell('keep', kept, [kept.words.buffer])
    this.#sent = { id, image }
    this.#hold(id, image)
  }

  get(id: CheckpointId): Checkpoint {
    const checkpoint = this.#checkpoints.get(id)
    if (!checkpoint)
      throw new Error(`Checkpoint ${id} is not known to this kernel. Use one that it made or adopted.`)
    return checkpoint
  }

  path(id: CheckpointId): Checkpoint[] {
    return pathTo(id, (at) => this.#checkpoints.get(at))
  }

  async image(id: CheckpointId): Promise<Image> {
    const held = this.#held.get(id)
    if (held) return held
    const base = this.#sent
    const packed = (await this.#archive.ask('image', { id, base: base?.id ?? null })) as KeptImage
    const image = unpackImage(packed, packed.base === null ? EMPTY_IMAGE : (base?.image ?? EMPTY_IMAGE))
    this.#hold(id, image)
    return image
  }

  #hold(id: CheckpointId, image: Image): void {
    this.#held.delete(id)
    this.#held.set(id, image)
    const [oldest] = this.#held.keys()
    if (this.#held.size > HELD && oldest !== undefined) this.#held.delete(oldest)
  }
}

export function packImage(
  id: CheckpointId,
  image: Image,
  base: { id: CheckpointId; image: Image } | null,
): KeptImage {
  const changed = changedPages(base?.image ?? EMPTY_IMAGE, image)
  const pages = changed.filter((index) => pageAt(image, index) !== undefined)
  const words = new Int32Array(pages.length * PAGE_WORDS)
  pages.forEach((index, at) => {
    words.set(pageAt(image, index)?.words ?? [], at * PAGE_WORDS)
  })
  const zero = changed.filter((index) => pageAt(image, index) === undefined)
  return { id, base: base?.id ?? null, end: image.end, pages, zero, words }
}

export function unpackImage({ end, pages, zero, words }: KeptImage, base: Image): Image {
  const changed = new Map<number, Page | undefined>()
  for (const [at, index] of pages.entries())
    changed.set(index, hashedPage(words.slice(at * PAGE_WORDS, (at + 1) * PAGE_WORDS)))
  for (const index of zero) changed.set(index, undefined)
  return withPages(base, end, changed)
}
