import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorAt, type Move, moved, placeCount, placeOf, stepsOf, stopAt } from './steps.ts'
import { letters, stopsOf } from './stops.testing.ts'

const MOVES: readonly Move[] = ['first', 'previous', 'next', 'last', 'previous-cell', 'next-cell']

describe('places', () => {
  it('the last stop is the live end when it ends a cell', () => {
    const steps = stepsOf(stopsOf('bwe'))
    expect(placeCount(steps)).toBe(3)
    expect(placeOf(steps, null)).toBe(2)
    expect(cursorAt(steps, 2)).toBeNull()
    expect(cursorAt(steps, 1)).toBe('e1')
    expect(placeOf(steps, 'e2')).toBe(2)
  })

  it('the live end is a place of its own in the middle of a cell', () => {
    const steps = stepsOf(stopsOf('bww'))
    expect(placeCount(steps)).toBe(4)
    expect(placeOf(steps, null)).toBe(3)
    expect(cursorAt(steps, 2)).toBe('e2')
    expect(stopAt(steps, 3)).toBeNull()
  })

  it('there is one place before anything was recorded', () => {
    const steps = stepsOf([])
    expect(placeCount(steps)).toBe(1)
    expect(cursorAt(steps, 0)).toBeNull()
    for (const move of MOVES) expect(moved(steps, 0, move)).toBe(0)
  })

  it('a cursor of another branch stands at the live end', () => {
    expect(placeOf(stepsOf(stopsOf('be')), 'elsewhere')).toBe(1)
  })
})

describe('moves', () => {
  const steps = stepsOf(stopsOf('bwwewxwe'))
  it.each<[Move, number, number]>([
    ['previous', 4, 3],
    ['previous', 0, 0],
    ['next', 4, 5],
    ['next', 7, 7],
    ['first', 6, 0],
    ['last', 1, 7],
    ['previous-cell', 6, 5],
    ['previous-cell', 5, 3],
    ['previous-cell', 2, 0],
    ['next-cell', 0, 3],
    ['next-cell', 3, 5],
    ['next-cell', 6, 7],
    ['next-cell', 7, 7],
  ])('%s from %i leads to %i', (move, from, to) => {
    expect(moved(steps, from, move)).toBe(to)
  })
})

it('from anywhere every place is reached by single steps, and both ends by moving on', () => {
  fc.assert(
    fc.property(letters(), fc.nat(), (text, at) => {
      const steps = stepsOf(stopsOf(text))
      const last = placeCount(steps) - 1
      const from = at % (last + 1)
      for (const move of MOVES) {
        const to = moved(steps, from, move)
        expect(to).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(last)
      }
      let place = from
      for (let step = 0; step <= last; step += 1) place = moved(steps, place, 'previous-cell')
      expect(place).toBe(0)
      for (let step = 0; step <= last; step += 1) place = moved(steps, place, 'next-cell')
      expect(place).toBe(last)
      if (from < last) expect(placeOf(steps, cursorAt(steps, from))).toBe(from)
      expect(cursorAt(steps, last)).toBeNull()
    }),
  )
})
