import type { PreviewEntry, PreviewNode } from '../../kernel/types.ts'

/** A value as JSON, and what of it JSON could not hold. */
interface AsJson {
  /** Absent when there is no value that JSON knows. */
  json?: unknown
  /** What became something else or is missing, a sentence each. */
  losses: string[]
  /** Why it cannot be JSON at all; `null` when it can. */
  refusal: string | null
}

interface Room {
  items: number
  chars: number
}

const WHOLE: Room = { items: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY }
const ROOMS: readonly Room[] = [
  ...[300, 100, 40, 15, 5].map((items) => ({ items, chars: 400 })),
  ...[15, 5, 2].map((items) => ({ items, chars: 80 })),
]
/** Losses that are told one by one. */
const MOST_LOSSES = 5

/**
 * Turns a value into JSON of at most `limit` characters: larger ones are cut where they are long, with the number of
 * what is left out in their place. What `JSON.stringify` would lose without a word is named with its path.
 */
export function jsonOf(node: PreviewNode, limit: number): AsJson {
  const whole = convert(node, WHOLE)
  if (whole.refusal !== null || length(whole) <= limit) return whole
  for (const room of ROOMS) {
    const cut = convert(node, room)
    if (length(cut) <= limit) return cut
  }
  const text = JSON.stringify(whole.json)
  const json = `${text.slice(0, Math.max(0, limit - 60))}… ${text.length} characters of JSON in all`
  return { json, losses: [...whole.losses, CUT], refusal: null }
}

const CUT = 'The result is too long: it was cut. Return less.'

const length = ({ json }: AsJson): number => (json === undefined ? 0 : JSON.stringify(json).length)

function convert(node: PreviewNode, room: Room): AsJson {
  const converter = new Converter(room)
  const json = converter.convert(node, '$')
  const { refusal } = converter
  if (refusal !== null) return { losses: [], refusal }
  return { ...(json === undefined ? {} : { json }), losses: converter.losses(), refusal: null }
}

class Converter {
  refusal: string | null = null
  readonly #room: Room
  readonly #losses: string[] = []
  #cut = false

  constructor(room: Room) {
    this.#room = room
  }

  losses(): string[] {
    const told = this.#losses.slice(0, MOST_LOSSES)
    const more = this.#losses.length - told.length
    if (more > 0) told.push(`So did ${more} more values.`)
    return this.#cut ? [...told, CUT] : told
  }

  convert(node: PreviewNode, path: string): unknown {
    const text = node.text ?? ''
    switch (node.type) {
      case 'undefined':
        return undefined
      case 'null':
        return null
      case 'boolean':
        return text === 'true'
      case 'number':
        return this.#number(text, path)
      case 'string':
        return this.#string(node)
      case 'bigint':
        return this.#refuse(`${path} is a BigInt. Turn it into a number or a string`)
      case 'circular':
        return this.#refuse(`${path} refers back to ${text}`)
      case 'date':
        return text === 'Invalid Date' ? this.#lose(path, 'an invalid Date', null) : text
      case 'array':
      case 'typed-array':
        return this.#list(node, path)
      case 'set':
        return this.#lose(path, 'a Set', this.#list(node, path), 'an array')
      case 'map':
        return this.#lose(path, 'a Map', this.#entries(node, path), 'an array of [key, value]')
      case 'object':
      case 'instance':
        return this.#record(node, path)
      case 'error':
      case 'regexp':
        return this.#lose(path, node.type === 'error' ? 'an Error' : 'a RegExp', text, 'its text')
      // The interpreter warns of each promise that was not awaited.
      case 'promise':
        return null
      case 'function':
      case 'class':
      case 'symbol':
      case 'getter':
        return this.#lose(path, `a ${node.type}`, undefined)
      case 'cut':
        this.#cut = true
        return text
      case 'buffer':
      case 'proxy':
      case 'tombstone':
      case 'other':
        return this.#lose(path, text === '' ? `a ${node.type}` : text, text, 'text')
    }
  }

  #refuse(reason: string): undefined {
    this.refusal ??= reason
    return undefined
  }

  #lose(path: string, what: string, now: unknown, became?: string): unknown {
    const where = path === '$' ? 'The result' : path
    const fate = became ?? (now === null ? 'null' : null)
    this.#losses.push(
      `${where} was ${what}, which JSON does not know: it ${fate === null ? 'is left out' : `became ${fate}`}.`,
    )
    return now
  }

  #number(text: string, path: string): unknown {
    const number = Number(text)
    return Number.isFinite(number) ? number : this.#lose(path, text, null)
  }

  #string({ text = '', size = text.length, truncated = false }: PreviewNode): string {
    if (!truncated && text.length <= this.#room.chars) return text
    this.#cut = true
    const shown = text.slice(0, Math.min(text.length, this.#room.chars))
    return `${shown}… ${size - shown.length} more characters`
  }

  #list(node: PreviewNode, path: string): unknown[] {
    const { shown, left } = this.#shown(node)
    const items = shown.map(({ value }, index) => {
      const item = this.convert(value, `${path}[${index}]`)
      if (item !== undefined) return item
      return value.type === 'undefined' ? this.#lose(`${path}[${index}]`, 'undefined', null) : null
    })
    return left > 0 ? [...items, `… ${left} more items`] : items
  }

  #record(node: PreviewNode, path: string): Record<string, unknown> {
    const { shown, left } = this.#shown(node)
    const entries = shown.flatMap(({ key, value }): [string, unknown][] => {
      const item = this.convert(value, `${path}${step(key)}`)
      return item === undefined ? [] : [[key, item]]
    })
    if (left > 0) entries.push(['…', `${left} more properties`])
    return Object.fromEntries(entries)
  }

  #entries(node: PreviewNode, path: string): unknown[] {
    const { shown, left } = this.#shown(node)
    const entries = shown.map(({ key, keyNode, value }): unknown => {
      const where = `${path}.get(${key})`
      return [keyNode ? (this.convert(keyNode, where) ?? null) : key, this.convert(value, where) ?? null]
    })
    return left > 0 ? [...entries, `… ${left} more entries`] : entries
  }

  #shown({ children = [], size = children.length }: PreviewNode): { shown: PreviewEntry[]; left: number } {
    const shown = children.slice(0, this.#room.items)
    const left = size - shown.reduce((sum, { value }) => sum + placesOf(value), 0)
    if (left > 0) this.#cut = true
    return { shown, left }
  }
}

/** One node stands for a whole stretch of an array's empty places. */
const placesOf = ({ type, size }: PreviewNode): number => (type === 'other' ? (size ?? 1) : 1)

const step = (key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
