import type { Json } from '../types.ts'

export const TYPE_NAMES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type TypeName = (typeof TYPE_NAMES)[number]

/**
 * A JSON Schema after `prepareSchema`: one dialect (2020-12) whatever was written, every keyword well-formed,
 * references pointing at `PreparedSchema.definitions`. Validation and rendering both read this form, so that what
 * a model is told and what is checked cannot drift apart.
 */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  title?: string
  description?: string
  deprecated?: boolean
  /** Present as a key even when the default is `null`. */
  default?: Json
  examples?: Json[]

  /** A key of `PreparedSchema.definitions`. */
  ref?: string
  type?: TypeName[]
  /** `const` is an `enum` of one. */
  enum?: Json[]

  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number

  /** Lengths count code points. */
  minLength?: number
  maxLength?: number
  pattern?: Pattern
  format?: string

  prefixItems?: Schema[]
  items?: Schema
  contains?: Schema
  minContains?: number
  maxContains?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  unevaluatedItems?: Schema

  /** Maps rather than objects, because a property may be called `__proto__`. */
  properties?: Map<string, Schema>
  patternProperties?: PatternProperty[]
  additionalProperties?: Schema
  propertyNames?: Schema
  required?: string[]
  minProperties?: number
  maxProperties?: number
  dependentRequired?: Map<string, string[]>
  dependentSchemas?: Map<string, Schema>
  unevaluatedProperties?: Schema

  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  if?: Schema
  then?: Schema
  else?: Schema
}

export interface Pattern {
  source: string
  regex: RegExp
  /** Longer texts are not tested, because the expression could take too long on them. */
  longestText: number
}

export interface PatternProperty {
  pattern: Pattern
  schema: Schema
}

export interface PreparedSchema {
  root: Schema
  definitions: ReadonlyMap<string, Schema>
  /** What was wrong and is ignored: place, fault and cure, one sentence each. */
  problems: readonly string[]
}
