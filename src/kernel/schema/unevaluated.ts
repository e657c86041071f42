import { own } from './json.ts'
import type { Schema, SchemaObject } from './model.ts'
import type { Run } from './run.ts'

/** The properties that no keyword of the schema, or of the parts of it that fit, has looked at. */
export function unevaluatedProperties(run: Run, schema: SchemaObject, value: object): string[] {
  const parts = fittingParts(run, schema, value)
  return Object.keys(value).filter((key) => {
    if (own(value, key) === undefined) return false
    return !parts.some((part) => looksAtProperty(part, key, part !== schema))
  })
}

function looksAtProperty(part: SchemaObject, key: string, nested: boolean): boolean {
  if (part.properties?.has(key) || part.additionalProperties !== undefined) return true
  if (nested && part.unevaluatedProperties !== undefined) return true
  return (part.patternProperties ?? []).some(({ pattern }) => pattern.regex.test(key))
}

/** The indexes of the items that no keyword has looked at. */
export function unevaluatedItems(run: Run, schema: SchemaObject, value: readonly unknown[]): number[] {
  const parts = fittingParts(run, schema, value)
  if (parts.some((part) => part.items !== undefined)) return []
  if (parts.some((part) => part !== schema && part.unevaluatedItems !== undefined)) return []
  const looked = Math.max(0, ...parts.map((part) => part.prefixItems?.length ?? 0))
  const wanted = parts.flatMap((part) => (part.contains === undefined ? [] : [part.contains]))
  return [...value.keys()].slice(looked).filter((index) => !wanted.some((one) => run.fits(one, value[index])))
}

/** The schema itself and everything that is applied to the same value and accepts it. */
function fittingParts(run: Run, schema: SchemaObject, value: object): SchemaObject[] {
  const found: SchemaObject[] = [schema]
  for (const part of partsOf(run, schema, value)) {
    if (typeof part === 'object' && run.fits(part, value)) found.push(...fittingParts(run, part, value))
  }
  return found
}

function partsOf(run: Run, schema: SchemaObject, value: object): Schema[] {
  const parts: Schema[] = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (schema.ref !== undefined) parts.push(run.definitions.get(schema.ref) ?? true)
  if (schema.if !== undefined) {
    const branch = run.fits(schema.if, value) ? schema.then : schema.else
    parts.push(schema.if, branch ?? true)
  }
  for (const [key, dependent] of schema.dependentSchemas ?? []) {
    if (own(value, key) !== undefined) parts.push(dependent)
  }
  return parts
}
