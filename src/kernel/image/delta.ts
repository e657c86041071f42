import { deflateSync, inflateSync } from 'fflate'
import { changedPages, type Image, PAGE_WORDS, type Page, pageAt, withPages } from './image.ts'
import { hashedPage } from './scan.ts'

/**
 * What turns one image into the next: the changed pages, each as the xor with what it was, deflated together.
 * Most words of a changed page are as before, so the xor is mostly zeros: about 1.5 KB for a small cell.
 */
export interface Delta {
  end: number
  pages: Uint16Array
  bytes: Uint8Array
}

export function deltaBetween(from: Image, to: Image): Delta {
  const pages = changedPages(from, to)
  const words = new Int32Array(pages.length * PAGE_WORDS)
  for (const [at, index] of pages.entries())
    xorInto(words, at * PAGE_WORDS, pageAt(from, index)?.words, pageAt(to, index)?.words)
  return { end: to.end, pages: Uint16Array.from(pages), bytes: deflateSync(new Uint8Array(words.buffer)) }
}

export function applyDelta(from: Image, { end, pages, bytes }: Delta): Image {
  const words = new Int32Array(
    inflateSync(bytes, { out: new Uint8Array(pages.length * PAGE_WORDS * 4) }).buffer,
  )
  const changed = new Map<number, Page | undefined>()
  for (const [at, index] of pages.entries()) {
    const page = words.slice(at * PAGE_WORDS, (at + 1) * PAGE_WORDS)
    const old = pageAt(from, index)
    if (old) xorInto(page, 0, page.slice(), old.words)
    changed.set(index, page.every((word) => word === 0) ? undefined : hashedPage(page))
  }
  return withPages(from, end, changed)
}

function xorInto(out: Int32Array, at: number, a: Int32Array | undefined, b: Int32Array | undefined): void {
  for (let i = 0; i < PAGE_WORDS; i += 1) out[at + i] = (a?.[i] ?? 0) ^ (b?.[i] ?? 0)
}
