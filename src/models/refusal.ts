import type { Adjustment, Plan, Shape } from './adjust.ts'
import { isObject, type JsonObject } from './json.ts'
import { isPlain, keywordsOf } from './schema-subset.ts'
import type { ServerWords } from './words.ts'

/** What was sent and what came back. */
export interface Refusal {
  status: number | null
  words: ServerWords
  /** The body as it was sent. */
  body: JsonObject
  /** The user's own headers as they were sent. */
  headers: readonly string[]
  plan: Plan
}

/** Fields without which there is no request. */
const NEEDED = new Set(['model', 'messages', 'input', 'tools', 'instructions'])
/** Fields that are there for our convenience: naming them in a refusal is reason enough. */
const OURS = new Set([
  'stream_options',
  'parallel_tool_calls',
  'store',
  'include',
  'stream',
  'reasoning_effort',
  'service_tier',
])
/** Keywords whose names are ordinary words: they count only when quoted or in a path. */
const ORDINARY = new Set([
  'format',
  'default',
  'title',
  'pattern',
  'const',
  'not',
  'if',
  'then',
  'else',
  'examples',
])
const BASIC = new Set(['type', 'properties', 'required', 'items', 'description', 'enum'])

const REFUSED =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|forbidden|invalid (?:param|field|argument|name)|cannot find|no such|not (?:a )?valid|additional propert|only (?:the )?(?:allowed|default)|not implemented|not enabled|deprecated|instead|extra (?:field|input)|not available|must be verified/i

/** Statuses with which servers refuse a part of a request; 500 is what local servers make of their own exceptions. */
const MAY_ADAPT = new Set([400, 404, 405, 415, 422, 500, 501])

/**
 * Reads from a refusal what to do differently on the next try; empty when it says nothing of the kind. Everything that
 * a refusal names is left out at once, since strict servers name all of it.
 */
export function learnFrom(refusal: Refusal): Adjustment[] {
  const { status, words } = refusal
  if (status !== null && !MAY_ADAPT.has(status)) return []
  const said = `${words.message} ${words.param} ${words.code}`
  const shape = shapeFor(said, refusal)
  if (shape !== null) return [{ type: 'shape', shape }]
  const found = [
    ...fieldsIn(said, refusal),
    ...headersIn(said, refusal),
    ...extrasIn(said, refusal),
    ...thoughtsIn(said, refusal),
  ]
  if (found.length > 0) return found
  const keywords = keywordsIn(said, refusal)
  if (keywords.length > 0) return keywords
  if (wantsPlainSchemas(said, refusal)) return [{ type: 'shape', shape: 'plain-schemas' }]
  return isVague(words) ? optionalFields(refusal) : []
}

function shapeFor(said: string, { body, plan }: Refusal): Shape | null {
  const untried = (shape: Shape): boolean => !plan.shapes.has(shape)
  const roles = rolesIn(body)
  if (
    untried('nine-character-ids') &&
    roles.has('tool') &&
    /tool[ _]?call.{0,12}id|tool_use\.?id|call_id|tool_calls\[?\.?\d+\]?\.id/i.test(said) &&
    /length of 9|a-z|alphanumeric|match(?:es)? (?:the )?pattern|too long|maximum length/i.test(said)
  ) {
    return 'nine-character-ids'
  }
  if (
    untried('with-reasoning') &&
    /missing[^.]{0,20}reasoning_content|reasoning_content[^.]{0,60}(?:missing|required|must|pass)/i.test(said)
  ) {
    return 'with-reasoning'
  }
  if (roles.has('developer') && untried('system-role') && /developer/i.test(said)) return 'system-role'
  if (
    (roles.has('system') || roles.has('developer')) &&
    untried('no-system') &&
    /(?:system|developer)[ _]?(?:role|message|prompt|instruction)s?.{0,40}(?:not|unsupported|unknown)|role.{0,20}system.{0,40}not|unknown role.{0,4}system/i.test(
      said,
    )
  ) {
    return 'no-system'
  }
  if (
    untried('no-strict') &&
    hasStrict(body) &&
    /strict|is required to be supplied and to be false/i.test(said)
  )
    return 'no-strict'
  if (
    untried('no-tool-name') &&
    roles.has('tool') &&
    /messages?\S*\.name\b|['"`]name['"`]/i.test(said) &&
    REFUSED.test(said)
  ) {
    return 'no-tool-name'
  }
  if (
    untried('empty-content') &&
    hasNullContent(body) &&
    /content/i.test(said) &&
    /null|none|string|required/i.test(said)
  ) {
    return 'empty-content'
  }
  return null
}

function fieldsIn(said: string, { body, words, plan }: Refusal): Adjustment[] {
  const found: Adjustment[] = []
  for (const field of Object.keys(body)) {
    const named = words.param === field
    if (NEEDED.has(field) || !(named || namesField(said, field))) continue
    if (!OURS.has(field) && !named && !REFUSED.test(said)) continue
    const other =
      field === 'max_tokens'
        ? 'max_completion_tokens'
        : field === 'max_completion_tokens'
          ? 'max_tokens'
          : null
    const renamed = other !== null && !plan.rename.has(other) && !plan.rename.has(field)
    found.push(renamed ? { type: 'rename', from: field, to: other } : { type: 'omit', field })
  }
  // "stream_options" is named by its parts as well.
  if (found.length === 0 && 'stream_options' in body && names(said, 'include_usage')) {
    found.push({ type: 'omit', field: 'stream_options' })
  }
  return found
}

function headersIn(said: string, { headers }: Refusal): Adjustment[] {
  return headers
    .filter((name) => said.toLowerCase().includes(name.toLowerCase()) && REFUSED.test(said))
    .map((name) => ({ type: 'omit-header', name }))
}

function extrasIn(said: string, { body }: Refusal): Adjustment[] {
  const known = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'id', 'type', 'function'])
  const extras = new Set<string>()
  for (const message of Array.isArray(body.messages) ? body.messages.filter(isObject) : []) {
    for (const key of Object.keys(message)) if (!known.has(key)) extras.add(key)
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
      if (isObject(call)) for (const key of Object.keys(call)) if (!known.has(key)) extras.add(key)
    }
  }
  return [...extras].filter((field) => names(said, field)).map((field) => ({ type: 'omit-extra', field }))
}

/** The Responses format: encrypted reasoning that the model does not make, or that another endpoint made. */
function thoughtsIn(said: string, { body }: Refusal): Adjustment[] {
  if ('include' in body && /encrypted content is not supported/i.test(said))
    return [{ type: 'omit', field: 'include' }]
  const sent =
    Array.isArray(body.input) && body.input.some((item) => isObject(item) && item.type === 'reasoning')
  const refused = /encrypted[_ ]content|reasoning item|type ['"`]?reasoning|item .{0,80}not found/i.test(said)
  return sent && refused ? [{ type: 'omit-extra', field: 'output_items' }] : []
}

function keywordsIn(said: string, { body }: Refusal): Adjustment[] {
  const used = new Set(schemasOf(body).flatMap((schema) => [...keywordsOf(schema)]))
  const named = [...used].filter((keyword) => {
    if (BASIC.has(keyword)) return false
    if (!ORDINARY.has(keyword)) return names(said, keyword)
    return new RegExp(`['"\`.]${keyword}['"\`\\s]`).test(`${said} `)
  })
  return REFUSED.test(said) || /schema/i.test(said)
    ? named.map((keyword) => ({ type: 'omit-keyword', keyword }))
    : []
}

function wantsPlainSchemas(said: string, { body, plan }: Refusal): boolean {
  if (plan.shapes.has('plain-schemas') || schemasOf(body).every(isPlain)) return false
  return (
    /schema|function_declarations|parameters|tools?[[.]\d/i.test(said) &&
    /invalid|unsupported|not support|unknown|cannot/i.test(said)
  )
}

/** A complaint that names nothing: then the optional fields are the first suspects. */
function isVague(words: ServerWords): boolean {
  return /^(?:bad request|invalid (?:request|argument|parameter|input)s?|request contains an invalid argument|unprocessable(?: entity| content)?|validation (?:error|failed)|unsupported parameters?)?[.!]?$/i.test(
    words.message.trim(),
  )
}

function optionalFields({ body, status }: Refusal): Adjustment[] {
  if (status !== 400 && status !== 422) return []
  return [...OURS]
    .filter((field) => field !== 'stream' && field in body)
    .map((field) => ({ type: 'omit', field }))
}

function names(said: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${word.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&')}(?![\\w$])`).test(said)
}

/** A field whose name could be an ordinary word (`n`, `stop`, `include`) has to be marked as a name. */
function namesField(said: string, field: string): boolean {
  if (field.includes('_') || field.length > 7) return names(said, field)
  if (
    field === 'stream' &&
    /not support(?:ed|ing)?.{0,20}stream|stream\w* (?:is |are )?not (?:support|allow|enabled)/i.test(said)
  ) {
    return true
  }
  return new RegExp(
    `['"\`.]${field}['"\`:\\s]|(?:argument|parameter|field|input)s?(?: supplied)?: ?${field}\\b`,
  ).test(`${said} `)
}

function messagesOf(body: JsonObject): JsonObject[] {
  const list = body.messages ?? body.input
  return Array.isArray(list) ? list.filter(isObject) : []
}

function rolesIn(body: JsonObject): Set<unknown> {
  return new Set(
    messagesOf(body).map((message) => (message.type === 'function_call_output' ? 'tool' : message.role)),
  )
}

function hasNullContent(body: JsonObject): boolean {
  return messagesOf(body).some((message) => message.content === null)
}

function toolsOf(body: JsonObject): JsonObject[] {
  const tools = Array.isArray(body.tools) ? body.tools.filter(isObject) : []
  return tools.map((tool) => (isObject(tool.function) ? tool.function : tool))
}

function hasStrict(body: JsonObject): boolean {
  return toolsOf(body).some((tool) => 'strict' in tool)
}

function schemasOf(body: JsonObject): unknown[] {
  return toolsOf(body).map((tool) => tool.parameters)
}
