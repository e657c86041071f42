import { type Image, PAGE_WORDS, type Page, pageAt, pageCount } from './image.ts'

const known = new WeakMap<Page, readonly [number, number]>()
const ZERO_PAGE = new Int32Array(PAGE_WORDS)

/**
 * 64 bits over a page's words, as two 32-bit lanes (multiply-xor, as in cyrb53). It tells contents apart; it does
 * not resist somebody who builds collisions.
 */
function pageHash(page: Page): readonly [number, number] {
  const cached = known.get(page)
  if (cached) return cached
  const hash = hashWords(page)
  known.set(page, hash)
  return hash
}

function hashWords(words: Int32Array): [number, number] {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? 0
    a = Math.imul(a ^ word, 2654435761)
    b = Math.imul(b ^ word, 1597334677)
    a = (a << 13) | (a >>> 19)
    b = (b << 11) | (b >>> 21)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a | 0, b | 0]
}

/** Content hash of an image, 16 hex digits: equal for equal heaps, whatever they share. */
export function imageHash(image: Image): string {
  const words = new Int32Array(pageCount(image) * 2 + 1)
  words[0] = image.end
  for (let index = 0; index < pageCount(image); index += 1) {
    const [a, b] = pageHash(pageAt(image, index) ?? ZERO_PAGE)
    words[index * 2 + 1] = a
    words[index * 2 + 2] = b
  }
  const [a, b] = hashWords(words)
  return hex(a) + hex(b)
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')
