import { expect, it } from 'vitest'
import { count, duration, list } from './format.ts'

it.each([
  [0.2, '0 ms'],
  [-3, '0 ms'],
  [96.4, '96 ms'],
  [1_234, '1.2 s'],
  [59_960, '1 min 0 s'],
  [123_000, '2 min 3 s'],
])('%d ms reads as %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

it('counts in words', () => {
  expect(count(1, 'branch', 'branches')).toBe('1 branch')
  expect(count(0, 'branch', 'branches')).toBe('0 branches')
  expect(count(3204, 'row')).toBe('3,204 rows')
})

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more'],
])('lists %j as %s', (words, text) => {
  expect(list(words)).toBe(text)
})
