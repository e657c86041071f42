import { expect, it } from 'vitest'
import { when } from './when.ts'

const NOW = Date.UTC(2026, 2, 20, 12)

it.each([
  [5_000, 'now'],
  [5 * 60_000, '5 min'],
  [3 * 3_600_000, '3 h'],
  [2 * 24 * 3_600_000, 'Wed'],
  [30 * 24 * 3_600_000, 'Feb 18'],
])('%d ms ago is %s', (ago, text) => {
  expect(when(NOW - ago, NOW)).toBe(text)
})
