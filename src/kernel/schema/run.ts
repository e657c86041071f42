import type { Json } from '../types.ts'
import type { Schema } from './model.ts'
import type { Place } from './place.ts'

/** More would help nobody, and a large value can have millions. */
const MOST_ISSUES = 20

export interface Found {
  place: Place | null
  expected: string
  value: unknown
  keyword: 'type' | 'enum' | 'other'
  /** For `enum`: what would have been right. */
  choices?: readonly Json[]
}

export class IssueSink {
  readonly found: Found[] = []

  get full(): boolean {
    return this.found.length >= MOST_ISSUES
  }

  add(issue: Found): void {
    if (!this.full) this.found.push(issue)
  }
}

/** What the checks of single keywords need from the run they are part of. */
export interface Run {
  readonly definitions: ReadonlyMap<string, Schema>
  /** Decides only; answers for one schema and object are remembered. */
  fits(schema: Schema, value: unknown): boolean
  /** With a sink explains each disagreement; without one stops at the first. */
  check(schema: Schema, value: unknown, place: Place | null, sink: IssueSink | null): boolean
  report(
    sink: IssueSink | null,
    place: Place | null,
    expected: string,
    value: unknown,
    keyword?: Found['keyword'],
    choices?: readonly Json[],
  ): false
}
