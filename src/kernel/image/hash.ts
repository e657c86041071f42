import { type Image, pageAt, pageCount } from './image.ts'
import { hashWords } from './scan.ts'

/** Content hash of an image, 14 hex digits: equal for equal heaps, whatever they share. */
export function imageHash(image: Image): string {
  const parts = [image.end]
  for (let index = 0; index < pageCount(image); index += 1) {
    const page = pageAt(image, index)
    if (page) parts.push(index, page.hash)
  }
  return hashHex(new Int32Array(Float64Array.from(parts).buffer))
}

const hashHex = (words: Int32Array): string => hashWords(words).toString(16).padStart(14, '0')
