import type { JsonSchema } from '../kernel/types.ts'
import { isObject, type JsonObject } from './json.ts'

/** What has to go from schemas before an endpoint takes them. */
export interface SchemaCuts {
  /** Keywords that it refuses. */
  keywords: ReadonlySet<string>
  /** Only the keywords that every known server takes. */
  plain: boolean
}

const PLAIN = new Set(['type', 'description', 'properties', 'required', 'items', 'enum'])
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
/** Keywords whose value is data, not a schema. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])

/** The keywords in use anywhere in a schema: names of properties are not keywords. */
export function keywordsOf(schema: unknown, found: Set<string> = new Set()): Set<string> {
  if (!isObject(schema)) return found
  for (const [keyword, value] of Object.entries(schema)) {
    found.add(keyword)
    for (const inner of schemasUnder(keyword, value)) keywordsOf(inner, found)
  }
  return found
}

function schemasUnder(keyword: string, value: unknown): unknown[] {
  if (DATA.has(keyword)) return []
  if (MAPS.has(keyword)) return isObject(value) ? Object.values(value) : []
  return Array.isArray(value) ? value : [value]
}

export function isPlain(schema: unknown): boolean {
  return [...keywordsOf(schema)].every((keyword) => PLAIN.has(keyword)) && !hasTypeList(schema)
}

function hasTypeList(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (Array.isArray(schema.type)) return true
  return Object.entries(schema).some(([keyword, value]) => schemasUnder(keyword, value).some(hasTypeList))
}

/** A tool's parameters as every server wants them: an object schema that names its properties. */
export function toParameters(schema: JsonSchema, cuts: SchemaCuts): JsonObject {
  const root: JsonObject = isObject(schema) ? schema : {}
  const refused =
    cuts.plain || cuts.keywords.has('$ref') || cuts.keywords.has('$defs') || cuts.keywords.has('definitions')
  const cut = cuts.plain || cuts.keywords.size > 0 ? subset(root, cuts, refused ? root : null, []) : root
  const typed: JsonObject = 'type' in cut || '$ref' in cut || hasAny(cut) ? cut : { type: 'object', ...cut }
  return typed.type === 'object' && !('properties' in typed) ? { ...typed, properties: {} } : typed
}

function hasAny(schema: JsonObject): boolean {
  return 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema
}

/** `definitions`: where to look up `$ref`, when references have to be written out; `null` when they may stay. */
function subset(
  schema: unknown,
  cuts: SchemaCuts,
  definitions: JsonObject | null,
  path: string[],
): JsonObject {
  if (!isObject(schema)) return {}
  const resolved = definitions === null ? schema : writeOut(schema, definitions, path)
  if (resolved === null) return {}
  const inside = typeof schema.$ref === 'string' ? [...path, schema.$ref] : path
  const out: JsonObject = {}
  for (const [keyword, value] of Object.entries(translate(resolved, cuts))) {
    if (cuts.keywords.has(keyword) || (cuts.plain && !PLAIN.has(keyword))) continue
    if (cuts.plain && keyword === 'type' && Array.isArray(value)) {
      out.type = value.find((each) => each !== 'null') ?? 'string'
    } else if (DATA.has(keyword)) out[keyword] = value
    else if (MAPS.has(keyword) && isObject(value)) {
      const entries = Object.entries(value).map(([name, each]) => [
        name,
        subset(each, cuts, definitions, inside),
      ])
      out[keyword] = Object.fromEntries(entries)
    } else if (LISTS.has(keyword) && Array.isArray(value)) {
      out[keyword] = value.map((each: unknown) => subset(each, cuts, definitions, inside))
    } else out[keyword] = isObject(value) ? subset(value, cuts, definitions, inside) : value
  }
  return out
}

/** Says with allowed keywords what a refused one said, where that is possible. */
function translate(schema: JsonObject, cuts: SchemaCuts): JsonObject {
  const out = { ...schema }
  const gone = (keyword: string): boolean =>
    keyword in out && (cuts.keywords.has(keyword) || (cuts.plain && !PLAIN.has(keyword)))
  if (gone('const')) {
    // An enum of strings is taken by all; of other types not by Gemini.
    if (typeof out.const === 'string' && !('enum' in out)) out.enum = [out.const]
    if (!('type' in out) && typeof out.const === 'string') out.type = 'string'
    delete out.const
  }
  if (gone('oneOf') && !cuts.plain && !cuts.keywords.has('anyOf') && !('anyOf' in out)) out.anyOf = out.oneOf
  if (cuts.plain && !('type' in out)) {
    const first = [out.anyOf, out.oneOf, out.allOf].find(Array.isArray)?.find(isObject)
    if (first !== undefined) return translate({ ...first, ...without(out, LISTS) }, cuts)
  }
  return out
}

function without(schema: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.has(key)))
}

/** A local reference replaced by what it names; `null` inside itself, where anything is allowed. */
function writeOut(schema: JsonObject, definitions: JsonObject, path: string[]): JsonObject | null {
  const { $ref: ref, ...beside } = schema
  if (typeof ref !== 'string') return schema
  if (path.includes(ref)) return null
  const names = ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((name) => name !== '')
  let target: unknown = definitions
  for (const name of names) {
    const key = decodeName(name)
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  if (!isObject(target)) return without(beside, new Set(['$defs', 'definitions']))
  const inner = typeof target.$ref === 'string' ? writeOut(target, definitions, [...path, ref]) : target
  return inner === null ? null : without({ ...inner, ...beside }, new Set(['$defs', 'definitions']))
}

/** RFC 6901, section 4. */
function decodeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
