import { expect, it } from 'vitest'
import { LONGEST_PAUSE_MS, PACE_MS, parseSpeed, pauseAfter, playFrom, SPEEDS, speedLabel } from './play.ts'
import { stepsOf } from './steps.ts'
import { itemAt, stopsOf } from './stops.testing.ts'

const stops = stopsOf('bwe')

it('keeps an even pace, faster or slower', () => {
  expect(pauseAfter(stepsOf(stops), 0, 1)).toBe(PACE_MS)
  expect(pauseAfter(stepsOf(stops), 0, 0.5)).toBe(2 * PACE_MS)
  expect(pauseAfter(stepsOf(stops), 0, 8)).toBe(PACE_MS / 8)
})

it('keeps the pauses of the run, but none that nobody would wait for', () => {
  const [boot, wait, end] = [itemAt(stops, 0), itemAt(stops, 1), itemAt(stops, 2)]
  const steps = stepsOf([boot, { ...wait, at: 250 }, { ...end, at: 60_000 }])
  expect(pauseAfter(steps, 0, 'real')).toBe(250)
  expect(pauseAfter(steps, 1, 'real')).toBe(LONGEST_PAUSE_MS)
  expect(pauseAfter(stepsOf([boot, { ...wait, at: 0 }]), 0, 'real')).toBeGreaterThan(0)
  expect(pauseAfter(steps, 2, 'real')).toBe(PACE_MS)
})

it('starts over at the live end and goes on elsewhere', () => {
  const steps = stepsOf(stops)
  expect(playFrom(steps, 2)).toBe(0)
  expect(playFrom(steps, 1)).toBe(1)
  expect(playFrom(stepsOf([]), 0)).toBe(0)
})

it('reads the speeds it offers', () => {
  for (const speed of SPEEDS) expect(parseSpeed(String(speed))).toBe(speed)
  expect(parseSpeed('warp')).toBe(1)
  expect(SPEEDS.map(speedLabel)).toEqual(['0.5×', '1×', '2×', '4×', '8×', 'Real time'])
})
