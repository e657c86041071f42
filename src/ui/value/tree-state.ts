import { useMemo, useState } from 'react'
import type { PreviewNode } from '../../kernel/types.ts'
import { PAGE, pathId, type Row, type TreeState, type ValuePath } from './rows.ts'
import { hasMore, isContainer } from './summary.ts'

type Load = (path: ValuePath) => Promise<PreviewNode | null>

interface Held extends TreeState {
  /** What the rest belongs to: an answer for another root is dropped. */
  root: PreviewNode
  loading: ReadonlySet<string>
}

export interface TreeControl extends Held {
  toggle(row: Row): void
  showMore(row: Row): void
}

/** What is open in a tree. Loaded children belong to one root value and are dropped with it; what is open stays. */
export function useTreeState(node: PreviewNode, openLevels: number, load: Load | undefined): TreeControl {
  const [held, setHeld] = useState<Held>(() => ({
    root: node,
    open: openAtFirst(node, openLevels),
    loaded: new Map(),
    shown: new Map(),
    loading: new Set(),
  }))
  if (held.root !== node) setHeld({ ...held, root: node, loaded: new Map(), loading: new Set() })

  return useMemo(() => {
    const fetchChildren = async (path: ValuePath, more: boolean) => {
      if (!load) return
      const id = pathId(path)
      setHeld((now) => ({ ...now, loading: new Set(now.loading).add(id) }))
      const found = await load(path).catch(() => null)
      setHeld((now) => {
        if (now.root !== node) return now
        const loading = new Set(now.loading)
        loading.delete(id)
        if (!found) return { ...now, loading }
        const shown = new Map(now.shown)
        if (more) shown.set(id, (shown.get(id) ?? PAGE) + PAGE)
        return { ...now, loading, shown, loaded: new Map(now.loaded).set(id, found) }
      })
    }
    return {
      ...held,
      toggle: (row) => {
        if (row.kind !== 'value') return
        setHeld((now) => {
          const open = new Set(now.open)
          if (!open.delete(row.id)) open.add(row.id)
          return { ...now, open }
        })
        const value = row.entry.value
        if (!row.open && !value.children?.length && isContainer(value) && hasMore(value))
          void fetchChildren(row.path, false)
      },
      showMore: (row) => {
        if (row.kind !== 'more' || !row.loadable) return
        const id = pathId(row.path)
        if (load) void fetchChildren(row.path, true)
        else
          setHeld((now) => ({
            ...now,
            shown: new Map(now.shown).set(id, (now.shown.get(id) ?? PAGE) + PAGE),
          }))
      },
    }
  }, [held, node, load])
}

function openAtFirst(node: PreviewNode, levels: number): Set<string> {
  const open = new Set<string>()
  const visit = (value: PreviewNode, path: ValuePath, left: number) => {
    if (left <= 0) return
    open.add(pathId(path))
    for (const entry of value.children ?? []) visit(entry.value, [...path, entry.key], left - 1)
  }
  visit(node, [], levels)
  return open
}
