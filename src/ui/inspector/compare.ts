import type { PreviewEntry, PreviewNode, Variable } from '../../kernel/types.ts'
import { childPath, pathId, type ValuePath } from '../value/rows.ts'
import { hasMore, isContainer, leaf, summary, textOf, title } from '../value/summary.ts'
import type { Change } from '../value/ValueTree.tsx'

/** Values with what was there before and is gone, and how each differs. Keys are `pathId`s. */
export interface Compared {
  node: PreviewNode
  changes: Map<string, Change>
  /** What a changed value was, in few characters. */
  was: Map<string, string>
}

/** Most characters of what a value was. */
const WAS = 28

/** All variables as one object. Without `before` there is nothing to compare with. */
export function compareVariables(now: readonly Variable[], before: readonly Variable[] | null): Compared {
  const compared: Compared = { node: rootOf(now), changes: new Map(), was: new Map() }
  if (before) compared.node = merge(compared, [], compared.node, rootOf(before))
  return compared
}

/**
 * The same for a part that was loaded later: gives the node with what is gone, and adds to `compared`. `before` is
 * `null` when there was nothing at this place.
 */
export function compareLoaded(
  compared: Compared,
  path: ValuePath,
  now: PreviewNode,
  before: PreviewNode | null,
): PreviewNode {
  // What is new or gone as a whole is not marked again in its parts.
  return before && !isWhole(compared, path) ? merge(compared, path, now, before) : now
}

/** How many of the variables themselves differ. */
export function changedCount(compared: Compared): number {
  let count = 0
  for (const entry of compared.node.children ?? []) if (compared.changes.has(pathId([entry.key]))) count += 1
  return count
}

function rootOf(variables: readonly Variable[]): PreviewNode {
  return {
    type: 'object',
    size: variables.length,
    children: variables.map(({ name, value }) => ({ key: name, value })),
  }
}

function merge(compared: Compared, path: ValuePath, now: PreviewNode, before: PreviewNode): PreviewNode {
  const earlier = new Map((before.children ?? []).map((entry) => [identity(before, entry), entry]))
  const children = (now.children ?? []).map((entry, index): PreviewEntry => {
    const at = childPath(path, now, entry, index)
    const key = identity(now, entry)
    const old = earlier.get(key)
    earlier.delete(key)
    if (!old) {
      // Where the earlier value was not shown whole, it may have been there as well.
      if (!hasMore(before) || isPastEnd(now, before, entry)) compared.changes.set(pathId(at), 'added')
      return entry
    }
    if (sameNode(entry.value, old.value)) return entry
    compared.changes.set(pathId(at), 'changed')
    compared.was.set(pathId(at), wasWords(entry.value, old.value))
    return comparable(entry.value, old.value)
      ? { ...entry, value: merge(compared, at, entry.value, old.value) }
      : entry
  })
  if (hasMore(now) || now.type === 'array' || now.type === 'typed-array') return { ...now, children }

  for (const entry of earlier.values()) {
    compared.changes.set(pathId(childPath(path, now, entry, children.length)), 'removed')
    children.push(entry)
  }
  return { ...now, children }
}

/** What makes a child the same one: its key, and for a member of a set its value. */
function identity(parent: PreviewNode, entry: PreviewEntry): string {
  if (parent.type === 'set') return textOf(summary(entry.value, 400))
  if (parent.type === 'map' && entry.keyNode) return `${entry.key} ${textOf(summary(entry.keyNode, 400))}`
  return entry.key
}

function isPastEnd(now: PreviewNode, before: PreviewNode, entry: PreviewEntry): boolean {
  return now.type === 'array' && Number(entry.key) >= (before.size ?? 0)
}

function comparable(now: PreviewNode, before: PreviewNode): boolean {
  return isContainer(now) && now.type === before.type && now.text === before.text
}

function isWhole(compared: Compared, path: ValuePath): boolean {
  for (let length = 1; length <= path.length; length += 1) {
    const change = compared.changes.get(pathId(path.slice(0, length)))
    if (change === 'added' || change === 'removed') return true
  }
  return false
}

function wasWords(now: PreviewNode, before: PreviewNode): string {
  if (!isContainer(before)) return cut(leaf(before).text)
  const name = title(before)
  return isContainer(now) && title(now) === name ? '' : name
}

function cut(text: string): string {
  return text.length <= WAS ? text : `${text.slice(0, WAS - 1)}…`
}

/** True when two previews show the same. What both leave out cannot be told apart. */
export function sameNode(a: PreviewNode, b: PreviewNode): boolean {
  if (a === b) return true
  if (a.type !== b.type || a.text !== b.text || a.size !== b.size) return false
  if ((a.truncated ?? false) !== (b.truncated ?? false)) return false
  return sameEntries(a.children, b.children) && sameTail(a.tail, b.tail)
}

function sameTail(a: PreviewNode['tail'], b: PreviewNode['tail']): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return sameEntries(a, b)
}

function sameEntries(a: PreviewEntry[] | undefined, b: PreviewEntry[] | undefined): boolean {
  if (a === b) return true
  if (a?.length !== b?.length) return false
  return (a ?? []).every((entry, index) => {
    const other = b?.[index]
    return (
      other !== undefined &&
      entry.key === other.key &&
      sameNode(entry.value, other.value) &&
      (entry.keyNode === undefined || (other.keyNode !== undefined && sameNode(entry.keyNode, other.keyNode)))
    )
  })
}
