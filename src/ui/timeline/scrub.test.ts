import { expect, it } from 'vitest'
import { edgeSpeed } from './scrub.ts'

it.each([
  [400, 0],
  [14, -7],
  [-100, -14],
  [786, 7],
  [2_000, 14],
])('a pointer held at %i px of 800 scrolls %i px a frame', (x, px) => {
  expect(edgeSpeed(x, 800)).toBe(px)
})
