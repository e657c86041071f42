import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDelta, deltaBetween } from './delta.ts'
import { imageHash } from './hash.ts'
import {
  changedPages,
  EMPTY_IMAGE,
  type Image,
  PAGE_BYTES,
  PAGE_WORDS,
  type Page,
  pageAt,
  withPages,
} from './image.ts'
import { hashedPage } from './scan.ts'
import { ImageStore } from './store.ts'

const change = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: PAGE_WORDS - 1 }), fc.integer())
const changes = fc.array(change, { maxLength: 12 })

function changed(image: Image, list: [number, number, number][]): Image {
  const pages = new Map<number, Page | undefined>()
  let end = image.end
  for (const [index, word, value] of list) {
    const page = ((pages.get(index) ?? pageAt(image, index))?.words ?? new Int32Array(PAGE_WORDS)).slice()
    page[word] = value
    pages.set(index, page.every((item) => item === 0) ? undefined : hashedPage(page))
    end = Math.max(end, (index + 1) * PAGE_BYTES)
  }
  return withPages(image, end, pages)
}

test('a delta leads from any image to any other', () => {
  fc.assert(
    fc.property(changes, changes, (first, second) => {
      const from = changed(EMPTY_IMAGE, first)
      const to = changed(from, second)
      const again = applyDelta(from, deltaBetween(from, to))
      expect(imageHash(again)).toBe(imageHash(to))
      expect(changedPages(again, to)).toEqual([])
    }),
  )
})

test('unchanged pages and chunks are shared', () => {
  const from = changed(EMPTY_IMAGE, [
    [1, 2, 3],
    [130, 0, 1],
  ])
  const to = changed(from, [[1, 2, 4]])
  expect(to.chunks[2]).toBe(from.chunks[2])
  expect(changed(from, [])).toBe(from)
})

test('a store gives back what it was given, however old', () => {
  const store = new ImageStore()
  const hashes: string[] = []
  let image = changed(EMPTY_IMAGE, [[0, 0, 1]])
  store.keep('0', image, null)
  hashes.push(imageHash(image))
  for (let i = 1; i < 400; i += 1) {
    image = changed(image, [[i % 150, i % PAGE_WORDS, i]])
    store.keep(String(i), image, String(i - 1))
    hashes.push(imageHash(image))
  }
  expect(store.deltas.count).toBeGreaterThan(200)
  for (const [i, hash] of hashes.entries()) expect(imageHash(store.get(String(i)) as Image)).toBe(hash)
  expect(store.get('none')).toBeUndefined()
})
