import type { Schema, SchemaObject } from './model.ts'

/** What the readers of keywords need from the reader of the whole schema. */
export interface ReadContext {
  /** Before draft 2019-09 a `$ref` hides the keywords beside it. */
  legacy: boolean
  readSchema(schema: unknown, place: string): Schema
  /** The definition's key, `false` or `true` for such a schema, or `null` after reporting that it leads nowhere. */
  readReference(reference: string, place: string): string | boolean | null
  report(place: string, problem: string): void
}

/** One schema object while it is being read. */
export interface Reading {
  raw: Record<string, unknown>
  /** What has been read so far; the readers fill it in. */
  schema: SchemaObject
  place: string
  context: ReadContext
}
