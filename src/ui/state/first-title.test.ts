import { expect, it } from 'vitest'
import { titleOf } from './first-title.ts'

it.each([
  ['  Which flights were late?\nAnd why?', 'Which flights were late?'],
  ['a'.repeat(80), `${'a'.repeat(60)} …`],
  [
    'Compare the mean delay of all airports in the west with the weather on each of those days',
    'Compare the mean delay of all airports in the west with the …',
  ],
])('%j becomes a title', (text, title) => {
  expect(titleOf(text)).toBe(title)
})
