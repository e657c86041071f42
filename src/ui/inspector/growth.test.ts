import { expect, test } from 'vitest'
import { growthLine, sampled } from './growth.ts'

test('a long list keeps its ends, a short one everything', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => index)
  const found = sampled(list, 40)
  expect([found.length, found[0], found.at(-1)]).toEqual([40, 0, 999])
  expect(new Set(found).size).toBe(40)
  expect(sampled([1, 2, 3], 40)).toEqual([1, 2, 3])
  expect(sampled([], 40)).toEqual([])
})

test('a line from the left to the right, the largest at the top', () => {
  expect(growthLine([0, 5, 10], 100, 12)).toBe('0,11 50,6 100,1')
  expect(growthLine([7], 100, 12)).toBe('0,1')
  expect(growthLine([], 100, 12)).toBe('')
})
