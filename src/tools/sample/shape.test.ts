import { expect, test } from 'vitest'
import { list, number, oneOf, optional, record, string, tuple } from './shape.ts'

const shape = record({
  name: string,
  size: optional(number),
  kind: oneOf(['a', 'b']),
  pairs: list(tuple(string, number)),
})

test('gives a value back with what it names and no more', () => {
  const value = { name: 'x', kind: 'b', pairs: [['one', 1]], more: true }
  expect(shape(value)).toEqual({ name: 'x', size: undefined, kind: 'b', pairs: [['one', 1]] })
})

test.each<[unknown, string]>([
  [null, '$ is not an object'],
  [{ name: 1 }, '$.name is not a string'],
  [{ name: 'x', size: '1' }, '$.size is not a number'],
  [{ name: 'x', kind: 'c' }, '$.kind is not one of a, b'],
  [{ name: 'x', kind: 'a', pairs: {} }, '$.pairs is not a list'],
  [{ name: 'x', kind: 'a', pairs: [['one', 1], ['two']] }, '$.pairs[1] is not a list of 2'],
  [
    {
      name: 'x',
      kind: 'a',
      pairs: [
        ['one', 1],
        ['two', '2'],
      ],
    },
    '$.pairs[1][1] is not a number',
  ],
])('%j: %s', (value, message) => {
  expect(() => shape(value)).toThrow(message)
})
