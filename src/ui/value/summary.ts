import type { PreviewEntry, PreviewNode } from '../../kernel/types.ts'

/** Piece of a rendered value with the colour class it is shown in. */
export interface Piece {
  text: string
  tone: 'number' | 'string' | 'keyword' | 'name' | 'muted' | 'error' | 'plain'
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

/** True for values that a tree can open. */
export function isOpenable(node: PreviewNode): boolean {
  if ((node.children?.length ?? 0) > 0) return true
  return hasMore(node) && isContainer(node)
}

/** Children exist that are not here. */
export function hasMore(node: PreviewNode): boolean {
  if (node.type === 'string') return false
  return node.truncated === true || (node.size ?? 0) > (node.children?.length ?? 0)
}

export function isContainer(node: PreviewNode): boolean {
  switch (node.type) {
    case 'array':
    case 'object':
    case 'instance':
    case 'map':
    case 'set':
    case 'error':
    case 'typed-array':
    case 'buffer':
    case 'cut':
      return true
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'function':
    case 'class':
    case 'date':
    case 'regexp':
    case 'promise':
    case 'proxy':
    case 'circular':
    case 'getter':
    case 'tombstone':
    case 'other':
      return false
  }
}

/** What a container is called: `Array(3204)`, `Map(2)`, `Point`. */
export function title(node: PreviewNode): string {
  const size = node.size ?? node.children?.length ?? 0
  const { type, text } = node
  if (type === 'array') return `${text ?? 'Array'}(${size})`
  if (type === 'map') return `Map(${size})`
  if (type === 'set') return `Set(${size})`
  if (type === 'typed-array' || type === 'buffer')
    return text !== undefined && /\(\d+\)$/.test(text) ? text : `${text ?? type}(${size})`
  if (type === 'object') return 'Object'
  if (type === 'instance') return text ?? 'Object'
  return text ?? type
}

/** A leaf, or a container's name, as it stands in a row. */
export function leaf(node: PreviewNode): Piece {
  switch (node.type) {
    case 'undefined':
    case 'null':
      return { text: node.type, tone: 'muted' }
    case 'boolean':
      return { text: node.text ?? 'false', tone: 'keyword' }
    case 'number':
    case 'bigint':
      return { text: numeric(node), tone: 'number' }
    case 'string':
      return { text: quoted(node), tone: 'string' }
    case 'symbol':
      return { text: wrapped(node.text, 'Symbol'), tone: 'string' }
    case 'function':
      return { text: node.text ? `ƒ ${node.text}` : 'ƒ', tone: 'name' }
    case 'class':
      return { text: node.text ? `class ${node.text}` : 'class', tone: 'name' }
    case 'date':
    case 'regexp':
      return { text: node.text ?? node.type, tone: 'number' }
    case 'error':
      return { text: node.text ?? 'Error', tone: 'error' }
    case 'promise':
      return { text: node.text ? `Promise ${node.text}` : 'Promise', tone: 'muted' }
    case 'circular':
      return { text: `circular → ${node.text ?? '$'}`, tone: 'muted' }
    case 'getter':
      return { text: 'getter, not run', tone: 'muted' }
    case 'tombstone':
      return { text: node.text ?? 'not restored', tone: 'muted' }
    case 'cut':
      return { text: node.text ?? '…', tone: 'muted' }
    case 'proxy':
    case 'other':
      return { text: node.text ?? node.type, tone: 'muted' }
    case 'array':
    case 'object':
    case 'instance':
    case 'map':
    case 'set':
    case 'typed-array':
    case 'buffer':
      return { text: title(node), tone: 'muted' }
  }
}

/** A closed container in one line, at most about `budget` characters: `{id: 3, name: "Alaska", …}`. */
export function summary(node: PreviewNode, budget = 72): Piece[] {
  const pieces: Piece[] = []
  write(node, budget, 0, pieces)
  return pieces
}

export function textOf(pieces: Piece[]): string {
  return pieces.map((piece) => piece.text).join('')
}

/** A whole tree as text for the clipboard: JSON where the value is complete and JSON can say it, else as shown. */
export function copyText(node: PreviewNode): string {
  if (node.type === 'string') return node.text ?? ''
  const json = toJson(node)
  if (json !== undefined) return JSON.stringify(json, null, 2)
  return textOf(summary(node, 100_000))
}

/** The value as JSON data; `undefined` where it is cut or JSON cannot say it. */
function toJson(node: PreviewNode): unknown {
  if (node.type === 'null') return null
  if (node.type === 'boolean') return node.text === 'true'
  if (node.type === 'number') {
    const value = Number(node.text)
    return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
  }
  if (node.type === 'string') return node.truncated ? undefined : (node.text ?? '')
  if ((node.type !== 'array' && node.type !== 'object') || hasMore(node)) return undefined
  const entries = (node.children ?? []).map((entry) => [entry.key, toJson(entry.value)] as const)
  if (entries.some(([, value]) => value === undefined)) return undefined
  return node.type === 'array' ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function write(node: PreviewNode, budget: number, depth: number, out: Piece[]): void {
  const children = node.children
  if (!isContainer(node) || node.type === 'cut' || !children || depth > 2) {
    out.push(leaf(node))
    return
  }
  const [open, close] = brackets(node)
  if (open.name) out.push({ text: open.name, tone: 'muted' })
  out.push({ text: open.bracket, tone: 'plain' })
  const start = length(out)
  for (const [index, entry] of children.entries()) {
    if (index > 0) out.push({ text: ', ', tone: 'plain' })
    if (length(out) - start > budget) {
      out.push({ text: `… ${(node.size ?? children.length) - index} more`, tone: 'muted' })
      out.push({ text: close, tone: 'plain' })
      return
    }
    writeKey(node, entry, out)
    write(entry.value, Math.max(12, (budget - (length(out) - start)) >> 1), depth + 1, out)
  }
  const rest = (node.size ?? children.length) - children.length
  if (hasMore(node))
    out.push({ text: `${children.length > 0 ? ', ' : ''}…${rest > 0 ? ` ${rest} more` : ''}`, tone: 'muted' })
  out.push({ text: close, tone: 'plain' })
}

function writeKey(parent: PreviewNode, entry: PreviewEntry, out: Piece[]): void {
  if (parent.type === 'array' || parent.type === 'set' || parent.type === 'typed-array') return
  if (parent.type === 'map') {
    out.push(entry.keyNode ? leaf(entry.keyNode) : { text: JSON.stringify(entry.key), tone: 'string' })
    out.push({ text: ' => ', tone: 'plain' })
    return
  }
  out.push({ text: shownKey(entry.key), tone: 'name' }, { text: ': ', tone: 'plain' })
}

/** A property name as a literal would show it. */
export function shownKey(key: string): string {
  return IDENTIFIER.test(key) || /^(0|[1-9]\d*)$/.test(key) || key.startsWith('[') ? key : JSON.stringify(key)
}

function brackets(node: PreviewNode): [{ name: string; bracket: string }, string] {
  if (node.type === 'array') return [{ name: node.text ? `${node.text} ` : '', bracket: '[' }, ']']
  if (node.type === 'object') return [{ name: '', bracket: '{' }, '}']
  const name = `${title(node)} `
  if (node.type === 'typed-array' || node.type === 'buffer') return [{ name, bracket: '[' }, ']']
  return [{ name, bracket: '{' }, '}']
}

function numeric(node: PreviewNode): string {
  const text = node.text ?? '0'
  return node.type === 'bigint' && !text.endsWith('n') ? `${text}n` : text
}

function quoted(node: PreviewNode): string {
  const text = JSON.stringify(node.text ?? '')
  if (!node.truncated) return text
  const rest = (node.size ?? 0) - (node.text ?? '').length
  return `${text.slice(0, -1)}…"${rest > 0 ? ` ${rest} more characters` : ''}`
}

function wrapped(text: string | undefined, name: string): string {
  return text?.startsWith(`${name}(`) ? text : `${name}(${text ?? ''})`
}

function length(pieces: Piece[]): number {
  let sum = 0
  for (const piece of pieces) sum += piece.text.length
  return sum
}
