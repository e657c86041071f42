import { describe, expect, it } from 'vitest'
import { endLabels, gutterFor, turnTicks } from './labels.ts'
import { rowsOf, windowOf, xOf } from './layout.ts'
import { shapeOf } from './shape.ts'
import { itemAt, laneOf, stopsOf } from './stops.testing.ts'

describe('turns', () => {
  it('begin half-way before their first stop', () => {
    const stops = stopsOf('bwewe', 'e', (index) => (index < 3 ? 1 : 2))
    const shape = shapeOf([{ ...laneOf('main', ''), stops }], 0)
    const window = windowOf(shape, 900, 60, 'fit', 0)
    const ticks = turnTicks(stops, shape, window, rowsOf(1, 100))
    expect(ticks.map(({ turn, x, named }) => [turn, x, named])).toEqual([
      [1, xOf(window, 0.5), true],
      [2, xOf(window, 2.5), true],
    ])
  })

  it('are named only where the names have room, and ticked only where ticks have', () => {
    const stops = stopsOf(`b${'e'.repeat(1_000)}`, 'e', (index) => index)
    const shape = shapeOf([{ ...laneOf('main', ''), stops }], 0)
    const window = windowOf(shape, 900, 60, 'fit', 0)
    const ticks = turnTicks(stops, shape, window, rowsOf(1, 100))
    expect(ticks.length).toBeLessThan(160)
    const named = ticks.filter((tick) => tick.named)
    for (const [index, tick] of named.entries())
      if (index > 0) expect(tick.x - itemAt(named, index - 1).x).toBeGreaterThanOrEqual(50)
  })
})

describe('names of branches', () => {
  const main = laneOf('main', `b${'e'.repeat(40)}`)
  const other = laneOf('other', 'e', main, 2)
  const shape = shapeOf([main, other], 0)

  it('stand behind the ends', () => {
    const window = windowOf(shape, 900, 80, 'fit', 0)
    const [first, second] = endLabels(shape, window, rowsOf(2, 100))
    expect(first).toMatchObject({ branch: 'main', current: true, beyond: null })
    expect(second?.x).toBeGreaterThan(xOf(window, 2))
    expect(second).toMatchObject({ current: false, beyond: null })
  })

  it('stay at the edges when the ends are out of sight', () => {
    const window = windowOf(shape, 900, 80, 90, 800)
    const [first, second] = endLabels(shape, window, rowsOf(2, 100))
    expect(first).toMatchObject({ beyond: 'right' })
    expect(first?.x).toBeLessThan(900)
    expect(second).toMatchObject({ beyond: 'left' })
    expect(second?.x).toBeGreaterThanOrEqual(0)
  })

  it('have room by their length, but never most of the track', () => {
    expect(gutterFor(['main'], 900)).toBeLessThan(60)
    expect(gutterFor(['main', 'what if orders were empty?'], 900)).toBeGreaterThan(200)
    expect(gutterFor(['main', 'x'.repeat(400)], 900)).toBeLessThanOrEqual(220)
  })
})
