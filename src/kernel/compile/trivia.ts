/** Offset of the next character from `from` on that is neither space nor comment; the text's length at most. */
export function skipTrivia(source: string, from: number): number {
  let at = from
  for (;;) {
    const code = source.charCodeAt(at)
    if (Number.isNaN(code)) return source.length
    if (code === 0x2f && source.charCodeAt(at + 1) === 0x2f) {
      at = endOfLine(source, at)
    } else if (code === 0x2f && source.charCodeAt(at + 1) === 0x2a) {
      const close = source.indexOf('*/', at + 2)
      at = close < 0 ? source.length : close + 2
    } else if (code <= 0x20 || (code >= 0x80 && /\s/.test(source.charAt(at)))) at++
    else return at
  }
}

function endOfLine(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return at
  }
  return source.length
}

const WORD = /[\p{ID_Continue}$\u200c\u200d]*/uy

/** The identifier or keyword that starts at `at`, without escapes; empty when there is none. */
export function wordAt(source: string, at: number): string {
  WORD.lastIndex = at
  return WORD.exec(source)?.[0] ?? ''
}

/** End of an identifier at `at` as it is written, escapes included. */
export function identifierEnd(source: string, at: number): number {
  let end = at
  for (;;) {
    const word = wordAt(source, end)
    end += word.length
    if (source[end] !== '\\') return end
    const unicode = /^\\u(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{4})/.exec(source.slice(end, end + 12))
    if (!unicode) return end
    end += unicode[0].length
  }
}

/** A name that occurs nowhere in the source: `base`, `base1`, `base2`, … */
export function freshName(source: string, base: string): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? base : `${base}${n}`
    if (!source.includes(name)) return name
  }
}
