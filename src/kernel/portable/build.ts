import { carried, edgesOf, kindOf, type RawGraph, type RawValue, refOf } from './graph.ts'
import { holdersOf, type Spread, spreadFrom, stepTo } from './spread.ts'
import { withArticle } from './texts.ts'
import type { PortableEntry, PortableObject, PortableSnapshot, PortableValue } from './types.ts'
import { utf8Bytes } from './utf8.ts'

/** Changes of one value that are listed; the rest is counted. */
const MOST_CHANGES = 20
/** Objects that are searched for changes in one value. */
const MOST_SEARCHED = 10_000

/**
 * The snapshot of what the guest saw. A value that holds something that cannot be carried, however deep, is not
 * carried at all. `unreached`: names whose declaration was never run.
 */
export function buildSnapshot(graph: RawGraph, unreached: ReadonlySet<string>): PortableSnapshot {
  const { holders, bad } = holdersOf(graph)
  const failing = spreadFrom(graph, holders, bad)
  const noted = graph.objects.flatMap((object, index) => (object.changes.length > 0 ? [index] : []))
  const changed = spreadFrom(graph, holders, noted)
  const table = new Table(graph)
  const values = graph.names.map((entry): PortableEntry => {
    const { name } = entry
    if ('builtin' in entry) return { name, status: 'built-in' }
    if ('tombstone' in entry) {
      const { status, type, reason } = entry.tombstone
      return status === 'missing' ? { name, status } : { name, status, type, reason }
    }
    const { type, value } = entry
    if (unreached.has(name)) return { name, status: 'missing' }
    const reason = reasonAgainst(graph, failing, value)
    if (reason !== null) return { name, status: 'tombstone', type, reason }
    const { bytes, value: placed } = table.add(value)
    const common = { name, type: typeOf(graph, type, value), bytes, value: placed }
    return changed.has(value)
      ? { ...common, status: 'changed', changes: changesOf(graph, changed, value) }
      : { ...common, status: 'kept' }
  })
  return { type: 'backstep-portable', version: 1, values, objects: table.objects }
}

function reasonAgainst(graph: RawGraph, failing: Spread, value: RawValue): string | null {
  const kind = kindOf(value)
  if (kind !== undefined) return withArticle(kind)
  const way = failing.way(value)
  if (!way) return null
  let what = ''
  const last = stepTo(graph, way.at, (part) => {
    what = kindOf(part) ?? ''
    return what !== ''
  })
  return `${withArticle(what)} at ${`${way.path}${last ?? ''}`.trim()}`
}

/** What the value is, more exactly than `typeof`. */
function typeOf(graph: RawGraph, type: string, value: RawValue): string {
  if (value === null) return 'null'
  const object = graph.objects[refOf(value) ?? -1]
  if (!object) return type
  return object.type === 'typed-array' ? object.kind : object.type
}

function changesOf(graph: RawGraph, changed: Spread, root: RawValue): string[] {
  const found: string[] = []
  let more = 0
  const seen = new Set<number>()
  const stack: { value: RawValue; path: string }[] = [{ value: root, path: '' }]
  for (let top = stack.pop(); top && seen.size < MOST_SEARCHED; top = stack.pop()) {
    const at = refOf(top.value)
    const object = at === undefined ? undefined : graph.objects[at]
    if (at === undefined || !object || seen.has(at)) continue
    seen.add(at)
    const { path } = top
    for (const change of object.changes) {
      if (found.length < MOST_CHANGES) found.push(path === '' ? change : `${path.trim()}: ${change}`)
      else more += 1
    }
    const inner = [...edgesOf(object, graph.objects)].filter(({ value }) => changed.has(value))
    for (const { value, step } of inner.reverse()) stack.push({ value, path: path + step() })
  }
  return more > 0 ? [...found, `… and ${more} more`] : found
}

/** Collects the objects that are carried, numbered anew in the order in which names reach them. */
class Table {
  readonly objects: PortableObject[] = []
  #numbers = new Map<number, number>()
  #graph: RawGraph

  constructor(graph: RawGraph) {
    this.#graph = graph
  }

  /** `bytes`: of the value and of the objects that no name before it holds. */
  add(value: RawValue): { value: PortableValue; bytes: number } {
    const queue: number[] = []
    const number = (ref: number): number => {
      const known = this.#numbers.get(ref)
      if (known !== undefined) return known
      const fresh = this.#numbers.size
      this.#numbers.set(ref, fresh)
      queue.push(ref)
      return fresh
    }
    const ref = refOf(value)
    const placed: PortableValue = ref === undefined ? (value as PortableValue) : { ref: number(ref) }
    let bytes = utf8Bytes(JSON.stringify(placed))
    for (const at of queue) {
      const object = this.#graph.objects[at]
      if (!object) throw new Error('A portable snapshot refers to an object that it does not hold')
      const made = carried(object, number)
      this.objects.push(made)
      bytes += utf8Bytes(JSON.stringify(made)) + 1
    }
    return { value: placed, bytes }
  }
}
