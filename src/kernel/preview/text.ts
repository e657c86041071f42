import type { PreviewEntry, PreviewNode } from '../types.ts'

/**
 * What a model would read of a value. A root string stands bare, all else like a literal. Never longer than
 * `limit` characters: too long values are cut in their structure first, with counts; then in the middle.
 */
export function renderText(node: PreviewNode, limit: number): string {
  if (node.type === 'string') return bareString(node, limit)
  const whole = render(node, { items: Number.POSITIVE_INFINITY, chars: limit })
  if (whole.length <= limit) return whole
  for (const chars of [limit / 4, 200, 40]) {
    const fits = (items: number): string | undefined => {
      const text = render(node, { items, chars })
      return text.length <= limit ? text : undefined
    }
    let best = fits(1)
    if (best === undefined) continue
    // As many items as fit, by bisection.
    for (let low = 1, high = 1_000; low < high; ) {
      const middle = Math.ceil((low + high) / 2)
      const text = fits(middle)
      if (text === undefined) high = middle - 1
      else {
        best = text
        low = middle
      }
    }
    return best
  }
  return cutMiddle(render(node, { items: 1, chars: 40 }), limit)
}

/** Keeps head and tail of a text and says how much is left out and how long it was. */
export function cutMiddle(text: string, limit: number, total = text.length): string {
  if (text.length <= limit && total === text.length) return text
  const note = `\n… ${grouped(Math.max(total - limit, 0))} more characters of ${grouped(total)} …\n`
  const room = limit - note.length
  // No room for a note: that something is left out is all that can be said.
  if (room < 8) return `${text.slice(0, Math.max(limit - 1, 0))}…`.slice(0, Math.max(limit, 0))
  const tail = Math.floor(room / 5)
  return (text.slice(0, room - tail) + note + (tail > 0 ? text.slice(-tail) : '')).slice(0, limit)
}

interface Room {
  /** Items of one container. */
  items: number
  /** Characters of one string. */
  chars: number
}

function bareString(node: PreviewNode, limit: number): string {
  const head = node.text ?? ''
  const total = node.size ?? head.length
  if (!node.truncated && head.length <= limit) return head
  const tail = typeof node.tail === 'string' ? node.tail : ''
  return cutMiddle(head + tail, limit, total)
}

function render(node: PreviewNode, room: Room): string {
  const text = node.text ?? ''
  switch (node.type) {
    case 'undefined':
    case 'null':
      return node.type
    case 'boolean':
    case 'number':
      return text
    case 'date':
    case 'regexp':
      return (node.type === 'date' ? `Date(${text})` : text) + extras(node, room)
    case 'bigint':
      return `${text}n`
    case 'symbol':
      return `Symbol(${text})`
    case 'string':
      return quoted(node, room)
    case 'function':
      return (text === '' ? '[Function]' : `[Function: ${text}]`) + extras(node, room)
    case 'class':
      return (text === '' ? '[class]' : `[class ${text}]`) + extras(node, room)
    case 'promise':
      return promise(node, room) + extras(node, room)
    case 'proxy':
      return '[Proxy]'
    case 'circular':
      return `[Circular ${text}]`
    case 'getter':
      return `[${text}]`
    case 'tombstone':
      return `[Not restored: ${text}]`
    case 'buffer':
      return `${text}(${node.size ?? 0})`
    case 'other':
    case 'cut':
      return text
    case 'array':
      return text === '' ? items(node, room) : `${text}(${node.size ?? 0}) ${items(node, room)}`
    case 'typed-array':
      return `${text}(${node.size ?? 0}) ${items(node, room)}`
    case 'set':
      return `${text === '' ? 'Set' : text}(${node.size ?? 0}) ${items(node, room, '{', '}')}${extras(node, room)}`
    case 'map':
      return `${text === '' ? 'Map' : text}(${node.size ?? 0}) ${braces(node, room, mapEntry)}${extras(node, room)}`
    case 'object':
      return braces(node, room, property)
    case 'instance':
      return `${text} ${braces(node, room, property)}`
    case 'error':
      return node.children && node.children.length > 0 ? `${text} ${braces(node, room, property)}` : text
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$|^(?:0|[1-9]\d*)$|^\[Symbol\(.*\)\]$/s

const property = ({ key, value }: PreviewEntry, room: Room): string =>
  `${IDENTIFIER.test(key) ? key : JSON.stringify(key)}: ${render(value, room)}`

function promise({ text, children }: PreviewNode, room: Room): string {
  const [settled] = children ?? []
  if (!settled) return `Promise {<${text}>}`
  return `Promise {${text === 'rejected' ? '<rejected> ' : ''}${render(settled.value, room)}}`
}

/** Properties of what is no record, behind it. */
function extras(node: PreviewNode, room: Room): string {
  const { extra } = node
  return extra ? ` ${braces({ type: 'object', children: extra, size: extra.length }, room, property)}` : ''
}

const mapEntry = ({ key, keyNode, value }: PreviewEntry, room: Room): string =>
  `${keyNode ? render(keyNode, room) : JSON.stringify(key)} => ${render(value, room)}`

function items(node: PreviewNode, room: Room, open = '[', close = ']'): string {
  return list(node, room, open, close, 'items', ({ value }, inner) => render(value, inner))
}

function braces(node: PreviewNode, room: Room, entry: (entry: PreviewEntry, room: Room) => string): string {
  return list(node, room, '{', '}', node.type === 'map' ? 'entries' : 'properties', entry)
}

const ONE = { items: 'item', entries: 'entry', properties: 'property' } as const

function list(
  node: PreviewNode,
  room: Room,
  open: string,
  close: string,
  noun: keyof typeof ONE,
  entry: (entry: PreviewEntry, room: Room) => string,
): string {
  const children = node.children ?? []
  const size = node.size ?? children.length
  const shown = children.slice(0, Math.min(children.length, room.items))
  const tail = Array.isArray(node.tail) && room.items >= 8 ? node.tail : []
  const lastShown =
    children.length > shown.length && tail.length === 0 && room.items >= 8 ? children.slice(-2) : []
  const end = tail.length > 0 ? tail : lastShown
  const left = size - covered(shown) - covered(end)
  const parts = shown.map((child) => entry(child, room))
  if (left > 0)
    parts.push(`… ${grouped(left)} ${shown.length === 0 ? '' : 'more '}${left === 1 ? ONE[noun] : noun}`)
  parts.push(...end.map((child) => entry(child, room)))
  if (node.type === 'array' && node.extra) parts.push(...node.extra.map((child) => property(child, room)))
  return open + parts.join(', ') + close
}

/** How many items entries stand for: one may stand for many that are empty. */
const covered = (entries: readonly PreviewEntry[]): number =>
  entries.reduce((sum, { value }) => sum + (value.type === 'other' ? (value.size ?? 1) : 1), 0)

function quoted(node: PreviewNode, room: Room): string {
  const head = node.text ?? ''
  const total = node.size ?? head.length
  const most = Math.max(Math.floor(room.chars), 10)
  if (!node.truncated && head.length <= most) return JSON.stringify(head)
  const shown = head.slice(0, most)
  return `${JSON.stringify(shown).slice(0, -1)}… ${grouped(total - shown.length)} more characters"`
}

/** 10000 → 10,000. Fixed, so that a text is the same everywhere. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
