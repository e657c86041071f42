import { expect, it } from 'vitest'
import { longHex } from './long-hex.ts'

it.each([
  ['#fff', '#ffffff'],
  ['#1aF', '#11aaFF'],
  ['#1f1d1a', '#1f1d1a'],
  ['', ''],
])('%s is written as %s', (short, long) => {
  expect(longHex(short)).toBe(long)
})
