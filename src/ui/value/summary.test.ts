import { describe, expect, it } from 'vitest'
import type { PreviewNode } from '../../kernel/types.ts'
import { copyText, isOpenable, leaf, summary, textOf } from './summary.ts'

const number = (n: number): PreviewNode => ({ type: 'number', text: String(n) })
const text = (s: string): PreviewNode => ({ type: 'string', text: s })
const object = (children: Record<string, PreviewNode>): PreviewNode => ({
  type: 'object',
  size: Object.keys(children).length,
  children: Object.entries(children).map(([key, value]) => ({ key, value })),
})
const array = (items: PreviewNode[], size = items.length): PreviewNode => ({
  type: 'array',
  size,
  truncated: size > items.length,
  children: items.map((value, i) => ({ key: String(i), value })),
})

describe('summary', () => {
  it.each<[string, PreviewNode, string]>([
    ['an object', object({ id: number(3), 'odd name': text('x') }), '{id: 3, "odd name": "x"}'],
    ['an array', array([number(1), text('a'), { type: 'null' }]), '[1, "a", null]'],
    ['a cut array', array([number(1)], 900), '[1, … 899 more]'],
    ['nothing inside', object({}), '{}'],
    ['a set', { type: 'set', size: 1, children: [{ key: '0', value: number(1) }] }, 'Set(1) {1}'],
    [
      'a map with keys that are values',
      { type: 'map', size: 1, children: [{ key: '1', keyNode: number(1), value: text('a') }] },
      'Map(1) {1 => "a"}',
    ],
    [
      'an instance',
      { type: 'instance', text: 'Point', size: 1, children: [{ key: 'x', value: number(1) }] },
      'Point {x: 1}',
    ],
    ['a container whose inside is elsewhere', { type: 'array', size: 3204, truncated: true }, 'Array(3204)'],
  ])('%s', (_, node, shown) => {
    expect(textOf(summary(node))).toBe(shown)
  })

  it('stays near its budget and says how much is left out', () => {
    const long = textOf(summary(array(Array.from({ length: 200 }, (_, i) => number(i))), 40))
    expect(long.length).toBeLessThan(80)
    expect(long).toMatch(/… 1\d\d more\]$/)
  })
})

describe('leaf', () => {
  it.each<[PreviewNode, string]>([
    [{ type: 'bigint', text: '10' }, '10n'],
    [{ type: 'bigint', text: '10n' }, '10n'],
    [{ type: 'string', text: 'ab', size: 500, truncated: true }, '"ab…" 498 more characters'],
    [{ type: 'circular', text: '$.a' }, 'circular → $.a'],
    [{ type: 'function', text: 'f' }, 'ƒ f'],
  ])('%j', (node, shown) => {
    expect(leaf(node).text).toBe(shown)
  })
})

describe('copyText', () => {
  it('gives a string bare and complete data as JSON', () => {
    expect(copyText(text('a "b"'))).toBe('a "b"')
    expect(JSON.parse(copyText(object({ a: array([number(1)]) })))).toEqual({ a: [1] })
  })

  it('gives what is shown where JSON would lie', () => {
    expect(copyText(array([number(1)], 9))).toBe('[1, … 8 more]')
    expect(copyText(object({ a: { type: 'undefined' } }))).toBe('{a: undefined}')
    expect(copyText({ type: 'number', text: 'NaN' })).toBe('NaN')
  })
})

it('only what has an inside can be opened', () => {
  expect(isOpenable(array([]))).toBe(false)
  expect(isOpenable({ type: 'array', size: 5, truncated: true })).toBe(true)
  expect(isOpenable({ type: 'string', text: 'a', size: 9, truncated: true })).toBe(false)
})
