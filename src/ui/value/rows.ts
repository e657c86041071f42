import type { PreviewEntry, PreviewNode } from '../../kernel/types.ts'
import { hasMore, isOpenable } from './summary.ts'

/** Steps from a tree's root: property names, and numbers for places in arrays, maps and sets. */
export type ValuePath = (string | number)[]

export type Row =
  | {
      kind: 'value'
      id: string
      path: ValuePath
      level: number
      entry: PreviewEntry
      /** Array and set members have a place rather than a name. */
      place: boolean
      openable: boolean
      open: boolean
      position: number
      siblings: number
    }
  /** Stands for children that are not shown yet; opening it shows more. */
  | {
      kind: 'more'
      id: string
      path: ValuePath
      level: number
      hidden: number
      loadable: boolean
      position: number
      siblings: number
    }

/** What the person opened, and what was loaded since. */
export interface TreeState {
  open: ReadonlySet<string>
  loaded: ReadonlyMap<string, PreviewNode>
  /** How many children of a node are shown, where it is not `PAGE`. */
  shown: ReadonlyMap<string, number>
}

/** Children shown before a row offers more. */
export const PAGE = 100

export function pathId(path: ValuePath): string {
  return JSON.stringify(path)
}

export function childPath(
  parent: ValuePath,
  node: PreviewNode,
  entry: PreviewEntry,
  index: number,
): ValuePath {
  if (node.type === 'map' || node.type === 'set') return [...parent, index]
  const numbered = node.type === 'array' || node.type === 'typed-array'
  return [...parent, numbered && /^\d+$/.test(entry.key) ? Number(entry.key) : entry.key]
}

/** The rows that are visible, top to bottom. With `hideRoot` the root's children are the first level. */
export function treeRows(
  root: PreviewEntry,
  state: TreeState,
  options: { hideRoot: boolean; canLoad: boolean },
): Row[] {
  const rows: Row[] = []
  if (options.hideRoot) children(root.value, [], 1)
  else value(root, [], 1, 1, 1, false)
  return rows

  function value(
    entry: PreviewEntry,
    path: ValuePath,
    level: number,
    position: number,
    siblings: number,
    place: boolean,
  ): void {
    const id = pathId(path)
    const node = state.loaded.get(id) ?? entry.value
    const openable = isOpenable(node)
    const open = openable && state.open.has(id)
    rows.push({
      kind: 'value',
      id,
      path,
      level,
      entry: { ...entry, value: node },
      place,
      openable,
      open,
      position,
      siblings,
    })
    if (open) children(node, path, level + 1)
  }

  function children(node: PreviewNode, path: ValuePath, level: number): void {
    const id = pathId(path)
    const here = state.loaded.get(id) ?? node
    const all = here.children ?? []
    const count = Math.min(all.length, state.shown.get(id) ?? PAGE)
    const hidden = Math.max(here.size ?? all.length, all.length) - count
    const cut = count < all.length || hasMore(here)
    const siblings = count + (cut ? 1 : 0)
    const place = here.type === 'array' || here.type === 'set' || here.type === 'typed-array'
    for (const [index, entry] of all.slice(0, count).entries()) {
      value(entry, childPath(path, here, entry, index), level, index + 1, siblings, place)
    }
    if (cut) {
      const loadable = count < all.length || options.canLoad
      rows.push({ kind: 'more', id: `${id}…`, path, level, hidden, loadable, position: siblings, siblings })
    }
  }
}

/** Where focus goes on a key, as an index into `rows`; `null` when the key does not move it. */
export function moveFocus(rows: Row[], from: number, key: string): number | null {
  const row = rows[from]
  if (!row) return rows.length > 0 ? 0 : null
  switch (key) {
    case 'ArrowDown':
      return Math.min(rows.length - 1, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row.kind === 'value' && row.open ? Math.min(rows.length - 1, from + 1) : null
    case 'ArrowLeft': {
      if (row.kind === 'value' && row.open) return null
      for (let i = from - 1; i >= 0; i--) if ((rows[i]?.level ?? 0) < row.level) return i
      return null
    }
    default:
      return null
  }
}
