/** Small helpers for data whose shape nobody vouches for. None of them throws. */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Parsed = { ok: true; value: unknown } | { ok: false }

export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

/**
 * Takes apart text that is nothing but JSON objects one after the other, `{…}{…}`, as several servers write two
 * events or two tool calls. `null` when it is anything else.
 */
export function splitObjects(text: string): string[] | null {
  const parts: string[] = []
  let depth = 0
  let start = -1
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '{') {
      if (depth === 0) start = at
      depth++
    } else if (char === '}') {
      depth--
      if (depth < 0) return null
      if (depth === 0) parts.push(text.slice(start, at + 1))
    } else if (depth === 0) {
      if (char === undefined || !/\s/.test(char)) return null
    } else if (char === '"') inString = true
  }
  return depth === 0 && !inString && parts.length > 0 ? parts : null
}

/** Shortens text to `limit` characters without cutting a character in two; the cut is marked. */
export function shorten(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= limit) return flat
  return `${flat.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`
}
