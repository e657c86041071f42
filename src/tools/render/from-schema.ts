import { hasType } from '../../kernel/schema/has-type.ts'
import { impliedTypes } from '../../kernel/schema/implied-types.ts'
import { isRecord, own } from '../../kernel/schema/json.ts'
import type { PreparedSchema, Schema, SchemaObject, TypeName } from '../../kernel/schema/model.ts'
import { aliasedDefinitions } from './aliased.ts'
import { commentFor } from './notes.ts'
import {
  ANY_OBJECT,
  BOOLEAN,
  EMPTY_OBJECT,
  type Index,
  intersection,
  NEVER,
  NULL,
  NUMBER,
  type Property,
  STRING,
  type TypeNode,
  UNDEFINED,
  UNKNOWN,
  union,
} from './type-tree.ts'

/** Deeper parts of a type are `unknown`: nobody reads that far, and validation still checks them. */
const DEEPEST_TYPE = 12
/** Longer lists of values become their plain type, with the beginning of the list in the comment. */
const MOST_LITERALS = 60

export interface SchemaType {
  node: TypeNode
  /** Definitions that get a name of their own, because they recur; keyed as in `PreparedSchema.definitions`. */
  aliases: Map<string, { node: TypeNode; comment: string }>
}

/**
 * The TypeScript type of the values that a schema describes. `nameOf` gives the name of a recurring definition.
 * Where TypeScript cannot say it (`not`, patterns, numbers' limits) the type is wider and the comment tells.
 */
export function typeOfSchema(prepared: PreparedSchema, nameOf: (definition: string) => string): SchemaType {
  const reader = new TypeReader(prepared, nameOf)
  const node = reader.read(prepared.root, 0)
  const aliases: SchemaType['aliases'] = new Map()
  for (const key of reader.aliases) {
    const schema = prepared.definitions.get(key) ?? true
    aliases.set(key, { node: reader.read(schema, 0), comment: commentFor(schema, prepared) })
  }
  return { node, aliases }
}

class TypeReader {
  /** Grows while it is being iterated: reading one alias may meet the next. */
  readonly aliases = new Set<string>()
  readonly #prepared: PreparedSchema
  readonly #nameOf: (definition: string) => string
  readonly #aliased: ReadonlySet<string>

  constructor(prepared: PreparedSchema, nameOf: (definition: string) => string) {
    this.#prepared = prepared
    this.#nameOf = nameOf
    this.#aliased = aliasedDefinitions(prepared)
  }

  read(schema: Schema, depth: number): TypeNode {
    if (schema === true || depth > DEEPEST_TYPE) return UNKNOWN
    if (schema === false || schema.not === true) return NEVER
    const parts: TypeNode[] = [schema.enum === undefined ? this.#base(schema, depth) : literals(schema)]
    if (schema.ref !== undefined) parts.push(this.#reference(schema.ref, depth))
    for (const part of schema.allOf ?? []) parts.push(this.read(part, depth))
    for (const forms of [schema.anyOf, schema.oneOf]) {
      if (forms !== undefined) parts.push(union(forms.map((form) => this.read(form, depth))))
    }
    if (schema.if !== undefined) {
      parts.push(union([schema.then, schema.else].map((part) => this.read(part ?? true, depth))))
    }
    return intersection(parts)
  }

  #reference(key: string, depth: number): TypeNode {
    if (!this.#aliased.has(key)) return this.read(this.#prepared.definitions.get(key) ?? true, depth)
    this.aliases.add(key)
    return { type: 'reference', name: this.#nameOf(key) }
  }

  #base(schema: SchemaObject, depth: number): TypeNode {
    const types = schema.type ?? impliedTypes(schema)
    return types.length === 0 ? UNKNOWN : union(types.map((type) => this.#ofType(type, schema, depth)))
  }

  #ofType(type: TypeName, schema: SchemaObject, depth: number): TypeNode {
    switch (type) {
      case 'null':
        return NULL
      case 'boolean':
        return BOOLEAN
      case 'integer':
      case 'number':
        return NUMBER
      case 'string':
        return STRING
      case 'array':
        return this.#array(schema, depth)
      case 'object':
        return this.#object(schema, depth)
    }
  }

  #array(schema: SchemaObject, depth: number): TypeNode {
    const { prefixItems, items, minItems, maxItems } = schema
    if (prefixItems === undefined) return { type: 'array', item: this.read(items ?? true, depth + 1) }
    const isClosed =
      items === false || schema.unevaluatedItems === false || (maxItems ?? Infinity) <= prefixItems.length
    return {
      type: 'tuple',
      // Without `minItems` a shorter list would be valid too, but whoever lists the items means all of them.
      items: prefixItems.map((item, index) => ({
        value: this.read(item, depth + 1),
        optional: minItems !== undefined && minItems > 0 && index >= minItems,
      })),
      rest: isClosed ? null : this.read(items ?? true, depth + 1),
    }
  }

  #object(schema: SchemaObject, depth: number): TypeNode {
    const properties = this.#properties(schema, depth)
    const index = this.#index(schema, properties, depth)
    if (properties.length > 0 || (index !== null && index.value !== UNKNOWN))
      return { type: 'object', properties, index }
    return schema.additionalProperties === false || schema.maxProperties === 0 ? EMPTY_OBJECT : ANY_OBJECT
  }

  #properties(schema: SchemaObject, depth: number): Property[] {
    const required = new Set(schema.required)
    const others = schema.additionalProperties ?? true
    const found = [...(schema.properties ?? [])].map(([key, value]) =>
      this.#property(key, value, required, depth),
    )
    const names = new Set(schema.properties?.keys())
    const possible = typeof schema.propertyNames === 'object' ? (schema.propertyNames.enum ?? []) : []
    for (const name of [...required, ...possible.slice(0, MOST_LITERALS)]) {
      if (typeof name !== 'string' || names.has(name)) continue
      names.add(name)
      found.push(this.#property(name, others, required, depth))
    }
    return found
  }

  #property(key: string, schema: Schema, required: ReadonlySet<string>, depth: number): Property {
    const value = this.read(schema, depth + 1)
    const comment = commentFor(schema, this.#prepared)
    return { key, optional: !required.has(key), value, comment: comment === key ? '' : comment }
  }

  #index(schema: SchemaObject, properties: readonly Property[], depth: number): Index | null {
    const patterns = schema.patternProperties ?? []
    const others = schema.additionalProperties ?? (patterns.length > 0 ? false : schema.unevaluatedProperties)
    const listed = typeof schema.propertyNames === 'object' && schema.propertyNames.enum !== undefined
    if (listed || others === undefined || (others === false && patterns.length === 0)) return null
    const values = [...patterns.map((pattern) => pattern.schema), others].map((part) =>
      this.read(part, depth + 1),
    )
    // An index signature has to cover the named properties as well.
    for (const { value, optional } of properties) values.push(value, optional ? UNDEFINED : NEVER)
    const sources = patterns.map(({ pattern }) => `/${pattern.source}/`).join(', ')
    const comment = sources === '' || others !== false ? '' : commentForNames(sources)
    return { value: union(values), comment }
  }
}

function commentForNames(sources: string): string {
  return commentFor(
    { description: `names matching ${sources}` },
    { root: true, definitions: new Map(), problems: [] },
  )
}

function literals(schema: SchemaObject): TypeNode {
  const { enum: values = [], type } = schema
  const possible = values.filter((value) => type === undefined || type.some((name) => hasType(name, value)))
  const nodes = possible.map((value) => literal(value))
  return possible.length <= MOST_LITERALS ? union(nodes) : union(nodes.map(widen))
}

function literal(value: unknown): TypeNode {
  if (value === null) return NULL
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { type: 'literal', value }
  if (Array.isArray(value)) {
    return {
      type: 'tuple',
      items: value.map((item) => ({ value: literal(item), optional: false })),
      rest: null,
    }
  }
  if (!isRecord(value)) return UNKNOWN
  const keys = Object.keys(value)
  if (keys.length === 0) return EMPTY_OBJECT
  const properties = keys.map((key) => ({
    key,
    optional: false,
    value: literal(own(value, key)),
    comment: '',
  }))
  return { type: 'object', properties, index: null }
}

function widen(node: TypeNode): TypeNode {
  if (node.type !== 'literal') return node
  if (typeof node.value === 'string') return STRING
  return typeof node.value === 'number' ? NUMBER : BOOLEAN
}
