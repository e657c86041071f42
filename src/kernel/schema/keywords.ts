import { nearestNames } from '../names.ts'
import { isJson, own, sameJson, showJson } from './json.ts'
import {
  readDependencies,
  readItems,
  readNumbers,
  readParts,
  readPattern,
  readRequired,
} from './keyword-groups.ts'
import { type SchemaObject, TYPE_NAMES, type TypeName } from './model.ts'
import type { ReadContext, Reading } from './reading.ts'

/** Reads the keywords of one schema object; `place` is a JSON pointer for messages. */
export function readKeywords(
  raw: Record<string, unknown>,
  place: string,
  context: ReadContext,
): SchemaObject {
  const schema: SchemaObject = {}
  const reading: Reading = { raw, schema, place, context }
  readAnnotations(reading)
  const hidesSiblings = readReference(reading)
  if (hidesSiblings) return schema
  readType(reading)
  readValues(reading)
  readNumbers(reading)
  readPattern(reading)
  readParts(reading)
  readItems(reading)
  readRequired(reading)
  readDependencies(reading)
  return own(raw, 'nullable') === true ? allowNull(schema) : schema
}

function readAnnotations({ raw, schema }: Reading): void {
  for (const keyword of ['title', 'description'] as const) {
    const text = own(raw, keyword)
    if (typeof text === 'string') schema[keyword] = text
  }
  const format = own(raw, 'format')
  if (typeof format === 'string') schema.format = format
  if (own(raw, 'deprecated') === true) schema.deprecated = true
  const value = own(raw, 'default')
  if (value !== undefined && isJson(value)) schema.default = value
  const examples = own(raw, 'examples') ?? (Object.hasOwn(raw, 'example') ? [own(raw, 'example')] : undefined)
  if (Array.isArray(examples)) schema.examples = examples.filter((example) => isJson(example))
}

/** Returns whether the keywords beside the reference do not count. */
function readReference({ raw, schema, place, context }: Reading): boolean {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = own(raw, keyword)
    if (reference === undefined) continue
    if (typeof reference !== 'string') {
      context.report(`${place}/${keyword}`, 'has to be a text')
      continue
    }
    const key = context.readReference(reference, `${place}/${keyword}`)
    if (typeof key === 'string') schema.ref = key
    else if (key === false) schema.not = true
    return context.legacy && keyword === '$ref'
  }
  return false
}

const OTHER_TYPE_NAMES = new Map<string, TypeName>(
  Object.entries({
    int: 'integer',
    long: 'integer',
    float: 'number',
    double: 'number',
    str: 'string',
    text: 'string',
    bool: 'boolean',
    list: 'array',
    dict: 'object',
    map: 'object',
    none: 'null',
  } as const),
)

function likelyType(name: string): string | undefined {
  return OTHER_TYPE_NAMES.get(name) ?? nearestNames(name, TYPE_NAMES, 1)[0]
}

function readType({ raw, schema, place, context }: Reading): void {
  const type = own(raw, 'type')
  if (type === undefined) return
  const names = Array.isArray(type) ? type : [type]
  const known = names.filter((name): name is TypeName => TYPE_NAMES.some((known) => known === name))
  for (const name of names) {
    if (known.some((one) => one === name)) continue
    const meant = typeof name === 'string' ? likelyType(name) : undefined
    const cure = meant === undefined ? `use one of ${TYPE_NAMES.join(', ')}` : `did you mean "${meant}"`
    context.report(`${place}/type`, `${showJson(name)} is no JSON Schema type; ${cure}`)
  }
  // With an unknown name in the list nothing can be ruled out.
  if (known.length > 0 && known.length === names.length) schema.type = [...new Set(known)]
}

function readValues({ raw, schema, place, context }: Reading): void {
  const values = own(raw, 'enum')
  if (Array.isArray(values)) {
    schema.enum = values.filter((value) => isJson(value))
    if (schema.enum.length === 0)
      context.report(`${place}/enum`, 'the list is empty, so that no value can fit')
  } else if (values !== undefined) context.report(`${place}/enum`, 'has to be a list')
  const constant = own(raw, 'const')
  if (constant === undefined || !isJson(constant)) return
  const excluded = schema.enum !== undefined && !schema.enum.some((value) => sameJson(value, constant))
  schema.enum = excluded ? [] : [constant]
}

/** OpenAPI 3.0's `nullable`. */
function allowNull(schema: SchemaObject): SchemaObject {
  const { title, description, deprecated, default: standard, examples, ...rest } = schema
  const annotations: SchemaObject = {}
  if (title !== undefined) annotations.title = title
  if (description !== undefined) annotations.description = description
  if (deprecated !== undefined) annotations.deprecated = deprecated
  if (standard !== undefined) annotations.default = standard
  if (examples !== undefined) annotations.examples = examples
  return { ...annotations, anyOf: [rest, { type: ['null'] }] }
}
