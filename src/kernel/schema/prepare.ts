import { cutEndlessReferences } from './endless.ts'
import { isRecord, own } from './json.ts'
import { readKeywords } from './keywords.ts'
import type { PreparedSchema, Schema, SchemaObject } from './model.ts'
import type { ReadContext } from './reading.ts'
import { createResolver } from './references.ts'

const DEEPEST_SCHEMA = 64
const LARGEST_SCHEMA = 20_000
const MOST_PROBLEMS = 20

const cache = new WeakMap<object, PreparedSchema>()

/**
 * Reads a JSON Schema of any draft from 4 on (and OpenAPI's `nullable`) into one clean form. Never throws: what
 * cannot be used is left out, which accepts more, and listed in `problems`.
 * A schema object is read once and remembered, so it must not be changed afterwards.
 */
export function prepareSchema(schema: unknown): PreparedSchema {
  if (typeof schema !== 'object' || schema === null) return new SchemaReader(schema).read()
  const known = cache.get(schema)
  if (known !== undefined) return known
  const prepared = new SchemaReader(schema).read()
  cache.set(schema, prepared)
  return prepared
}

class SchemaReader implements ReadContext {
  readonly legacy: boolean
  readonly #root: unknown
  readonly #resolve: ReturnType<typeof createResolver>
  readonly #definitions = new Map<string, Schema>()
  readonly #keys = new Map<object, string>()
  readonly #taken = new Set<string>()
  readonly #uses = new Map<string, number>()
  readonly #unread: { key: string; schema: object; place: string }[] = []
  readonly #path: object[] = []
  readonly #problems: string[] = []
  #size = 0

  constructor(root: unknown) {
    this.#root = root
    this.#resolve = createResolver(root)
    const dialect = isRecord(root) ? own(root, '$schema') : undefined
    this.legacy = typeof dialect === 'string' && /draft-0?[3-7]/.test(dialect)
  }

  read(): PreparedSchema {
    let root = this.readSchema(this.#root, '#')
    for (let next = this.#unread.shift(); next !== undefined; next = this.#unread.shift()) {
      this.#definitions.set(next.key, this.readSchema(next.schema, next.place))
    }
    // A schema that refers to its whole self is named once instead of standing there twice.
    const rootKey = isRecord(this.#root) ? this.#keys.get(this.#root) : undefined
    if (rootKey !== undefined) root = { ref: rootKey }
    for (const key of cutEndlessReferences(root, this.#definitions)) {
      this.report('#', `"${key}" refers to itself without anything in between, so it never ends`)
    }
    return { root, definitions: this.#definitions, problems: this.#problems }
  }

  readSchema(schema: unknown, place: string): Schema {
    if (typeof schema === 'boolean') return schema
    if (!isRecord(schema)) {
      this.report(place, 'a schema has to be an object, true or false')
      return true
    }
    const obstacle = this.#obstacle(schema)
    if (obstacle !== null) {
      this.report(place, obstacle)
      return true
    }
    this.#size++
    this.#path.push(schema)
    const read: SchemaObject = readKeywords(schema, place, this)
    this.#path.pop()
    return read
  }

  #obstacle(schema: object): string | null {
    if (this.#path.includes(schema)) return 'the schema contains itself; use "$ref" for recursion'
    if (this.#path.length >= DEEPEST_SCHEMA)
      return `the schema is nested deeper than ${DEEPEST_SCHEMA} levels`
    if (this.#size >= LARGEST_SCHEMA) return `the schema has more than ${LARGEST_SCHEMA} parts`
    return null
  }

  readReference(reference: string, place: string): string | boolean | null {
    const target = this.#resolve(reference)
    if (target === null) {
      this.report(
        place,
        `${JSON.stringify(reference)} leads nowhere; only places in the same schema can be used`,
      )
      return null
    }
    if (typeof target.schema === 'boolean') return target.schema
    if (!isRecord(target.schema)) {
      this.report(place, `${JSON.stringify(reference)} does not lead to a schema`)
      return null
    }
    return this.#keyFor(target.schema, target.name, reference)
  }

  #keyFor(schema: object, name: string, place: string): string {
    const known = this.#keys.get(schema)
    if (known !== undefined) return known
    const count = (this.#uses.get(name) ?? 0) + 1
    this.#uses.set(name, count)
    let key = count === 1 ? name : `${name}${count}`
    // Somebody may have called a definition `Item2` themselves.
    while (this.#taken.has(key)) key = `${key}_`
    this.#taken.add(key)
    this.#keys.set(schema, key)
    this.#unread.push({ key, schema, place })
    return key
  }

  report(place: string, problem: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(`${place}: ${problem}.`)
  }
}
