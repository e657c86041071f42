import { describe, expect, it } from 'vitest'
import type { PreviewNode } from '../../kernel/types.ts'
import { moveFocus, PAGE, pathId, type TreeState, treeRows } from './rows.ts'

const leafNode: PreviewNode = { type: 'number', text: '1' }
const list = (length: number, size = length): PreviewNode => ({
  type: 'array',
  size,
  truncated: size > length,
  children: Array.from({ length }, (_, i) => ({ key: String(i), value: leafNode })),
})
const root: PreviewNode = {
  type: 'object',
  size: 2,
  children: [
    { key: 'a', value: list(2) },
    { key: 'b', value: leafNode },
  ],
}
const state = (...open: (string | number)[][]): TreeState => ({
  open: new Set(open.map(pathId)),
  loaded: new Map(),
  shown: new Map(),
})
const options = { hideRoot: false, canLoad: false }

describe('treeRows', () => {
  it('shows a closed root as one row', () => {
    expect(treeRows({ key: 'x', value: root }, state(), options)).toMatchObject([
      { kind: 'value', level: 1, openable: true, open: false, siblings: 1 },
    ])
  })

  it('shows open levels with their place among their siblings', () => {
    const rows = treeRows({ key: 'x', value: root }, state([], ['a']), options)
    expect(rows.map((row) => [row.path, row.level, row.position, row.siblings])).toEqual([
      [[], 1, 1, 1],
      [['a'], 2, 1, 2],
      [['a', 0], 3, 1, 2],
      [['a', 1], 3, 2, 2],
      [['b'], 2, 2, 2],
    ])
  })

  it('draws one page of children and offers the rest', () => {
    const rows = treeRows({ key: '', value: list(PAGE + 50) }, state([]), { hideRoot: true, canLoad: false })
    expect(rows).toHaveLength(PAGE + 1)
    expect(rows.at(-1)).toMatchObject({ kind: 'more', hidden: 50, loadable: true })
  })

  it('says what is cut, and whether it can be fetched', () => {
    const rest = (canLoad: boolean) =>
      treeRows({ key: '', value: list(2, 900) }, state([]), { hideRoot: true, canLoad }).at(-1)
    expect(rest(true)).toMatchObject({ kind: 'more', hidden: 898, loadable: true })
    expect(rest(false)).toMatchObject({ kind: 'more', hidden: 898, loadable: false })
  })

  it('prefers what was loaded', () => {
    const cut: PreviewNode = { type: 'array', size: 2, truncated: true }
    const loaded = { ...state([]), loaded: new Map([[pathId([]), list(2)]]) }
    expect(treeRows({ key: 'x', value: cut }, loaded, options)).toHaveLength(3)
  })
})

describe('moveFocus', () => {
  const rows = treeRows({ key: 'x', value: root }, state([], ['a']), options)
  it.each([
    [0, 'ArrowDown', 1],
    [0, 'ArrowUp', 0],
    [0, 'ArrowRight', 1],
    [4, 'ArrowDown', 4],
    [3, 'ArrowLeft', 1],
    [0, 'End', 4],
    [3, 'Home', 0],
    [1, 'ArrowLeft', null],
    [4, 'ArrowRight', null],
    [2, 'x', null],
  ])('from row %d, %s leads to %s', (from, key, to) => {
    expect(moveFocus(rows, from, key)).toBe(to)
  })
})
