import { expect, it } from 'vitest'
import { Work } from './work.ts'

/** Looks every so many ms until `budget` is exceeded; returns the time that took. */
function timeToExceed(budget: number, gaps: readonly number[]): number {
  let now = 1_000
  const work = new Work(() => now)
  work.begin()
  for (let i = 0; ; i += 1) {
    now += gaps[i % gaps.length] ?? 1
    if (work.exceeds(budget)) return now - 1_000
  }
}

it('ends a loop when its budget is used up', () => {
  expect(timeToExceed(300, [0.25])).toBeCloseTo(300, 0)
})

it('takes little of what a busy machine does meanwhile', () => {
  // Three milliseconds of work, then twelve for others.
  const busy = [...Array.from({ length: 12 }, () => 0.25), 12]
  expect(timeToExceed(300, busy)).toBeGreaterThan(790)
})

it('ends work that is seldom looked at, such as a storm of microtasks, in its time too', () => {
  expect(timeToExceed(300, [9])).toBeLessThan(330)
  expect(timeToExceed(300, [50])).toBeLessThan(550)
})

it('lets the clock alone end what hides from it', () => {
  expect(timeToExceed(300, [0.1, 0.1, 0.1, 0.1, 100])).toBeLessThan(930)
})

it('counts over several steps, and not what lies between them', () => {
  let now = 0
  const work = new Work(() => now)
  for (let i = 0; i < 3; i += 1) {
    now += 1_000
    work.begin()
    now += 1.5
    work.look()
  }
  expect(work.ms).toBe(4.5)
  expect(work.exceeds(4.4)).toBe(true)
  expect(work.exceeds(4.6)).toBe(false)
})
