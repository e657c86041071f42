/** A TypeScript type as a tree: built by these functions, which simplify, and printed by `printType`. */
export type TypeNode =
  | { type: 'keyword'; name: 'unknown' | 'never' | 'string' | 'number' | 'boolean' | 'null' | 'undefined' }
  | { type: 'literal'; value: string | number | boolean }
  | { type: 'array'; item: TypeNode }
  | { type: 'tuple'; items: { value: TypeNode; optional: boolean }[]; rest: TypeNode | null }
  | { type: 'object'; properties: Property[]; index: Index | null }
  | { type: 'union'; members: TypeNode[] }
  | { type: 'intersection'; members: TypeNode[] }
  | { type: 'reference'; name: string }

export type ObjectNode = Extract<TypeNode, { type: 'object' }>

export interface Property {
  key: string
  optional: boolean
  value: TypeNode
  /** Plain text; empty for none. */
  comment: string
}

/** What properties of any other name hold. */
export interface Index {
  value: TypeNode
  comment: string
}

export const UNKNOWN: TypeNode = { type: 'keyword', name: 'unknown' }
export const NEVER: TypeNode = { type: 'keyword', name: 'never' }
export const NULL: TypeNode = { type: 'keyword', name: 'null' }
export const UNDEFINED: TypeNode = { type: 'keyword', name: 'undefined' }
export const STRING: TypeNode = { type: 'keyword', name: 'string' }
export const NUMBER: TypeNode = { type: 'keyword', name: 'number' }
export const BOOLEAN: TypeNode = { type: 'keyword', name: 'boolean' }
/** An object of which nothing is known. */
export const ANY_OBJECT: TypeNode = { type: 'object', properties: [], index: { value: UNKNOWN, comment: '' } }
/** An object without properties: `Record<string, never>`. */
export const EMPTY_OBJECT: TypeNode = { type: 'object', properties: [], index: { value: NEVER, comment: '' } }

function isUnknown(node: TypeNode): boolean {
  return node.type === 'keyword' && node.name === 'unknown'
}

export function isNever(node: TypeNode): boolean {
  return node.type === 'keyword' && node.name === 'never'
}

/** Equal for equal types, comments aside. */
function typeKey(node: TypeNode): string {
  return JSON.stringify(node, (key, value: unknown) => (key === 'comment' ? undefined : value))
}

/** One of several types: flat, each once, without what another member already covers. */
export function union(nodes: readonly TypeNode[]): TypeNode {
  const flat = nodes.flatMap((node) => (node.type === 'union' ? node.members : [node]))
  if (flat.some(isUnknown)) return UNKNOWN
  const members = new Map<string, TypeNode>()
  for (const node of flat) if (!isNever(node)) members.set(typeKey(node), node)
  const all = [...members.values()]
  const names = new Set(all.map((node) => (node.type === 'keyword' ? node.name : null)))
  let kept = all.filter((node) => node.type !== 'literal' || !names.has(keywordOf(node.value)))
  if (kept.filter((node) => node.type === 'literal' && typeof node.value === 'boolean').length === 2) {
    kept = [...kept.filter((node) => node.type !== 'literal' || typeof node.value !== 'boolean'), BOOLEAN]
  }
  // `null` and `undefined` read best at the end.
  kept = [...kept.filter((node) => !isNothing(node)), ...kept.filter(isNothing)]
  const [only] = kept
  if (only === undefined) return NEVER
  return kept.length === 1 ? only : { type: 'union', members: kept }
}

function isNothing(node: TypeNode): boolean {
  return node.type === 'keyword' && (node.name === 'null' || node.name === 'undefined')
}

function keywordOf(value: string | number | boolean): 'string' | 'number' | 'boolean' {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'number' : 'boolean'
}

/** All of several types at once, worked out as far as that makes it shorter. */
export function intersection(nodes: readonly TypeNode[]): TypeNode {
  return nodes.reduce(meet, UNKNOWN)
}

function meet(left: TypeNode, right: TypeNode): TypeNode {
  if (isUnknown(left) || isNever(right)) return right
  if (isUnknown(right) || isNever(left)) return left
  if (typeKey(left) === typeKey(right)) return left
  if (left.type === 'union') return distribute(left.members, right) ?? both(left, right)
  if (right.type === 'union') return distribute(right.members, left) ?? both(left, right)
  if (left.type === 'reference' || right.type === 'reference') return both(left, right)
  if (left.type === 'intersection' || right.type === 'intersection') return both(left, right)
  if (kindOf(left) !== kindOf(right)) return NEVER
  if (left.type === 'literal') return right.type === 'literal' ? NEVER : left
  if (right.type === 'literal') return right
  if (left.type === 'array' && right.type === 'array')
    return { type: 'array', item: meet(left.item, right.item) }
  if (left.type === 'object' && right.type === 'object') return meetObjects(left, right)
  return both(left, right)
}

/** `(a | b) & c`, unless that would write out `c` twice. */
function distribute(members: readonly TypeNode[], other: TypeNode): TypeNode | null {
  const met = members.map((member) => meet(member, other)).filter((node) => !isNever(node))
  const large = met.filter((node) => node.type !== 'keyword' && node.type !== 'literal')
  return large.length > 1 ? null : union(met)
}

function both(left: TypeNode, right: TypeNode): TypeNode {
  const parts = [left, right].flatMap((node) => (node.type === 'intersection' ? node.members : [node]))
  const members = new Map(parts.map((part) => [typeKey(part), part]))
  return { type: 'intersection', members: [...members.values()] }
}

type Kind = 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'array' | 'object'

function kindOf(
  node: Exclude<TypeNode, { type: 'union' | 'intersection' | 'reference' }>,
): Kind | 'unknown' | 'never' {
  switch (node.type) {
    case 'keyword':
      return node.name
    case 'literal':
      return keywordOf(node.value)
    case 'array':
    case 'tuple':
      return 'array'
    case 'object':
      return 'object'
  }
}

function meetObjects(left: ObjectNode, right: ObjectNode): TypeNode {
  if (isAnyObject(left)) return right
  if (isAnyObject(right)) return left
  if (left.index !== null || right.index !== null) return both(left, right)
  const properties = new Map(left.properties.map((property) => [property.key, property]))
  for (const property of right.properties) {
    const known = properties.get(property.key)
    properties.set(property.key, known === undefined ? property : meetProperties(known, property))
  }
  return { type: 'object', properties: [...properties.values()], index: null }
}

function meetProperties(left: Property, right: Property): Property {
  return {
    key: left.key,
    optional: left.optional && right.optional,
    value: meet(left.value, right.value),
    comment: left.comment === '' ? right.comment : left.comment,
  }
}

function isAnyObject(node: ObjectNode): boolean {
  return node.properties.length === 0 && node.index !== null && isUnknown(node.index.value)
}
