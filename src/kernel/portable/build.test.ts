import { describe, expect, test } from 'vitest'
import { buildSnapshot } from './build.ts'
import type { RawGraph, RawObject, RawValue } from './graph.ts'
import { portableReport } from './report.ts'

const object = (properties: [string, RawValue][], changes: string[] = []): RawObject => ({
  type: 'object',
  properties,
  changes,
})
const value = (name: string, of: RawValue): RawGraph['names'][number] => ({ name, type: 'object', value: of })
const build = (names: RawGraph['names'], objects: RawObject[] = []) =>
  buildSnapshot({ names, objects }, new Set())
const FUNCTION = { unserializable: 'function' }

describe('buildSnapshot', () => {
  test('leaves out a value that holds what cannot be carried, however deep, and all that only it holds', () => {
    const snapshot = build(
      [value('a', { ref: 0 }), value('b', { ref: 2 })],
      [
        object([['x', { ref: 1 }]]),
        object([
          ['f', FUNCTION],
          ['shared', { ref: 2 }],
        ]),
        object([['n', 1]]),
      ],
    )
    expect(snapshot.values).toEqual([
      { name: 'a', status: 'tombstone', type: 'object', reason: 'a function at .x.f' },
      { name: 'b', status: 'kept', type: 'object', bytes: expect.any(Number) as number, value: { ref: 0 } },
    ])
    expect(snapshot.objects).toEqual([{ type: 'object', properties: [['n', 1]] }])
  })

  test('goes through cycles that lead to what cannot be carried', () => {
    const snapshot = build(
      [value('a', { ref: 0 }), value('b', { ref: 1 }), value('c', { ref: 2 })],
      [
        object([['b', { ref: 1 }]]),
        object([
          ['a', { ref: 0 }],
          ['f', FUNCTION],
        ]),
        object([['c', { ref: 2 }]]),
      ],
    )
    expect(snapshot.values.map(({ status }) => status)).toEqual(['tombstone', 'tombstone', 'kept'])
    expect(snapshot.objects).toEqual([{ type: 'object', properties: [['c', { ref: 0 }]] }])
  })

  test('names the nearest of several reasons', () => {
    const snapshot = build(
      [value('a', { ref: 0 })],
      [
        object([
          ['deep', { ref: 1 }],
          ['near', { unserializable: 'proxy' }],
        ]),
        object([['f', FUNCTION]]),
      ],
    )
    expect(portableReport(snapshot).names[0]?.notes).toEqual(['a proxy at .near'])
  })

  test('counts a shared object for the first name that holds it', () => {
    const { names } = portableReport(
      build([value('a', { ref: 0 }), value('b', { ref: 0 })], [object([['text', 'x'.repeat(100)]])]),
    )
    expect(names[0]?.bytes).toBeGreaterThan(100)
    expect(names[1]?.bytes).toBe('{"ref":0}'.length)
  })

  test('lists changes with their paths, each for every name that holds it, and counts what is too much', () => {
    const many = Array.from({ length: 30 }, (_, index) => object([], [`change ${index}`]))
    const snapshot = build(
      [value('one', { ref: 30 }), value('all', { ref: 31 })],
      [
        ...many,
        object([['x', { ref: 3 }]], ['own']),
        { type: 'array', items: many.map((_, ref) => ({ ref })), changes: [] },
      ],
    )
    const [one, all] = portableReport(snapshot).names
    expect(one?.notes).toEqual(['own', '.x: change 3'])
    expect(all?.notes).toHaveLength(21)
    expect(all?.notes.slice(0, 2)).toEqual(['[0]: change 0', '[1]: change 1'])
    expect(all?.notes.at(-1)).toBe('… and 10 more')
  })

  test('shows the way through maps, sets, symbols and odd keys', () => {
    const path = (holder: RawObject): string | undefined => {
      const snapshot = build(
        [value('a', { ref: 0 })],
        [holder, { type: 'symbol', description: 'mine', changes: [] }, object([['f', FUNCTION]])],
      )
      return portableReport(snapshot).names[0]?.notes[0]
    }
    const inner = { ref: 2 }
    expect(path({ type: 'map', entries: [['k', inner]], changes: [] })).toBe('a function at .get("k").f')
    expect(path({ type: 'map', entries: [[true, inner]], changes: [] })).toBe('a function at (entry 0).f')
    expect(path({ type: 'map', entries: [[inner, 1]], changes: [] })).toBe('a function at (key 0).f')
    expect(path({ type: 'set', items: [1, inner], changes: [] })).toBe('a function at (item 1).f')
    expect(path(object([['a b', inner]]))).toBe('a function at ["a b"].f')
    expect(path({ type: 'object', properties: [[{ ref: 1 }, inner]], changes: [] })).toBe(
      'a function at [Symbol(mine)].f',
    )
  })

  test('reports names that were never reached, built-in ones, and tombstones that were there', () => {
    const grave = { status: 'tombstone', type: 'function', reason: 'a function', text: '' } as const
    const snapshot = buildSnapshot(
      {
        names: [
          { name: 'late', type: 'undefined', value: { is: 'undefined' } },
          { name: 'parseInt', builtin: true },
          { name: 'old', tombstone: grave },
          { name: 'gone', tombstone: { ...grave, status: 'missing' } },
        ],
        objects: [],
      },
      new Set(['late']),
    )
    expect(portableReport(snapshot).names.map(({ name, status }) => [name, status])).toEqual([
      ['late', 'missing'],
      ['parseInt', 'changed'],
      ['old', 'tombstone'],
      ['gone', 'missing'],
    ])
  })

  test('takes time linear in a long chain', () => {
    const length = 100_000
    const chain = Array.from({ length }, (_, index) =>
      object([['next', index + 1 < length ? { ref: index + 1 } : FUNCTION]]),
    )
    const names = Array.from({ length: 50 }, (_, index) => value(`n${index}`, { ref: index * 100 }))
    const snapshot = build(names, chain)
    const { names: told } = portableReport(snapshot)
    expect(told.every(({ status }) => status === 'tombstone')).toBe(true)
    expect(told[0]?.notes).toEqual([`a function at ${'.next'.repeat(12)} … 99987 steps deeper … .next`])
  })
})
