import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endColumn, FLAG, laneAt, STUB, shapeOf } from './shape.ts'
import { anyLanes, itemAt, laneOf } from './stops.testing.ts'

const main = laneOf('main', 'bwexs')
const other = laneOf('other', 'we', main, 3)
const third = laneOf('third', 'e', other, 4)
const fresh = laneOf('fresh', '', main, 2)
const all = [main, other, third, fresh]

describe('pieces of the current path', () => {
  it.each([
    ['main', 0, [[0, 0, 5]]],
    [
      'a branch',
      1,
      [
        [0, 0, 3],
        [1, 3, 5],
      ],
    ],
    [
      'a branch of a branch',
      2,
      [
        [0, 0, 3],
        [1, 3, 4],
        [2, 4, 5],
      ],
    ],
    [
      'one without stops of its own',
      3,
      [
        [0, 0, 2],
        [3, 2, 2],
      ],
    ],
  ])('%s', (_, current, pieces) => {
    expect(shapeOf(all, current).pieces.map(({ lane, from, to }) => [lane, from, to])).toEqual(pieces)
  })
})

it('keeps what a stop is in bits', () => {
  expect([...itemAt(shapeOf([main], 0).lanes, 0).flags]).toEqual([
    FLAG.boot,
    FLAG.wait,
    FLAG.end,
    FLAG.end | FLAG.failed,
    FLAG.end | FLAG.stopped,
  ])
})

it('gives an end of its own to a branch that waits or has nothing yet', () => {
  const shape = shapeOf([...all, laneOf('waits', 'w', main, 3)], 0)
  expect(shape.lanes.map(endColumn)).toEqual([4, 4, 4, 1 + STUB, 3 + STUB])
  expect(shape.width).toBe(4)
})

it('every column of the current path is drawn by exactly one lane', () => {
  fc.assert(
    fc.property(anyLanes, fc.nat(), (lanes, at) => {
      const current = at % lanes.length
      const shape = shapeOf(lanes, current)
      const drawn: number[] = []
      for (const piece of shape.pieces) {
        const lane = shape.lanes[piece.lane]
        expect(piece.from).toBe(lane?.start)
        for (let column = piece.from; column < piece.to; column += 1) {
          drawn.push(column)
          // The lane holds the very stop of the path.
          expect(itemAt(lanes, piece.lane).stops[column]?.event).toBe(
            itemAt(lanes, current).stops[column]?.event,
          )
          expect(laneAt(shape, column)).toBe(lane)
        }
      }
      expect(drawn).toEqual(itemAt(lanes, current).stops.map((_, index) => index))
    }),
  )
})
