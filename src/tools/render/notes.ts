import { describeNumber, describeSize } from '../../kernel/schema/describe.ts'
import { showJson } from '../../kernel/schema/json.ts'
import type { PreparedSchema, Schema, SchemaObject } from '../../kernel/schema/model.ts'
import { commentLine } from './text.ts'

const LONGEST_NOTE = 120

/** A property's comment: its description, and in brackets what its type cannot say. Safe and on one line. */
export function commentFor(schema: Schema, prepared: PreparedSchema): string {
  if (typeof schema === 'boolean') return ''
  const description = commentLine(descriptionOf(schema, prepared))
  const notes = notesOf(schema).map((note) => commentLine(note, LONGEST_NOTE))
  if (schema.deprecated) notes.unshift('deprecated')
  if (notes.length === 0) return description
  return description === '' ? notes.join(', ') : `${description} (${notes.join(', ')})`
}

function descriptionOf(schema: SchemaObject, prepared: PreparedSchema): string {
  const own = schema.description ?? schema.title
  if (own !== undefined || schema.ref === undefined) return own ?? ''
  const target = prepared.definitions.get(schema.ref)
  return typeof target === 'object' ? (target.description ?? target.title ?? '') : ''
}

/** Limits, formats and defaults in words; for a nullable value and for items those of the thing itself. */
function notesOf(schema: SchemaObject): string[] {
  const notes = limitsOf(schema)
  const { items } = schema
  if (typeof items === 'object') notes.push(...limitsOf(items).map((note) => `each: ${note}`))
  notes.push(...choicesOf(schema))
  if (schema.default !== undefined) notes.push(`default ${showJson(schema.default)}`)
  const [example] = schema.examples ?? []
  if (example !== undefined && schema.enum === undefined) notes.push(`for example ${showJson(example)}`)
  return notes
}

function limitsOf(schema: SchemaObject): string[] {
  const notes: string[] = []
  const number = describeNumber(schema, schema.type?.includes('integer') ? 'integer' : 'number')
  if (number !== 'number') notes.push(number)
  if (schema.format !== undefined) notes.push(`format ${schema.format}`)
  if (schema.pattern !== undefined) notes.push(`matches /${schema.pattern.source}/`)
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema
  for (const size of [
    describeSize('string', minLength, maxLength, 'character'),
    describeSize('array', minItems, maxItems, 'item'),
    describeSize('object', minProperties, maxProperties, 'property'),
  ]) {
    if (size.includes(' ')) notes.push(size.slice(size.indexOf(' ') + 1).replace(/^(of|with) /, ''))
  }
  if (schema.uniqueItems) notes.push('all different')
  const forms = schema.anyOf ?? schema.oneOf ?? []
  const things = forms.filter((form) => typeof form === 'object' && form.type?.join() !== 'null')
  const [only] = things
  if (things.length === 1 && typeof only === 'object') notes.push(...limitsOf(only))
  return notes
}

/** Alternatives that are single values with a name of their own, as in `{ const: "kg", title: "Kilograms" }`. */
function choicesOf(schema: SchemaObject): string[] {
  const named: string[] = []
  for (const form of schema.oneOf ?? schema.anyOf ?? []) {
    const name = typeof form === 'object' ? (form.description ?? form.title) : undefined
    if (typeof form !== 'object' || form.enum?.length !== 1 || name === undefined) continue
    named.push(`${showJson(form.enum[0])}: ${name}`)
  }
  return named
}
