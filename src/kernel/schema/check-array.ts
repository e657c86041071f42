import { describeSchema, describeSize } from './describe.ts'
import { jsonKey } from './json.ts'
import type { SchemaObject } from './model.ts'
import type { Place } from './place.ts'
import type { IssueSink, Run } from './run.ts'
import { unevaluatedItems } from './unevaluated.ts'

/** The keywords that speak about arrays. */
export function checkArray(
  run: Run,
  schema: SchemaObject,
  value: readonly unknown[],
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  const { minItems, maxItems } = schema
  let fits = true
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? value.length)) {
    fits = run.report(sink, place, describeSize('array', minItems, maxItems, 'item'), value)
  }
  const repeated = schema.uniqueItems === true ? firstRepeated(value) : null
  if (repeated !== null) {
    const expected = `items that all differ (item ${repeated.index} is the same as item ${repeated.earlier})`
    fits = run.report(sink, { parent: place, key: repeated.index }, expected, value[repeated.index])
  }
  fits = checkContains(run, schema, value, place, sink) && fits
  return checkItems(run, schema, value, place, sink) && fits
}

function checkItems(
  run: Run,
  schema: SchemaObject,
  value: readonly unknown[],
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  const prefix = schema.prefixItems ?? []
  const rest = schema.items ?? true
  let fits = true
  const checked = rest === true ? Math.min(prefix.length, value.length) : value.length
  for (let index = 0; index < checked; index++) {
    if (sink === null ? !fits : sink.full) return false
    const item = { parent: place, key: index }
    if (rest === false && index >= prefix.length) {
      fits = run.report(sink, item, `at most ${prefix.length} items`, value[index])
    } else fits = run.check(prefix[index] ?? rest, value[index], item, sink) && fits
  }
  if (schema.unevaluatedItems === undefined || !fits) return fits
  for (const index of unevaluatedItems(run, schema, value)) {
    if (sink === null ? !fits : sink.full) return false
    fits = run.check(schema.unevaluatedItems, value[index], { parent: place, key: index }, sink) && fits
  }
  return fits
}

function checkContains(
  run: Run,
  schema: SchemaObject,
  value: readonly unknown[],
  place: Place | null,
  sink: IssueSink | null,
): boolean {
  const wanted = schema.contains
  if (wanted === undefined) return true
  const count = value.filter((item) => run.fits(wanted, item)).length
  const least = schema.minContains ?? 1
  const most = schema.maxContains ?? count
  if (count >= least && count <= most) return true
  const range = count < least ? `at least ${least}` : `at most ${most}`
  const expected = `${range} items that are ${describeSchema(wanted, run.definitions)} (there are ${count})`
  return run.report(sink, place, expected, value)
}

function firstRepeated(items: readonly unknown[]): { index: number; earlier: number } | null {
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const key = jsonKey(item)
    const earlier = seen.get(key)
    if (earlier !== undefined) return { index, earlier }
    seen.set(key, index)
  }
  return null
}
