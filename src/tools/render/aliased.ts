import type { PreparedSchema, Schema, SchemaObject } from '../../kernel/schema/model.ts'

/**
 * The definitions that need a name: those that contain themselves, and those used more than once that are more than
 * a word. All others are written where they are used.
 */
export function aliasedDefinitions(prepared: PreparedSchema): Set<string> {
  const uses = new Map<string, string[]>()
  const counts = new Map<string, number>()
  const start = referencesIn(prepared.root)
  for (const [key, schema] of prepared.definitions) uses.set(key, referencesIn(schema))
  for (const key of [...start, ...[...uses.values()].flat()]) counts.set(key, (counts.get(key) ?? 0) + 1)
  const aliased = new Set<string>()
  for (const [key, schema] of prepared.definitions) {
    const isLarge = typeof schema === 'object' && partsOf(schema).length > 0
    if (((counts.get(key) ?? 0) > 1 && isLarge) || reachesItself(key, uses)) aliased.add(key)
  }
  return aliased
}

function reachesItself(key: string, uses: ReadonlyMap<string, string[]>): boolean {
  const seen = new Set<string>()
  const open = [...(uses.get(key) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === key) return true
    if (seen.has(next)) continue
    seen.add(next)
    for (const further of uses.get(next) ?? []) open.push(further)
  }
  return false
}

function referencesIn(schema: Schema): string[] {
  const found: string[] = []
  const open: Schema[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'boolean') continue
    if (next.ref !== undefined) found.push(next.ref)
    for (const part of partsOf(next)) open.push(part)
  }
  return found
}

function partsOf(schema: SchemaObject): Schema[] {
  const parts = [
    schema.items,
    schema.additionalProperties,
    schema.unevaluatedProperties,
    schema.if,
    schema.then,
    schema.else,
    ...(schema.prefixItems ?? []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.properties?.values() ?? []),
    ...(schema.patternProperties ?? []).map((pattern) => pattern.schema),
  ]
  return parts.filter((part): part is Schema => part !== undefined)
}
