import type { Json, PreviewNode } from '../../kernel/types.ts'

/** JSON data as a value tree. Deep parts are made when they are needed: reading `children` costs one level. */
export function fromJson(value: Json | undefined): PreviewNode {
  if (value === undefined) return { type: 'undefined' }
  if (value === null) return { type: 'null' }
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) }
  if (typeof value === 'number') return { type: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
  if (typeof value === 'string') return { type: 'string', text: value, size: value.length }
  return container(value)
}

function container(value: Json[] | { [key: string]: Json }): PreviewNode {
  const entries = Object.entries(value)
  let children: PreviewNode['children']
  return {
    type: Array.isArray(value) ? 'array' : 'object',
    size: entries.length,
    get children() {
      children ??= entries.map(([key, child]) => ({ key, value: fromJson(child) }))
      return children
    },
  }
}
