/** Bytes of a page, the unit in which images are compared, shared and stored. */
export const PAGE_BYTES = 4096
export const PAGE_WORDS = PAGE_BYTES / 4
const CHUNK = 64

/** One page as 32-bit words; absent pages are all zero. Never written to once it is part of an image. */
export interface Page {
  readonly words: Int32Array
  /** Of its content, see scan.ts: equal hashes count as equal pages. */
  readonly hash: number
}
type Chunk = readonly (Page | undefined)[]

/**
 * The heap of an idle interpreter. Persistent: an image made from another shares every page and every chunk of
 * 64 pages that did not change.
 */
export interface Image {
  /** Where the allocator's memory ends; all beyond is zero. */
  end: number
  chunks: readonly (Chunk | undefined)[]
}

export const EMPTY_IMAGE: Image = { end: 0, chunks: [] }

export function pageAt(image: Image, index: number): Page | undefined {
  return image.chunks[Math.floor(index / CHUNK)]?.[index % CHUNK]
}

export function pageCount(image: Image): number {
  return Math.ceil(image.end / PAGE_BYTES)
}

/** The image with some pages replaced. `undefined` as a page: all zero. */
export function withPages(image: Image, end: number, changed: ReadonlyMap<number, Page | undefined>): Image {
  if (changed.size === 0 && end === image.end) return image
  const chunks = image.chunks.slice()
  const fresh = new Map<number, (Page | undefined)[]>()
  for (const [index, page] of changed) {
    const at = Math.floor(index / CHUNK)
    let chunk = fresh.get(at)
    if (!chunk) {
      chunk = chunks[at]?.slice() ?? new Array<Page | undefined>(CHUNK).fill(undefined)
      fresh.set(at, chunk)
      chunks[at] = chunk
    }
    chunk[index % CHUNK] = page
  }
  return { end, chunks }
}

/** Indexes of pages that differ between two images. Shared chunks are skipped without looking inside. */
export function changedPages(from: Image, to: Image): number[] {
  const changed: number[] = []
  const chunks = Math.max(from.chunks.length, to.chunks.length)
  for (let at = 0; at < chunks; at += 1) {
    const a = from.chunks[at]
    const b = to.chunks[at]
    if (a === b) continue
    for (let i = 0; i < CHUNK; i += 1) {
      if (a?.[i]?.hash !== b?.[i]?.hash) changed.push(at * CHUNK + i)
    }
  }
  return changed
}
