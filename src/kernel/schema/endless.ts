import type { Schema, SchemaObject } from './model.ts'

/**
 * Removes references that come back to their own definition without descending into the value (`A` is `A`, or
 * all of `A` and something): checking them would never end, and TypeScript refuses such a type.
 * Returns the keys of the definitions where a reference was removed.
 */
export function cutEndlessReferences(root: Schema, definitions: ReadonlyMap<string, Schema>): string[] {
  const cut = new Set<string>()
  const state = new Map<string, 'open' | 'done'>()
  walk(null, root)
  for (const [key, schema] of definitions) if (!state.has(key)) walk(key, schema)
  return [...cut]

  /** Depth first with a stack of its own: chains of references may be thousands long. */
  function walk(start: string | null, schema: Schema): void {
    const path = [enter(start, schema)]
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const holder = step.holders.pop()
      const key = holder?.ref
      if (holder === undefined) {
        if (step.key !== null) state.set(step.key, 'done')
        path.pop()
      } else if (key !== undefined && state.get(key) === 'open') {
        delete holder.ref
        cut.add(key)
      } else if (key !== undefined && !state.has(key)) path.push(enter(key, definitions.get(key) ?? true))
    }
  }

  function enter(key: string | null, schema: Schema): { key: string | null; holders: SchemaObject[] } {
    if (key !== null) state.set(key, 'open')
    return { key, holders: holdersAtSamePlace(schema) }
  }
}

/** The schema and all its parts that are applied to the same value as the schema itself. */
function holdersAtSamePlace(schema: Schema): SchemaObject[] {
  const found: SchemaObject[] = []
  const open: Schema[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'boolean') continue
    found.push(next)
    const parts = [next.allOf, next.anyOf, next.oneOf, [next.not, next.if, next.then, next.else]].flat()
    for (const part of [...parts, ...(next.dependentSchemas?.values() ?? [])]) {
      if (part !== undefined) open.push(part)
    }
  }
  return found
}
