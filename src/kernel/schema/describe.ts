import type { Json } from '../types.ts'
import { formatInWords } from './formats.ts'
import { impliedTypes } from './implied-types.ts'
import { isRecord, showLeaf } from './json.ts'
import type { Schema, SchemaObject, TypeName } from './model.ts'

type Definitions = ReadonlyMap<string, Schema>

const MOST_CHOICES = 8
const LONGEST_QUOTE = 40
const DEEPEST = 4

/** What a schema wants, in a few words: `integer from 1 to 200`, `one of "a", "b"`, `object with "id" or null`. */
export function describeSchema(schema: Schema, definitions: Definitions, depth = 0): string {
  if (schema === true || depth > DEEPEST) return 'any value'
  if (schema === false) return 'nothing'
  if (schema.enum !== undefined) return describeChoices(schema.enum)
  if (schema.ref !== undefined)
    return describeSchema(definitions.get(schema.ref) ?? true, definitions, depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.type === undefined && choices !== undefined) return describeForms(choices, definitions, depth)
  const types = schema.type ?? impliedTypes(schema)
  if (types.length > 0) return types.map((type) => describeType(type, schema)).join(' or ')
  const part = schema.allOf?.[0]
  return part === undefined ? 'any value' : describeSchema(part, definitions, depth + 1)
}

/** The forms of an `anyOf` or `oneOf`, each once. */
export function describeForms(forms: readonly Schema[], definitions: Definitions, depth = 0): string {
  const literals = forms.flatMap((form) => (typeof form === 'object' && form.enum) || [])
  const others = forms.filter((form) => typeof form === 'boolean' || form.enum === undefined)
  const words = others.map((form) => describeSchema(form, definitions, depth + 1))
  if (literals.length > 0) words.unshift(describeChoices(literals))
  return shorten([...new Set(words)], ' or ')
}

export function describeChoices(values: readonly Json[]): string {
  const words = values.map((value) => quote(value))
  if (words.length === 0) return 'nothing'
  return words.length === 1 ? (words[0] ?? '') : `one of ${shorten(words, ', ')}`
}

function shorten(words: readonly string[], separator: string): string {
  const shown = words.slice(0, MOST_CHOICES).join(separator)
  return words.length > MOST_CHOICES ? `${shown} … ${words.length - MOST_CHOICES} more` : shown
}

function describeType(type: TypeName, schema: SchemaObject): string {
  switch (type) {
    case 'number':
    case 'integer':
      return describeNumber(schema, type)
    case 'string':
      return describeString(schema)
    case 'array':
      return describeSize('array', schema.minItems, schema.maxItems, 'item')
    case 'object':
      return describeObject(schema)
    case 'boolean':
    case 'null':
      return type
  }
}

export function describeNumber(schema: SchemaObject, type = 'number'): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const limits: string[] = []
  if (minimum !== undefined && maximum !== undefined) limits.push(`from ${minimum} to ${maximum}`)
  else if (minimum !== undefined) limits.push(`of at least ${minimum}`)
  else if (maximum !== undefined) limits.push(`of at most ${maximum}`)
  if (exclusiveMinimum !== undefined) limits.push(`above ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined) limits.push(`below ${exclusiveMaximum}`)
  if (multipleOf !== undefined) limits.push(`in steps of ${multipleOf}`)
  return [type, limits.join(', ')].filter(Boolean).join(' ')
}

export function describeString(schema: SchemaObject): string {
  if (schema.format !== undefined) return `string: ${formatInWords(schema.format)}`
  if (schema.pattern !== undefined) return `string matching /${schema.pattern.source}/`
  return describeSize('string', schema.minLength, schema.maxLength, 'character')
}

function describeObject(schema: SchemaObject): string {
  const names = schema.required ?? []
  if (names.length > 0)
    return `object with ${shorten(
      names.map((name) => quote(name)),
      ', ',
    )}`
  return describeSize('object', schema.minProperties, schema.maxProperties, 'property')
}

/** `array of 1 to 5 items`, or the bare name where the size is free. */
export function describeSize(
  name: 'string' | 'array' | 'object',
  least: number | undefined,
  most: number | undefined,
  thing: string,
): string {
  const link = name === 'object' ? 'with' : 'of'
  if (least !== undefined && least === most) return `${name} ${link} exactly ${plural(least, thing)}`
  if (least !== undefined && most !== undefined) return `${name} ${link} ${least} to ${plural(most, thing)}`
  if (most !== undefined) return `${name} ${link} at most ${plural(most, thing)}`
  return least === undefined || least <= 0 ? name : `${name} ${link} at least ${plural(least, thing)}`
}

function plural(count: number, thing: string): string {
  if (count === 1) return `1 ${thing}`
  return `${count} ${thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`}`
}

/** What stands there, in a few words: `string "2"`, `array of 3 items`, `object with "a"`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value))
    return value.length === 0 ? 'empty array' : `array of ${plural(value.length, 'item')}`
  if (isRecord(value)) {
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'empty object'
      : `object with ${shorten(
          keys.map((key) => quote(key)),
          ', ',
        )}`
  }
  if (typeof value === 'string') return `string ${quote(value)}`
  return `${typeof value} ${showLeaf(value).slice(0, LONGEST_QUOTE)}`
}

function quote(value: Json): string {
  const text = JSON.stringify(value)
  if (text.length <= LONGEST_QUOTE + 2) return text
  const tail = typeof value === 'string' ? `" (${value.length} characters)` : ''
  return `${text.slice(0, LONGEST_QUOTE)}…${tail}`
}
