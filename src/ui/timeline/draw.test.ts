import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Drawing, draw } from './draw.ts'
import { CLUSTER, rowsOf, windowOf } from './layout.ts'
import { shapeOf } from './shape.ts'
import { anyLanes, laneOf } from './stops.testing.ts'

const WIDTH = 900
const drawn = (lanes: ReturnType<typeof laneOf>[], current = 0, zoom: 'fit' | number = 'fit', offset = 0) => {
  const shape = shapeOf(lanes, current)
  return draw(shape, windowOf(shape, WIDTH, 60, zoom, offset), rowsOf(lanes.length, 100))
}
const subpaths = (path: string) => path.split('M').length - 1
const circles = (path: string) => path.split(' 0 1 0 ').length / 2 - 0.5

describe('marks', () => {
  it('are a diamond for calls without a cell', () => {
    const { path } = drawn([laneOf('main', 'bc')])
    expect(path.marks.match(/l/g)).toHaveLength(3)
  })

  it('are a circle for an end, a square for a wait, a cross for a failure, a dot for the start', () => {
    const { path } = drawn([laneOf('main', 'bwxes')])
    expect(circles(path.marks)).toBe(2)
    expect(path.marks.match(/z/g)).toHaveLength(1)
    expect(subpaths(path.failed)).toBe(1)
    expect(subpaths(path.crosses)).toBeGreaterThan(0)
    expect(subpaths(path.solid)).toBe(2)
  })

  it('of other branches are apart from those of the path', () => {
    const main = laneOf('main', 'bee')
    const other = laneOf('other', 'ww', main, 2)
    expect(circles(drawn([main, other], 0).path.marks)).toBe(2)
    expect(drawn([main, other], 0).others.marks.match(/z/g)).toHaveLength(2)
    // Seen from the other branch, the end of main is the one that is beside the path.
    const seen = drawn([main, other], 1)
    expect(circles(seen.others.marks)).toBe(1)
    expect(seen.path.marks.match(/z/g)).toHaveLength(2)
  })
})

describe('a long run', () => {
  const long = laneOf('main', `b${'wwwe'.repeat(2_500)}`)

  it('is drawn as no more bars than have room', () => {
    const { path } = drawn([long])
    expect(path.marks).toBe('')
    expect(subpaths(path.solid)).toBeLessThanOrEqual(WIDTH / CLUSTER + 2)
    expect(subpaths(path.solid)).toBeGreaterThan(WIDTH / CLUSTER / 2)
  })

  it('shows a failure among thousands', () => {
    const failing = laneOf('main', `b${'e'.repeat(5_000)}x${'e'.repeat(5_000)}`)
    expect(drawn([failing]).path.crosses).not.toBe('')
  })

  it('draws only what is seen when one is near', () => {
    const { path } = drawn([long], 0, 30, 60_000)
    const marks = circles(path.marks) + (path.marks.match(/z/g)?.length ?? 0)
    expect(marks).toBeGreaterThan(20)
    expect(marks).toBeLessThan(40)
  })
})

it('never writes a number that is none, nor far outside of the box', () => {
  fc.assert(
    fc.property(
      anyLanes,
      fc.nat(),
      fc.constantFrom('fit' as const, 6, 40, 90),
      fc.nat(3_000),
      (lanes, at, zoom, offset) => {
        const drawing: Drawing = drawn(lanes, at % lanes.length, zoom, offset)
        const { path, others } = drawing
        const text = [path, others]
          .flatMap((each) => [each.line, each.marks, each.solid, each.failed, each.crosses])
          .join(' ')
        expect(text).not.toMatch(/NaN|Infinity|e[-+]\d/)
        for (const [, x] of text.matchAll(/M(-?[\d.]+)/g)) expect(Math.abs(Number(x))).toBeLessThan(2_000)
      },
    ),
  )
})

it('draws each stop once, in view or not', () => {
  fc.assert(
    fc.property(anyLanes, fc.nat(), (lanes, at) => {
      const shape = shapeOf(lanes, at % lanes.length)
      const wide = { width: 1e6, gutter: 60, scale: 40, offset: 0 }
      const { path, others } = draw(shape, wide, rowsOf(lanes.length, 100))
      const stops = lanes.flatMap((lane, index) => lane.stops.slice(index === 0 ? 0 : lane.shared))
      const expected = {
        ends: stops.filter((stop) => stop.kind === 'end' && stop.status !== 'error').length,
        closed: stops.filter((stop) => stop.kind === 'wait' || stop.kind === 'calls').length,
        failed: stops.filter((stop) => stop.status === 'error').length,
      }
      const marks = path.marks + others.marks
      expect(circles(marks)).toBe(expected.ends)
      expect(marks.match(/z/g)?.length ?? 0).toBe(expected.closed)
      expect(circles(path.failed + others.failed)).toBe(expected.failed)
    }),
  )
})
