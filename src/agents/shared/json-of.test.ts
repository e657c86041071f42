import { expect, it } from 'vitest'
import type { PreviewNode } from '../../kernel/types.ts'
import { jsonOf } from './json-of.ts'

const number = (text: string): PreviewNode => ({ type: 'number', text })
const text = (value: string): PreviewNode => ({ type: 'string', text: value, size: value.length })
const array = (...values: PreviewNode[]): PreviewNode => ({
  type: 'array',
  size: values.length,
  children: values.map((value, index) => ({ key: `${index}`, value })),
})
const object = (record: Record<string, PreviewNode>): PreviewNode => {
  const children = Object.entries(record).map(([key, value]) => ({ key, value }))
  return { type: 'object', size: children.length, children }
}

it('takes over what JSON knows', () => {
  const node = object({
    a: array(number('1.5'), { type: 'null' }, { type: 'boolean', text: 'true' }),
    'b c': text('x"y'),
    gone: { type: 'undefined' },
    at: { type: 'date', text: '2024-01-31T00:00:00.000Z' },
  })
  expect(jsonOf(node, 1_000)).toEqual({
    json: { a: [1.5, null, true], 'b c': 'x"y', at: '2024-01-31T00:00:00.000Z' },
    losses: [],
    refusal: null,
  })
  expect(jsonOf({ type: 'undefined' }, 100)).toEqual({ losses: [], refusal: null })
})

it('names each loss with its path', () => {
  const lossy = object({
    n: number('NaN'),
    f: { type: 'function', text: 'f' },
    m: { type: 'map', size: 1, children: [{ key: 'k', value: number('1') }] },
    list: array({ type: 'undefined' }),
  })
  const { json, losses } = jsonOf(lossy, 1_000)
  expect(json).toEqual({ n: null, m: [['k', 1]], list: [null] })
  expect(losses).toEqual([
    '$.n was NaN, which JSON does not know: it became null.',
    '$.f was a function, which JSON does not know: it is left out.',
    '$.m was a Map, which JSON does not know: it became an array of [key, value].',
    '$.list[0] was undefined, which JSON does not know: it became null.',
  ])
  expect(jsonOf({ type: 'function', text: 'f' }, 100)).toMatchObject({
    losses: ['The result was a function, which JSON does not know: it is left out.'],
  })
})

it('refuses what cannot be JSON, with the path', () => {
  expect(jsonOf(object({ self: { type: 'circular', text: '$' } }), 100).refusal).toBe(
    '$.self refers back to $',
  )
  expect(jsonOf(array({ type: 'bigint', text: '10' }), 100).refusal).toContain('$[0] is a BigInt')
})

it('cuts what is too long in its structure, and says so', () => {
  const rows = array(...Array.from({ length: 1_000 }, (_, n) => object({ id: number(`${n}`) })))
  const { json, losses } = jsonOf(rows, 1_500)
  expect(json).toHaveLength(101)
  expect((json as unknown[]).at(-1)).toBe('… 900 more items')
  expect(losses).toEqual(['The result is too long: it was cut. Return less.'])
  const long = jsonOf(text('x'.repeat(10_000)), 500)
  expect(JSON.stringify(long.json).length).toBeLessThanOrEqual(500)
  const deep = object(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key-${n}`, rows])))
  expect(JSON.stringify(jsonOf(deep, 300).json).length).toBeLessThanOrEqual(302)
})

it('counts what the preview had cut already', () => {
  const cut: PreviewNode = { ...array(number('1')), size: 5_000, truncated: true }
  expect(jsonOf(cut, 1_000).json).toEqual([1, '… 4999 more items'])
})
