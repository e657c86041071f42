import type { SchemaCuts } from './schema-subset.ts'

/**
 * One thing that an endpoint was found to want differently. Plain data, so that what was learned can be kept.
 * `shape` names a variant of how messages are written.
 */
export type Adjustment =
  | { type: 'omit'; field: string }
  | { type: 'rename'; from: string; to: string }
  | { type: 'omit-header'; name: string }
  | { type: 'omit-keyword'; keyword: string }
  | { type: 'omit-extra'; field: string }
  | { type: 'shape'; shape: Shape }
  | { type: 'path'; url: string }

export type Shape =
  | 'plain-schemas'
  | 'no-strict'
  | 'nine-character-ids'
  | 'system-role'
  | 'no-system'
  | 'no-tool-name'
  | 'empty-content'
  | 'with-reasoning'

/** What was learned, by endpoint. A `Map`, or anything that keeps it longer. */
export interface EndpointMemory {
  get(endpoint: string): Adjustment[] | undefined
  set(endpoint: string, adjustments: Adjustment[]): unknown
}

/** Lives as long as the page. */
export const sessionMemory: EndpointMemory = new Map<string, Adjustment[]>()

/** Adjustments in the form in which a request is written from them. */
export interface Plan {
  omit: ReadonlySet<string>
  rename: ReadonlyMap<string, string>
  omitHeaders: ReadonlySet<string>
  omitExtra: ReadonlySet<string>
  schemas: SchemaCuts
  shapes: ReadonlySet<Shape>
  url: string | null
}

export function planOf(adjustments: readonly Adjustment[]): Plan {
  const omit = new Set<string>()
  const rename = new Map<string, string>()
  const omitHeaders = new Set<string>()
  const omitExtra = new Set<string>()
  const keywords = new Set<string>()
  const shapes = new Set<Shape>()
  let url: string | null = null
  for (const each of adjustments) {
    if (each.type === 'omit') omit.add(each.field)
    else if (each.type === 'rename') rename.set(each.from, each.to)
    else if (each.type === 'omit-header') omitHeaders.add(each.name.toLowerCase())
    else if (each.type === 'omit-extra') omitExtra.add(each.field)
    else if (each.type === 'omit-keyword') keywords.add(each.keyword)
    else if (each.type === 'shape') shapes.add(each.shape)
    else url = each.url
  }
  const schemas = { keywords, plain: shapes.has('plain-schemas') }
  return { omit, rename, omitHeaders, omitExtra, schemas, shapes, url }
}

export function sameAdjustment(a: Adjustment, b: Adjustment): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What was changed, for the person who reads the reply. */
export function describeAdjustment(adjustment: Adjustment): string {
  switch (adjustment.type) {
    case 'omit':
      return `"${adjustment.field}" was left out of the request: this endpoint refuses it.`
    case 'rename':
      return `"${adjustment.from}" was sent as "${adjustment.to}": this endpoint refuses the former.`
    case 'omit-header':
      return `The extra header "${adjustment.name}" was left out: this endpoint refuses it.`
    case 'omit-keyword':
      return `"${adjustment.keyword}" was left out of the tools' schemas: this endpoint refuses it.`
    case 'omit-extra':
      return `"${adjustment.field}", which another endpoint had added to the history, was left out: this endpoint refuses it.`
    case 'path':
      return `This server answers at ${adjustment.url}.`
    case 'shape':
      return SHAPE_NOTES[adjustment.shape]
  }
}

const SHAPE_NOTES: Record<Shape, string> = {
  'plain-schemas':
    "The tools' schemas were reduced to types, properties and enums: this endpoint refuses more.",
  'no-strict': '"strict" was left out of the tools: this endpoint refuses it.',
  'nine-character-ids':
    'Ids of tool calls were sent as nine letters and digits: this endpoint refuses others.',
  'system-role': 'The role "developer" was sent as "system": this endpoint refuses the former.',
  'no-system':
    'The system message was put before the first user message: this endpoint refuses the role "system".',
  'no-tool-name': '"name" was left out of tool results: this endpoint refuses it.',
  'empty-content': 'Messages without text were sent with "" instead of null: this endpoint refuses null.',
  'with-reasoning': 'The reasoning of earlier replies was sent along: this endpoint asks for it.',
}
