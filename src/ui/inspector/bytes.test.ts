import { expect, test } from 'vitest'
import { byteWords } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1_023, '1,023 B'],
  [1_024, '1 KB'],
  [1_500_000, '1.4 MB'],
  [1_023 * 1_024, '1,023 KB'],
  [1_024 * 1_024 - 1, '1 MB'],
])('%i bytes', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words)
})
