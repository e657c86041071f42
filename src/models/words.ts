import { isObject, parseJson, shorten } from './json.ts'

/** What a server said about a failure, freed from the many forms in which servers say it. */
export interface ServerWords {
  message: string
  /** Machine-readable labels, lower case; empty when there were none. */
  code: string
  type: string
  /** The field that the server complains about. */
  param: string
  /** An HTTP status inside the body, as gateways put it there. */
  status: number | null
  /** How long to wait, when the body says so. */
  retryAfterMs: number | null
}

const DEEPEST = 5

/**
 * Finds the complaint in a body: `{error: {message}}`, `{error: "…"}`, `[{error: …}]` (Gemini), `{detail: [{loc, msg}]}`
 * (FastAPI), `{message: {detail: …}}` (Mistral), `{object: "error", message}` (vLLM), JSON inside a string (proxies),
 * and the provider's own words that OpenRouter keeps in `metadata.raw`. `null` when the value is no complaint.
 */
export function wordsOf(value: unknown): ServerWords | null {
  return find(value, 0)
}

/** The words of a failed response's body: JSON, a web page or plain text. */
export function wordsOfBody(body: string): ServerWords {
  const parsed = parseJson(body)
  const words = parsed.ok ? find(parsed.value, 0, true) : null
  if (words !== null) return words
  if (/^\s*</.test(body)) return { ...NOTHING, message: textOfPage(body) }
  return { ...NOTHING, message: shorten(body.replace(/^data:\s*/, ''), 600) }
}

const NOTHING: ServerWords = { message: '', code: '', type: '', param: '', status: null, retryAfterMs: null }

function find(value: unknown, depth: number, failed = false): ServerWords | null {
  if (depth > DEEPEST) return null
  if (typeof value === 'string') return fromText(value, depth)
  if (Array.isArray(value)) {
    const all = value.map((each: unknown) => find(each, depth + 1, failed)).filter((each) => each !== null)
    const first = all[0]
    return first === undefined ? null : { ...first, message: join(all.map((each) => each.message)) }
  }
  if (!isObject(value)) return null

  const given = value.error ?? value.errors
  const inner = given !== null && given !== undefined && given !== false && given !== '' ? given : null
  if (inner !== null) {
    const words = find(
      typeof inner === 'object' ? inner : `${inner as string | number | boolean}`,
      depth + 1,
      true,
    )
    return fill(words ?? { ...NOTHING, message: shorten(JSON.stringify(inner), 600) }, value)
  }
  const base = isObject(value.base_resp) ? value.base_resp : null
  if (base !== null && typeof base.status_code === 'number' && base.status_code !== 0) {
    return { ...NOTHING, message: text(base.status_msg), code: String(base.status_code) }
  }
  const isComplaint = failed || value.object === 'error' || value.type === 'error' || 'detail' in value
  if (!isComplaint) return null
  const about = find(
    value.message ?? value.msg ?? value.detail ?? value.error_msg ?? value.title,
    depth + 1,
    true,
  )
  const raw = isObject(value.metadata) ? find(value.metadata.raw, depth + 1, true) : null
  const place = Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : ''
  if (about === null && raw === null && !hasLabel(value)) return null
  const message = join([`${place}${about?.message ?? ''}`, raw?.message ?? ''])
  return fill({ ...(about ?? raw ?? NOTHING), message }, value)
}

function hasLabel(value: Record<string, unknown>): boolean {
  return label(value.code) !== '' || label(value.type) !== '' || label(value.status) !== ''
}

/** Adds the labels that stand beside the message. */
function fill(words: ServerWords, beside: Record<string, unknown>): ServerWords {
  const code = label(beside.code)
  const number = [beside.code, beside.status, beside.status_code, beside.http_code]
    .map(Number)
    .find(isHttpStatus)
  return {
    message: words.message !== '' ? words.message : label(beside.code) || label(beside.type),
    code: words.code || code || label(beside.status),
    type: words.type || label(beside.type),
    param: words.param || text(beside.param),
    status: words.status ?? number ?? null,
    retryAfterMs: words.retryAfterMs ?? retryDelay(beside.details) ?? waitInText(words.message),
  }
}

function fromText(value: string, depth: number): ServerWords | null {
  const trimmed = value.trim()
  if (trimmed === '') return null
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const parsed = parseJson(trimmed)
    const words = parsed.ok ? find(parsed.value, depth + 1, true) : null
    if (words !== null) return words
  }
  const message = trimmed.startsWith('<') ? textOfPage(trimmed) : shorten(trimmed, 600)
  return { ...NOTHING, message, retryAfterMs: waitInText(trimmed) }
}

function isHttpStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value < 600
}

function label(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : typeof value === 'number' ? String(value) : ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function join(parts: string[]): string {
  const seen = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
  return shorten(
    seen.filter((part) => !seen.some((other) => other !== part && other.includes(part))).join(' — '),
    600,
  )
}

/** Google's `details: [{retryDelay: "17s"}]`. */
function retryDelay(details: unknown): number | null {
  if (!Array.isArray(details)) return null
  for (const each of details) {
    if (isObject(each) && typeof each.retryDelay === 'string') return durationMs(each.retryDelay)
  }
  return null
}

/** OpenAI and Groq: "Please try again in 1m3.5s". */
function waitInText(message: string): number | null {
  const match = /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|h|m|s)\w* ?)+)/i.exec(message)
  return match?.[1] === undefined ? null : durationMs(match[1])
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function durationMs(duration: string): number | null {
  let total = 0
  let found = false
  for (const [, amount, unit] of duration.matchAll(/([\d.]+) ?(ms|h|m|s)/g)) {
    const ms = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
    if (Number.isFinite(ms)) {
      total += ms
      found = true
    }
  }
  return found ? Math.ceil(total) : null
}

/** What a person would read of a web page: its title, else its text. */
function textOfPage(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? ''
  if (title !== '') return shorten(title, 200)
  const body = html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  return shorten(body, 200)
}
