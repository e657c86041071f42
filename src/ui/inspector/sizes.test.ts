import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { parseSizes, sizesProgram, sizeWords } from './sizes.ts'

/** As the interpreter would: names are found where the program stands. */
function measured(values: Record<string, unknown>): Record<string, number> {
  const program = sizesProgram([...Object.keys(values), 'missing'])
  const text: unknown = runInNewContext(program, { Map, Set, ...values })
  return Object.fromEntries(parseSizes(String(text)))
}

describe('the program', () => {
  it('measures values as JSON, maps and sets by what they hold', () => {
    expect(
      measured({ list: [1, 2, 3], text: 'ab', map: new Map([['a', [1]]]), set: new Set([1, 2]), big: 10n }),
    ).toEqual({ list: 7, text: 4, map: 11, set: 5, big: 4 })
  })

  it('leaves out what cannot be measured, and names that are not there', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(measured({ circle, nothing: undefined, call: () => 1, one: 1 })).toEqual({ one: 1 })
  })

  it('takes names that mean something to the program or to objects', () => {
    expect(measured({ reads: [1], size: 'x', plain: 1, toString: 'x' })).toEqual({
      reads: 3,
      size: 3,
      plain: 1,
      toString: 3,
    })
  })
})

it('reads nothing from what is no result', () => {
  for (const text of ['', 'undefined', '[1', '5', 'null', '{"a": "x"}']) expect(parseSizes(text).size).toBe(0)
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [26_400, '26 KB'],
  [999_400, '999 KB'],
  [999_600, '1 MB'],
  [1_130_000, '1.1 MB'],
])('%i characters are %s', (characters, words) => {
  expect(sizeWords(characters)).toBe(words)
})
