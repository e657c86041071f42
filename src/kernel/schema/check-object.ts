import { nearestNames } from '../names.ts'
import { describeSchema, describeSize } from './describe.ts'
import { own } from './json.ts'
import type { SchemaObject } from './model.ts'
import type { Place } from './place.ts'
import type { IssueSink, Run } from './run.ts'
import { unevaluatedProperties } from './unevaluated.ts'

/** The keywords that speak about objects. A property that holds `undefined` counts as absent: it cannot be sent. */
export function checkObject(
  run: Run,
  schema: SchemaObject,
  value: object,
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  const keys = Object.keys(value).filter((key) => own(value, key) !== undefined)
  let fits = checkPresence(run, schema, keys, place, sink)
  const { minProperties, maxProperties } = schema
  if (keys.length < (minProperties ?? 0) || keys.length > (maxProperties ?? keys.length)) {
    fits = run.report(sink, place, describeSize('object', minProperties, maxProperties, 'property'), value)
  }
  for (const key of keys) {
    if (sink === null ? !fits : sink.full) return false
    fits = checkProperty(run, schema, key, own(value, key), place, sink) && fits
  }
  for (const [key, dependent] of schema.dependentSchemas ?? []) {
    if (keys.includes(key)) fits = run.check(dependent, value, place, sink) && fits
  }
  if (schema.unevaluatedProperties === undefined || !fits) return fits
  for (const key of unevaluatedProperties(run, schema, value)) {
    if (schema.unevaluatedProperties === false)
      fits = reportUnknown(run, schema, key, own(value, key), place, sink)
    else fits = run.check(schema.unevaluatedProperties, own(value, key), { parent: place, key }, sink) && fits
  }
  return fits
}

function checkPresence(
  run: Run,
  schema: SchemaObject,
  keys: readonly string[],
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  let fits = true
  const present = new Set(keys)
  for (const name of schema.required ?? []) {
    if (present.has(name)) continue
    const wanted = describeSchema(schema.properties?.get(name) ?? true, run.definitions)
    const words = wanted === 'any value' ? '' : ` (${wanted})`
    fits = run.report(sink, place, `a property ${JSON.stringify(name)}${words}`, undefined)
  }
  for (const [key, names] of schema.dependentRequired ?? []) {
    if (!present.has(key)) continue
    for (const name of names) {
      if (present.has(name)) continue
      const expected = `a property ${JSON.stringify(name)} beside ${JSON.stringify(key)}`
      fits = run.report(sink, place, expected, undefined)
    }
  }
  return fits
}

function checkProperty(
  run: Run,
  schema: SchemaObject,
  key: string,
  value: unknown,
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  const at = { parent: place, key }
  let fits = true
  if (schema.propertyNames !== undefined && !run.fits(schema.propertyNames, key)) {
    const wanted = describeSchema(schema.propertyNames, run.definitions)
    fits = run.report(sink, at, `a name that is ${wanted}`, key)
  }
  let named = false
  const property = schema.properties?.get(key)
  if (property !== undefined) {
    named = true
    fits = run.check(property, value, at, sink) && fits
  }
  for (const { pattern, schema: part } of schema.patternProperties ?? []) {
    if (key.length > pattern.longestText || !pattern.regex.test(key)) continue
    named = true
    fits = run.check(part, value, at, sink) && fits
  }
  if (named || schema.additionalProperties === undefined) return fits
  if (schema.additionalProperties === false) return reportUnknown(run, schema, key, value, place, sink)
  return run.check(schema.additionalProperties, value, at, sink) && fits
}

function reportUnknown(
  run: Run,
  schema: SchemaObject,
  key: string,
  value: unknown,
  place: Place | null,
  sink: IssueSink | null,
): false {
  if (sink === null) return false
  const names = [...(schema.properties?.keys() ?? [])]
  const near = nearestNames(key, names, 1)[0]
  const known = names.length === 0 ? 'none is known' : `known: ${names.slice(0, 12).join(', ')}`
  const cure = near === undefined ? known : `did you mean ${JSON.stringify(near)}?`
  return run.report(sink, { parent: place, key }, `no property of this name (${cure})`, value)
}
