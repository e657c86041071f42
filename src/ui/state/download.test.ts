import { expect, it } from 'vitest'
import { fileName } from './download.ts'

it.each([
  ['What happened in Seattle?', 'What happened in Seattle'],
  ['a/b\\c: "d" <e>|*', 'a b c d e'],
  ['???', 'notebook'],
  ['航班延误 2001', '航班延误 2001'],
  ['v1.2 ...', 'v1.2'],
])('%j is saved as %j', (title, name) => {
  expect(fileName(title)).toBe(name)
})
