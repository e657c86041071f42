import { type Image, PAGE_BYTES, pageAt, pageCount } from './image.ts'

/** What a page is, beside the same page of another heap. */
export const PAGE_KINDS = ['empty', 'same', 'changed', 'new', 'freed'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** The pages of a heap beside those of another one. */
export interface HeapMap {
  /** Bytes of a page. */
  pageBytes: number
  /** One byte for a page, from the start of memory: an index into `empty same changed new freed`. */
  pages: Uint8Array
  /** Bytes of pages that hold anything. */
  bytes: number
  count: Record<PageKind, number>
}

/** `empty`: zero in both; `new`: zero before; `freed`: zero now. A page counts as equal when its hash is. */
export function heapMap(before: Image, now: Image): HeapMap {
  const pages = new Uint8Array(Math.max(pageCount(before), pageCount(now)))
  const count: Record<PageKind, number> = { empty: 0, same: 0, changed: 0, new: 0, freed: 0 }
  for (const index of pages.keys()) {
    const kind = kindOf(pageAt(before, index)?.hash, pageAt(now, index)?.hash)
    count[kind] += 1
    pages[index] = PAGE_KINDS.indexOf(kind)
  }
  return { pageBytes: PAGE_BYTES, pages, bytes: (count.same + count.changed + count.new) * PAGE_BYTES, count }
}

function kindOf(before: number | undefined, now: number | undefined): PageKind {
  if (now === undefined) return before === undefined ? 'empty' : 'freed'
  if (before === undefined) return 'new'
  return before === now ? 'same' : 'changed'
}
