const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/**
 * Reads one string property out of a JSON object while its text is still arriving. Forgiving: raw line breaks inside
 * strings are taken as they are, and what makes no sense is passed over. What it has read only ever grows.
 */
export class CodeReader {
  readonly #key: string
  /** Names of the objects and arrays that are open. */
  #depth = 0
  #state: 'outside' | 'key' | 'value' | 'other' = 'outside'
  #lastKey = ''
  #afterColon = false
  #escape: string | null = null
  #text = ''
  #done = false

  /** `key` is a property of the outermost object. */
  constructor(key: string) {
    this.#key = key
  }

  get text(): string {
    return this.#text
  }

  feed(piece: string): void {
    for (const char of piece) {
      if (this.#done) return
      if (this.#state === 'outside') this.#outside(char)
      else this.#inside(char)
    }
  }

  #outside(char: string): void {
    switch (char) {
      case '{':
      case '[':
        this.#depth += 1
        this.#afterColon = false
        return
      case '}':
      case ']':
        this.#depth -= 1
        return
      case ':':
        this.#afterColon = this.#depth === 1
        return
      case ',':
        this.#afterColon = false
        return
      case '"':
        if (this.#depth !== 1) this.#state = 'other'
        else if (this.#afterColon) this.#state = this.#lastKey === this.#key ? 'value' : 'other'
        else {
          this.#state = 'key'
          this.#lastKey = ''
        }
    }
  }

  #inside(char: string): void {
    if (this.#escape !== null) this.#escaped(char)
    else if (char === '\\') this.#escape = ''
    else if (char !== '"') this.#take(char)
    else {
      if (this.#state === 'value') this.#done = true
      this.#state = 'outside'
    }
  }

  #escaped(char: string): void {
    const so = `${this.#escape ?? ''}${char}`
    if (so[0] !== 'u') {
      this.#take(ESCAPES[so] ?? so)
      this.#escape = null
    } else if (so.length === 5) {
      const code = Number.parseInt(so.slice(1), 16)
      this.#take(Number.isNaN(code) ? so : String.fromCharCode(code))
      this.#escape = null
    } else this.#escape = so
  }

  #take(text: string): void {
    if (this.#state === 'value') this.#text += text
    if (this.#state === 'key') this.#lastKey += text
  }
}
