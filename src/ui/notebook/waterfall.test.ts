import { expect, it } from 'vitest'
import type { CallView } from '../../notebook/view.ts'
import { waterfall } from './waterfall.ts'

const call = (startedMs: number, endedMs: number | null): CallView => ({
  id: 1,
  name: 'search',
  input: {},
  status: endedMs === null ? 'running' : 'ok',
  source: null,
  startedMs,
  endedMs,
})

it('puts calls on one axis', () => {
  expect(waterfall([call(10, 60), call(60, 110)])).toEqual([
    { left: 0, width: 50 },
    { left: 50, width: 50 },
  ])
})

it('lets an open call reach to now', () => {
  expect(waterfall([call(0, 50), call(0, null)], 100)).toEqual([
    { left: 0, width: 50 },
    { left: 0, width: 100 },
  ])
})

it('lets an open call reach beyond what is known, where now is not', () => {
  const [done, open] = waterfall([call(0, 50), call(0, null)])
  expect(done?.width).toBeCloseTo(87, 0)
  expect(open?.width).toBe(100)
})

it('keeps every bar inside and visible', () => {
  for (const bar of [
    ...waterfall([call(5, 5)]),
    ...waterfall([call(0, 1_000), call(1_000, 1_000), call(500, 500)]),
  ]) {
    expect(bar.width).toBeGreaterThan(0)
    expect(bar.left + bar.width).toBeLessThanOrEqual(100)
  }
  expect(waterfall([])).toEqual([])
})
