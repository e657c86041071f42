import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, PreviewNode, Variable } from '../../kernel/types.ts'
import { fromJson } from '../value/from-json.ts'
import { pathId, type ValuePath } from '../value/rows.ts'
import { changedCount, compareLoaded, compareVariables, sameNode } from './compare.ts'

const variables = (values: Record<string, Json>): Variable[] =>
  Object.entries(values).map(([name, value]) => ({ name, value: fromJson(value) }))

function changes(now: Record<string, Json>, before: Record<string, Json>): Record<string, string> {
  const { changes } = compareVariables(variables(now), variables(before))
  return Object.fromEntries(
    [...changes].map(([id, change]) => [(JSON.parse(id) as ValuePath).join('.'), change]),
  )
}

describe('variables', () => {
  it.each<[string, Record<string, Json>, Record<string, Json>, Record<string, string>]>([
    ['nothing', { a: 1, b: [1] }, { a: 1, b: [1] }, {}],
    ['a new one, as a whole', { a: 1, b: { c: [1] } }, { a: 1 }, { b: 'added' }],
    ['one that is gone', { a: 1 }, { a: 1, b: 2 }, { b: 'removed' }],
    ['another value', { a: 2 }, { a: 1 }, { a: 'changed' }],
    ['another type', { a: [1] }, { a: 1 }, { a: 'changed' }],
    [
      'inside',
      { a: { b: { c: 2 }, d: 1 } },
      { a: { b: { c: 1 }, d: 1 } },
      {
        a: 'changed',
        'a.b': 'changed',
        'a.b.c': 'changed',
      },
    ],
    [
      'a property more and one less',
      { a: { x: 1, z: 3 } },
      { a: { x: 1, y: 2 } },
      {
        a: 'changed',
        'a.z': 'added',
        'a.y': 'removed',
      },
    ],
    ['an item more', { a: [1, 2, 3] }, { a: [1, 2] }, { a: 'changed', 'a.2': 'added' }],
    ['an item less', { a: [1] }, { a: [1, 2] }, { a: 'changed' }],
  ])('%s', (_, now, before, expected) => {
    expect(changes(now, before)).toEqual(expected)
  })

  it('without anything to compare with nothing is marked', () => {
    expect(compareVariables(variables({ a: 1 }), null).changes.size).toBe(0)
  })

  it('what is gone stands at the end and is counted', () => {
    const compared = compareVariables(variables({ b: 1, c: 2 }), variables({ a: 1, b: 1 }))
    expect(compared.node.children?.map((entry) => entry.key)).toEqual(['b', 'c', 'a'])
    expect(changedCount(compared)).toBe(2)
  })

  it('says in short what a value was', () => {
    const { was } = compareVariables(
      variables({ count: 42, list: [1], text: 'b', same: { a: 2 } }),
      variables({ count: 41, list: [1, 2], text: 'x'.repeat(90), same: { a: 1 } }),
    )
    expect(was.get(pathId(['count']))).toBe('41')
    expect(was.get(pathId(['list']))).toBe('Array(2)')
    expect(was.get(pathId(['text']))?.length).toBeLessThanOrEqual(28)
    expect(was.get(pathId(['same']))).toBe('')
  })
})

const cut = (items: Json[], size: number): PreviewNode => ({ ...fromJson(items), size, truncated: true })

describe('values that are not shown whole', () => {
  it('may have held what is seen now: nothing is called new', () => {
    const { changes } = compareVariables(
      [{ name: 'a', value: cut([1, 2, 3], 9) }],
      [{ name: 'a', value: cut([1, 2], 9) }],
    )
    expect([...changes]).toEqual([[pathId(['a']), 'changed']])
  })

  it('but what lies behind the earlier end is new', () => {
    const { changes } = compareVariables(
      [{ name: 'a', value: cut([1, 2, 3], 9) }],
      [{ name: 'a', value: cut([1], 2) }],
    )
    expect(changes.get(pathId(['a', 2]))).toBe('added')
    expect(changes.get(pathId(['a', 1]))).toBeUndefined()
  })
})

describe('members of sets and maps', () => {
  const set = (...items: number[]): PreviewNode => ({ ...fromJson(items), type: 'set' })
  it('are the same by their value, not by their place', () => {
    const compared = compareVariables([{ name: 's', value: set(2, 3) }], [{ name: 's', value: set(1, 2, 3) }])
    expect(Object.fromEntries(compared.changes)).toEqual({
      [pathId(['s'])]: 'changed',
      [pathId(['s', 2])]: 'removed',
    })
  })

  it('of maps with objects as keys are told apart', () => {
    const map = (id: number, value: number): PreviewNode => ({
      type: 'map',
      size: 1,
      children: [{ key: '{…}', keyNode: fromJson({ id }), value: fromJson(value) }],
    })
    const other = compareVariables([{ name: 'm', value: map(1, 5) }], [{ name: 'm', value: map(2, 5) }])
    expect(other.changes.get(pathId(['m', 0]))).toBe('added')
    const same = compareVariables([{ name: 'm', value: map(1, 6) }], [{ name: 'm', value: map(1, 5) }])
    expect(same.changes.get(pathId(['m', 0]))).toBe('changed')
  })
})

describe('parts that are loaded later', () => {
  it('are compared in their turn', () => {
    const compared = compareVariables([{ name: 'a', value: cut([], 3) }], [{ name: 'a', value: cut([], 2) }])
    const node = compareLoaded(compared, ['a'], fromJson([1, 2, 3]), fromJson([1, 5]))
    expect(node.children).toHaveLength(3)
    expect(compared.changes.get(pathId(['a', 1]))).toBe('changed')
    expect(compared.changes.get(pathId(['a', 2]))).toBe('added')
  })

  it('of something new are not marked again', () => {
    const compared = compareVariables([{ name: 'a', value: fromJson([[1]]) }], [])
    compareLoaded(compared, ['a', 0], fromJson([1]), fromJson([2]))
    expect(compared.changes.get(pathId(['a', 0, 0]))).toBeUndefined()
  })
})

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), json)

it('finds a change exactly where the data differ', () => {
  fc.assert(
    fc.property(values, values, (now, before) => {
      const compared = compareVariables(variables(now), variables(before))
      for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
        const expected = !(name in before)
          ? 'added'
          : !(name in now)
            ? 'removed'
            : sameNode(fromJson(now[name]), fromJson(before[name]))
              ? undefined
              : 'changed'
        expect(compared.changes.get(pathId([name]))).toBe(expected)
      }
    }),
  )
})

it('nothing differs from itself', () => {
  fc.assert(
    fc.property(values, (now) => {
      expect(compareVariables(variables(now), variables(structuredClone(now))).changes.size).toBe(0)
    }),
  )
})

it('every mark under a name has marks on the way to it', () => {
  fc.assert(
    fc.property(values, values, (now, before) => {
      const { changes } = compareVariables(variables(now), variables(before))
      for (const id of changes.keys()) {
        const path = JSON.parse(id) as ValuePath
        if (path.length > 1) expect(changes.get(pathId(path.slice(0, -1)))).toBe('changed')
      }
    }),
  )
})
