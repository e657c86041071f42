import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnAt,
  fitScale,
  joint,
  offsetAfterZoom,
  offsetToSee,
  PAD,
  rowsOf,
  seen,
  spotOf,
  WIDEST,
  WIDEST_FIT,
  windowOf,
  xOf,
  yOf,
  type Zoom,
} from './layout.ts'
import { shapeOf } from './shape.ts'
import { anyLanes, itemAt, laneOf } from './stops.testing.ts'

const WIDTH = 900
const GUTTER = 60
const main = laneOf('main', `b${'e'.repeat(100)}`)
const long = shapeOf([main], 0)

describe('fit', () => {
  it('does not stretch a short run', () => {
    expect(fitScale(shapeOf([laneOf('main', 'bwe')], 0), WIDTH, GUTTER)).toBe(WIDEST_FIT)
  })

  it('shows a long run whole, and its end beside the names', () => {
    const window = windowOf(long, WIDTH, GUTTER, 'fit', 500)
    expect(window.offset).toBe(0)
    expect(xOf(window, 0)).toBe(PAD)
    expect(xOf(window, 100)).toBeCloseTo(WIDTH - GUTTER)
  })

  it('stands a box without any width', () => {
    expect(Number.isFinite(windowOf(long, 0, GUTTER, 'fit', 0).scale)).toBe(true)
  })
})

const zoom: fc.Arbitrary<Zoom> = fc.oneof(
  fc.constant('fit' as const),
  fc.double({ min: 1, max: 200, noNaN: true }),
)

it('stays within the run, wherever it is told to go', () => {
  fc.assert(
    fc.property(zoom, fc.integer({ min: -5_000, max: 50_000 }), (wanted, offset) => {
      const window = windowOf(long, WIDTH, GUTTER, wanted, offset)
      expect(window.scale).toBeLessThanOrEqual(WIDEST)
      expect(window.offset).toBeGreaterThanOrEqual(0)
      // The last stop never leaves the box to the left of the names.
      expect(xOf(window, 100)).toBeGreaterThanOrEqual(WIDTH - GUTTER - 1e-6)
      const { from, to } = seen(window)
      expect(xOf(window, Math.max(0, from))).toBeLessThanOrEqual(Math.max(PAD, 0))
      expect(xOf(window, to)).toBeGreaterThanOrEqual(WIDTH)
    }),
  )
})

it('finds the column of a place again', () => {
  const window = windowOf(long, WIDTH, GUTTER, 40, 700)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (column) => {
      expect(columnAt(window, xOf(window, column))).toBeCloseTo(column)
    }),
  )
})

it('brings a column into sight, and leaves it where it is when it is seen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 100 }), (offset, column) => {
      const before = windowOf(long, WIDTH, GUTTER, 40, offset)
      const after = windowOf(long, WIDTH, GUTTER, 40, offsetToSee(before, column))
      expect(xOf(after, column)).toBeGreaterThanOrEqual(PAD - 1e-6)
      expect(xOf(after, column)).toBeLessThanOrEqual(WIDTH - GUTTER + 1e-6)
      expect(after.offset).toBeCloseTo(
        windowOf(long, WIDTH, GUTTER, 40, offsetToSee(after, column)).offset,
        0,
      )
    }),
  )
})

it('zooms around a place', () => {
  const before = windowOf(long, WIDTH, GUTTER, 20, 400)
  const column = columnAt(before, 300)
  const after = windowOf(long, WIDTH, GUTTER, 40, offsetAfterZoom(before, 40, 300))
  expect(xOf(after, column)).toBeCloseTo(300)
})

describe('rows', () => {
  it('stand in the middle while they fit, and grow the box when they do not', () => {
    const two = rowsOf(2, 100)
    expect([yOf(two, 0), yOf(two, 1)]).toEqual([28, 72])
    expect(rowsOf(1, 100)).toMatchObject({ first: 50, height: 100 })
    const many = rowsOf(8, 100)
    expect(many.height).toBeGreaterThan(100)
    expect(yOf(many, 7)).toBeLessThan(many.height)
  })
})

describe('spots', () => {
  const other = laneOf('other', 'we', main, 3)
  const fresh = laneOf('fresh', '', main, 2)

  it('lie on the lane that draws the column', () => {
    const shape = shapeOf([main, other], 1)
    expect(spotOf(shape, 2, false)).toEqual({ column: 2, row: 0 })
    expect(spotOf(shape, 3, false)).toEqual({ column: 3, row: 1 })
    expect(spotOf(shape, 4, true)).toEqual({ column: 4, row: 1 })
  })

  it('of a live end without stops lie on its own lane', () => {
    const shape = shapeOf([main, fresh], 1)
    expect(spotOf(shape, 1, true)).toMatchObject({ row: 1 })
    expect(spotOf(shape, 1, false)).toMatchObject({ row: 0 })
  })
})

it('lanes leave the lane that draws the stop they share', () => {
  fc.assert(
    fc.property(anyLanes, (lanes) => {
      const shape = shapeOf(lanes, 0)
      for (const lane of shape.lanes) {
        const start = joint(shape, lane)
        if (!start) {
          expect(lane.from < 0 || lane.start === 0).toBe(true)
          continue
        }
        const owner = itemAt(shape.lanes, start.row)
        expect(start.column).toBe(lane.start - 1)
        expect(start.column).toBeLessThan(owner.end)
        if (owner.from >= 0) expect(start.column).toBeGreaterThanOrEqual(owner.start)
      }
    }),
  )
})
