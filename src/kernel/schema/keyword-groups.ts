import { isRecord, own } from './json.ts'
import type { Schema } from './model.ts'
import { compilePattern, isRisky } from './pattern.ts'
import type { ReadContext, Reading } from './reading.ts'

const NUMBER_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
] as const

export function readNumbers({ raw, schema, place, context }: Reading): void {
  for (const keyword of NUMBER_KEYWORDS) {
    const value = own(raw, keyword)
    if (value === undefined || typeof value === 'boolean') continue
    const usable = typeof value === 'number' && Number.isFinite(value)
    if (!usable) context.report(`${place}/${keyword}`, 'has to be a number')
    else if (keyword === 'multipleOf' && value <= 0)
      context.report(`${place}/${keyword}`, 'has to be above 0')
    else schema[keyword] = value
  }
  // Draft 4: the limit stands in `minimum` and a boolean says whether it is excluded.
  if (own(raw, 'exclusiveMinimum') === true && schema.minimum !== undefined) {
    schema.exclusiveMinimum = schema.minimum
    delete schema.minimum
  }
  if (own(raw, 'exclusiveMaximum') === true && schema.maximum !== undefined) {
    schema.exclusiveMaximum = schema.maximum
    delete schema.maximum
  }
}

export function readPattern({ raw, schema, place, context }: Reading): void {
  const source = own(raw, 'pattern')
  if (source === undefined) return
  const pattern = typeof source === 'string' ? compilePattern(source) : 'has to be a text'
  if (typeof pattern === 'string') context.report(`${place}/pattern`, pattern)
  else {
    schema.pattern = pattern
    if (isRisky(pattern)) context.report(`${place}/pattern`, riskOf(pattern.source, pattern.longestText))
  }
}

function riskOf(source: string, longestText: number): string {
  return (
    `${JSON.stringify(source)} repeats a repetition or a choice, which can take very long to match; ` +
    `it is only tested on texts of up to ${longestText} characters`
  )
}

const PART_KEYWORDS = [
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const
const LIST_KEYWORDS = ['allOf', 'anyOf', 'oneOf'] as const

export function readParts(reading: Reading): void {
  const { raw, schema, place, context } = reading
  for (const keyword of PART_KEYWORDS) {
    const part = own(raw, keyword)
    if (part !== undefined) schema[keyword] = context.readSchema(part, `${place}/${keyword}`)
  }
  for (const keyword of LIST_KEYWORDS) {
    const list = own(raw, keyword)
    if (list === undefined) continue
    if (Array.isArray(list) && list.length > 0)
      schema[keyword] = readList(list, `${place}/${keyword}`, context)
    else context.report(`${place}/${keyword}`, 'has to be a list with at least one schema')
  }
  const properties = readMap(reading, 'properties')
  if (properties !== null) schema.properties = properties
  const patterns = readMap(reading, 'patternProperties')
  for (const [source, part] of patterns ?? []) {
    const pattern = compilePattern(source)
    if (typeof pattern === 'string') {
      context.report(`${place}/patternProperties`, `${JSON.stringify(source)} ${pattern}`)
    } else {
      schema.patternProperties ??= []
      schema.patternProperties.push({ pattern, schema: part })
    }
  }
}

function readList(list: readonly unknown[], place: string, context: ReadContext): Schema[] {
  return list.map((part, index) => context.readSchema(part, `${place}/${index}`))
}

function readMap({ raw, place, context }: Reading, keyword: string): Map<string, Schema> | null {
  const value = own(raw, keyword)
  if (value === undefined) return null
  if (!isRecord(value)) {
    context.report(`${place}/${keyword}`, 'has to be an object of schemas')
    return null
  }
  const map = new Map<string, Schema>()
  for (const key of Object.keys(value)) {
    map.set(key, context.readSchema(own(value, key), `${place}/${keyword}/${escapePointer(key)}`))
  }
  return map
}

/** `prefixItems` and `items`; before 2020-12 they were a list in `items`, and `additionalItems`. */
export function readItems({ raw, schema, place, context }: Reading): void {
  const items = own(raw, 'items')
  const prefix = own(raw, 'prefixItems') ?? (Array.isArray(items) ? items : undefined)
  if (Array.isArray(prefix)) schema.prefixItems = readList(prefix, `${place}/prefixItems`, context)
  else if (prefix !== undefined) context.report(`${place}/prefixItems`, 'has to be a list of schemas')
  const rest = Array.isArray(items) ? own(raw, 'additionalItems') : items
  if (rest !== undefined) schema.items = context.readSchema(rest, `${place}/items`)
  if (own(raw, 'uniqueItems') === true) schema.uniqueItems = true
}

export function readRequired({ raw, schema, place, context }: Reading): void {
  const required = own(raw, 'required')
  // Draft 3 and many hand-written schemas put `required: true` into the property itself, where it says nothing.
  if (typeof required === 'boolean') {
    context.report(`${place}/required`, 'has to be a list of property names beside "properties"')
  } else if (required !== undefined) {
    const names = readTexts(required)
    if (names === null) context.report(`${place}/required`, 'has to be a list of property names')
    else schema.required = names
  }
}

export function readDependencies({ raw, schema, place, context }: Reading): void {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const value = own(raw, keyword)
    if (!isRecord(value)) continue
    for (const key of Object.keys(value)) {
      const dependency = own(value, key)
      const names = keyword === 'dependentSchemas' ? null : readTexts(dependency)
      if (names !== null) {
        schema.dependentRequired ??= new Map()
        schema.dependentRequired.set(key, names)
      } else if (keyword !== 'dependentRequired') {
        const part = context.readSchema(dependency, `${place}/${keyword}/${escapePointer(key)}`)
        schema.dependentSchemas ??= new Map()
        schema.dependentSchemas.set(key, part)
      }
    }
  }
}

function readTexts(value: unknown): string[] | null {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return null
  return [...new Set(value)]
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
