import { isRecord, own } from './json.ts'

/** Where a reference leads: the raw schema there, and a name for it. */
export interface Target {
  schema: unknown
  name: string
}

/**
 * Resolves references within one document: JSON pointers, anchors, and `$id`s that stand in it. Nothing is ever
 * fetched. Returns `null` for anything else.
 */
export function createResolver(root: unknown): (reference: string) => Target | null {
  let named: Map<string, unknown> | null = null
  return (reference) => {
    const hash = reference.indexOf('#')
    const base = hash < 0 ? reference : reference.slice(0, hash)
    const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1))
    if (base === '' && fragment === '') return { schema: root, name: 'Root' }
    if (base === '' && fragment.startsWith('/')) return follow(root, fragment)
    named ??= indexNames(root)
    const document = base === '' ? root : findDocument(named, base, root)
    if (document === undefined) return null
    if (fragment.startsWith('/')) return follow(document, fragment)
    if (fragment === '') return { schema: document, name: nameOf(base) }
    const anchored = named.get(`#${fragment}`)
    return anchored === undefined ? null : { schema: anchored, name: fragment }
  }
}

function findDocument(named: Map<string, unknown>, base: string, root: unknown): unknown {
  const direct = named.get(base)
  if (direct !== undefined) return direct
  const rootId = isRecord(root) ? own(root, '$id') : undefined
  if (typeof rootId !== 'string' || !URL.canParse(base, rootId)) return undefined
  return named.get(new URL(base, rootId).href)
}

function follow(document: unknown, pointer: string): Target | null {
  let current = document
  let name = 'Root'
  for (const raw of pointer.slice(1).split('/')) {
    const segment = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return null
    current = own(current, segment)
    if (!/^\d+$/.test(segment) && !KEYWORDS_ON_THE_WAY.has(segment)) name = segment
  }
  return { schema: current, name }
}

const KEYWORDS_ON_THE_WAY: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
])

const LARGEST_INDEX = 50_000

/** Anchors (as `#name`) and ids of all schemas in the document; the first of two equal ones wins. */
function indexNames(root: unknown): Map<string, unknown> {
  const named = new Map<string, unknown>()
  const rootId = isRecord(root) ? own(root, '$id') : undefined
  const seen = new Set<object>()
  const open: unknown[] = [root]
  while (open.length > 0 && seen.size < LARGEST_INDEX) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    if (isRecord(node)) for (const name of namesOf(node, rootId)) if (!named.has(name)) named.set(name, node)
    for (const child of Object.values(node).reverse()) open.push(child)
  }
  return named
}

function namesOf(schema: Record<string, unknown>, rootId: unknown): string[] {
  const names: string[] = []
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = own(schema, keyword)
    if (typeof anchor === 'string') names.push(`#${anchor}`)
  }
  for (const keyword of ['$id', 'id']) {
    const id = own(schema, keyword)
    if (typeof id !== 'string') continue
    names.push(id)
    if (typeof rootId === 'string' && URL.canParse(id, rootId)) names.push(new URL(id, rootId).href)
  }
  return names
}

function nameOf(base: string): string {
  const last = base.split('/').at(-1) ?? ''
  return last.replace(/\.(schema\.)?json$/, '') || 'Root'
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (error instanceof URIError) return fragment
    throw error
  }
}
