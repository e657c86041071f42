import { expect, it } from 'vitest'
import { nextMatch } from './type-ahead.ts'

const names = ['orders', 'late', 'ids', 'origin', 'limit']

it.each([
  ['o', 0, 3],
  ['o', 3, 0],
  ['oo', 0, 3],
  ['or', 0, 0],
  ['ori', 0, 3],
  ['l', 0, 1],
  ['li', 1, 4],
  ['x', 2, -1],
  ['i', 2, 2],
])('%s typed on row %i leads to row %i', (typed, from, to) => {
  expect(nextMatch(names, from, typed)).toBe(to)
})

it('finds nothing in nothing', () => {
  expect(nextMatch([], -1, 'a')).toBe(-1)
})
