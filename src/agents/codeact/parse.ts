/** What a reply's text says in the protocol's terms. */
export type Parsed =
  /** No object in it. */
  | { type: 'none' }
  /** It begins like an object that is none: why. */
  | { type: 'broken'; problem: string }
  | { type: 'code'; code: unknown; language: string }
  | { type: 'final'; output: string }
  /** An object that is neither. */
  | { type: 'other' }

/** Reads the first balanced `{…}` of a text; what stands around it does not count. */
export function parseReply(text: string): Parsed {
  const start = text.indexOf('{')
  if (start < 0) return { type: 'none' }
  const end = balancedEnd(text, start)
  if (end === null) return { type: 'broken', problem: 'its braces are not closed' }
  let value: unknown
  try {
    value = JSON.parse(text.slice(start, end))
  } catch (error) {
    return { type: 'broken', problem: error instanceof Error ? error.message : 'it cannot be read' }
  }
  return messageOf(value as Record<string, unknown>)
}

/** Just behind the brace that closes the one at `start`. Braces inside of strings do not count. */
function balancedEnd(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function messageOf(value: Record<string, unknown>): Parsed {
  const { type, code, language, output } = value
  if (type === 'code')
    return { type, code, language: typeof language === 'string' ? language.trim().toLowerCase() : '' }
  if (type !== 'final') return { type: 'other' }
  return {
    type,
    output:
      typeof output === 'string'
        ? output
        : output === undefined || output === null
          ? ''
          : JSON.stringify(output),
  }
}
