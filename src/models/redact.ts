/** Takes secrets out of text that came from outside. */
export type Redact = (text: string) => string

const MARK = '[REDACTED]'
/** Shorter "keys" such as `x` or `none` are placeholders, and would blot out ordinary words. */
const SHORTEST = 5
/** From this length on, a cut or masked copy of a key is recognised by its beginning. */
const PREFIX = 12

/**
 * A function that replaces each secret by `[REDACTED]`, in every form in which a server is likely to echo it: plain,
 * percent-encoded, inside a JSON string, inside HTML, base64 (also as part of a longer base64 text), or cut off.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns: string[] = []
  for (const secret of new Set(secrets)) {
    if (secret.length < SHORTEST) continue
    for (const form of formsOf(secret)) patterns.push(literal(form))
    if (secret.length >= PREFIX + 4) patterns.push(`${literal(secret.slice(0, PREFIX))}[\\w-]*`)
  }
  if (patterns.length === 0) return (text) => text
  // Longest first: the plain form may be contained in a longer one.
  patterns.sort((a, b) => b.length - a.length)
  const any = new RegExp(patterns.join('|'), 'gi')
  return (text) => text.replace(any, MARK)
}

function formsOf(secret: string): Set<string> {
  const forms = new Set<string>([secret, ...base64Forms(secret)])
  const inJson = JSON.stringify(secret).slice(1, -1)
  forms.add(inJson)
  forms.add(inJson.replaceAll('/', '\\/'))
  forms.add(JSON.stringify(inJson).slice(1, -1))
  forms.add(
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  )
  const bytes = new TextEncoder().encode(secret)
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
  forms.add([...bytes].map((byte) => `%${hex(byte)}`).join(''))
  forms.add([...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
  // A lone surrogate cannot be percent-encoded; such a key could not be sent in the first place.
  if (!/\p{Surrogate}/u.test(secret)) forms.add(encodeURIComponent(secret))
  return forms
}

/** What the secret looks like inside base64, for each of its three possible positions. */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const forms: string[] = []
  for (let offset = 0; offset < 3; offset++) {
    const padded = new Uint8Array(offset + bytes.length)
    padded.set(bytes, offset)
    const text = btoa(String.fromCharCode(...padded)).replaceAll('=', '')
    // The first and the last character also hold bits of the neighbours.
    const inner = text.slice(
      offset === 0 ? 0 : offset + 1,
      (offset + bytes.length) % 3 === 0 ? undefined : -1,
    )
    if (inner.length < SHORTEST + 1) continue
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return forms
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
