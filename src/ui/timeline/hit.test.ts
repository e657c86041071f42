import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { targetAt } from './hit.ts'
import { rowsOf, windowOf, xOf, yOf } from './layout.ts'
import { shapeOf } from './shape.ts'
import { placeCount, stepsOf } from './steps.ts'
import { anyLanes, itemAt, laneOf } from './stops.testing.ts'

const main = laneOf('main', 'beeeee')
const other = laneOf('other', 'ew', main, 3)

function pointing(lanes: ReturnType<typeof laneOf>[], current: number, width = 900) {
  const shape = shapeOf(lanes, current)
  const steps = stepsOf(itemAt(lanes, current).stops)
  const window = windowOf(shape, width, 60, 'fit', 0)
  const rows = rowsOf(lanes.length, 100)
  return {
    shape,
    steps,
    at: (column: number, row: number, dx = 0, dy = 0) =>
      targetAt(shape, steps, window, rows, xOf(window, column) + dx, yOf(rows, row) + dy),
  }
}

describe('on the path', () => {
  const { at } = pointing([main, other], 0)
  it.each([
    [2, 0, 0, 0, 2],
    [2, 0, 30, 0, 2],
    [2, 0, 50, 0, 3],
    [0, 0, -400, 0, 0],
    [5, 0, 400, 0, 5],
    // High above and between the lanes it is the path that is meant.
    [4, 0, 0, -30, 4],
    [4, 0, 0, 24, 4],
  ])('column %i row %i %i %i is place %i', (column, row, dx, dy, place) => {
    expect(at(column, row, dx, dy)).toEqual({ type: 'place', place })
  })
})

it('another branch has to be pointed at, and then gives its nearest stop', () => {
  const { at } = pointing([main, other], 0)
  expect(at(3, 1)).toEqual({ type: 'stop', lane: 1, column: 3 })
  expect(at(3, 1, 0, -10)).toEqual({ type: 'stop', lane: 1, column: 3 })
  expect(at(4, 1, 9)).toEqual({ type: 'stop', lane: 1, column: 4 })
  expect(at(1, 1)).toEqual({ type: 'place', place: 1 })
  expect(at(5, 1)).toEqual({ type: 'place', place: 5 })
})

it('what the path leaves behind is another branch', () => {
  const { at } = pointing([main, other], 1)
  expect(at(2, 0)).toEqual({ type: 'place', place: 2 })
  expect(at(4, 0)).toEqual({ type: 'stop', lane: 0, column: 4 })
  expect(at(4, 1)).toEqual({ type: 'place', place: 4 })
  // After its last wait the branch goes on: that is its live end.
  expect(at(5, 1)).toEqual({ type: 'place', place: 5 })
})

it('gives something that is there, wherever one points', () => {
  const point = fc.integer({ min: -200, max: 2_000 })
  fc.assert(
    fc.property(anyLanes, fc.nat(), point, point, fc.constantFrom(200, 900), (lanes, which, x, y, width) => {
      const current = which % lanes.length
      const shape = shapeOf(lanes, current)
      const steps = stepsOf(itemAt(lanes, current).stops)
      const target = targetAt(
        shape,
        steps,
        windowOf(shape, width, 60, 'fit', 0),
        rowsOf(lanes.length, 100),
        x,
        y,
      )
      if (target.type === 'place') expect(target.place).toBeLessThan(placeCount(steps))
      else {
        const stop = itemAt(itemAt(lanes, target.lane).stops, target.column)
        expect(steps.places.has(stop.event)).toBe(false)
      }
    }),
  )
})
