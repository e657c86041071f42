import type { Issue, Json } from '../types.ts'
import { checkArray } from './check-array.ts'
import { checkObject } from './check-object.ts'
import { closestForm } from './closest-form.ts'
import {
  describeChoices,
  describeNumber,
  describeSchema,
  describeSize,
  describeString,
  describeValue,
} from './describe.ts'
import { hasFormat } from './formats.ts'
import { hasType } from './has-type.ts'
import { sameJson } from './json.ts'
import type { PreparedSchema, Schema, SchemaObject } from './model.ts'
import { type Place, placeText } from './place.ts'
import { type Found, IssueSink, type Run } from './run.ts'

/** Deeper values are refused rather than followed: each level costs several frames of the stack. */
const DEEPEST_VALUE = 500
const TOO_DEEP = `at most ${DEEPEST_VALUE} levels deep`
/** Schemas applied to values in one check; bounds the time of a hostile schema or a huge value. */
const MOST_STEPS = 10_000_000

/** Checks a value against a schema; an empty list means that it fits. At most 20 issues. Never throws. */
export function evaluate(prepared: PreparedSchema, value: unknown): Issue[] {
  const sink = new IssueSink()
  try {
    new Evaluation(prepared.definitions).check(prepared.root, value, null, sink)
  } catch (error) {
    const why = reasonToStop(error)
    return [{ path: '$', expected: `a value that can be checked: ${why}`, got: describeValue(value) }]
  }
  return sink.found.map(({ place, expected, value }) => ({
    path: placeText(place),
    expected,
    got: describeValue(value),
  }))
}

class TooMuch extends Error {
  override name = 'TooMuch'
}

/** A `RangeError` is the engine's own limit for nesting, met by comparing very deep or circular values. */
function reasonToStop(error: unknown): string {
  if (error instanceof TooMuch) return error.message
  if (error instanceof RangeError) return TOO_DEEP
  throw error
}

/**
 * One run over a value. With a sink it explains what is wrong; without one it only decides, stops at the first
 * disagreement, and remembers what it decided, so that nested alternatives do not multiply.
 */
class Evaluation implements Run {
  readonly definitions: ReadonlyMap<string, Schema>
  readonly #decided = new Map<SchemaObject, WeakMap<object, boolean>>()
  #steps = 0
  #depth = 0

  constructor(definitions: ReadonlyMap<string, Schema>) {
    this.definitions = definitions
  }

  fits(schema: Schema, value: unknown): boolean {
    if (typeof schema === 'boolean') return schema
    if (typeof value !== 'object' || value === null) return this.check(schema, value, null, null)
    let decided = this.#decided.get(schema)
    if (decided === undefined) {
      decided = new WeakMap()
      this.#decided.set(schema, decided)
    }
    let answer = decided.get(value)
    if (answer === undefined) {
      answer = this.check(schema, value, null, null)
      decided.set(value, answer)
    }
    return answer
  }

  check(schema: Schema, value: unknown, place: Place | null, sink: IssueSink | null): boolean {
    if (schema === true) return true
    if (schema === false) return this.report(sink, place, 'nothing', value)
    if (++this.#steps > MOST_STEPS) throw new TooMuch('this one is too large for its schema')
    if (this.#depth >= DEEPEST_VALUE) throw new TooMuch(TOO_DEEP)
    this.#depth++
    const fits = this.#checkKeywords(schema, value, place, sink)
    this.#depth--
    return fits
  }

  report(
    sink: IssueSink | null,
    place: Place | null,
    expected: string,
    value: unknown,
    keyword: Found['keyword'] = 'other',
    choices?: readonly Json[],
  ): false {
    sink?.add(
      choices === undefined
        ? { place, expected, value, keyword }
        : { place, expected, value, keyword, choices },
    )
    return false
  }

  #checkKeywords(schema: SchemaObject, value: unknown, place: Place | null, sink: IssueSink | null): boolean {
    // A value of the wrong type or outside the list fails the other keywords in ways that say nothing new.
    if (schema.type !== undefined && !schema.type.some((type) => hasType(type, value))) {
      return this.report(sink, place, describeSchema(schema, this.definitions), value, 'type')
    }
    if (schema.enum !== undefined && !schema.enum.some((choice) => sameJson(choice, value))) {
      return this.report(sink, place, describeChoices(schema.enum), value, 'enum', schema.enum)
    }
    let fits = this.#checkLeaf(schema, value, place, sink)
    if (sink === null && !fits) return false
    fits = this.#checkCombinations(schema, value, place, sink) && fits
    if (sink === null && !fits) return false
    if (Array.isArray(value)) return checkArray(this, schema, value, place, sink) && fits
    if (typeof value === 'object' && value !== null)
      return checkObject(this, schema, value, place, sink) && fits
    return fits
  }

  #checkLeaf(schema: SchemaObject, value: unknown, place: Place | null, sink: IssueSink | null): boolean {
    if (typeof value === 'number' && !fitsNumber(schema, value)) {
      const type = schema.type?.includes('integer') ? 'integer' : 'number'
      return this.report(sink, place, describeNumber(schema, type), value)
    }
    if (typeof value === 'string') return this.#checkString(schema, value, place, sink)
    return true
  }

  #checkString(schema: SchemaObject, value: string, place: Place | null, sink: IssueSink | null): boolean {
    const { minLength, maxLength, pattern, format } = schema
    if (minLength !== undefined || maxLength !== undefined) {
      const length = lengthOf(value, Math.max(minLength ?? 0, maxLength ?? 0))
      if (length < (minLength ?? 0) || length > (maxLength ?? length)) {
        return this.report(sink, place, describeSize('string', minLength, maxLength, 'character'), value)
      }
    }
    if (pattern !== undefined && value.length <= pattern.longestText && !pattern.regex.test(value)) {
      return this.report(sink, place, describeString({ pattern }), value)
    }
    if (format !== undefined && !hasFormat(format, value))
      return this.report(sink, place, describeString({ format }), value)
    return true
  }

  #checkCombinations(
    schema: SchemaObject,
    value: unknown,
    place: Place | null,
    sink: IssueSink | null,
  ): boolean {
    const parts: Schema[] = [...(schema.allOf ?? [])]
    if (schema.ref !== undefined) parts.unshift(this.definitions.get(schema.ref) ?? true)
    if (schema.if !== undefined) parts.push((this.fits(schema.if, value) ? schema.then : schema.else) ?? true)
    let fits = true
    for (const part of parts) {
      fits = (sink === null ? this.fits(part, value) : this.check(part, value, place, sink)) && fits
      if (sink === null && !fits) return false
    }
    if (schema.not !== undefined && this.fits(schema.not, value)) {
      const unwanted = describeSchema(schema.not, this.definitions)
      fits = this.report(sink, place, `anything but ${unwanted}`, value)
    }
    if (schema.anyOf !== undefined && !schema.anyOf.some((form) => this.fits(form, value))) {
      fits = false
      if (sink !== null) closestForm(this, schema.anyOf, value, place, sink)
    }
    return this.#checkOneOf(schema.oneOf, value, place, sink) && fits
  }

  #checkOneOf(
    forms: Schema[] | undefined,
    value: unknown,
    place: Place | null,
    sink: IssueSink | null,
  ): boolean {
    if (forms === undefined) return true
    const fitting = forms.flatMap((form, index) => (this.fits(form, value) ? [index + 1] : []))
    if (fitting.length === 1) return true
    if (sink !== null && fitting.length === 0) closestForm(this, forms, value, place, sink)
    if (fitting.length < 2) return false
    const expected = `exactly one of ${forms.length} forms, not several (${fitting.join(', ')})`
    return this.report(sink, place, expected, value)
  }
}

function fitsNumber(schema: SchemaObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (minimum !== undefined && value < minimum) return false
  if (maximum !== undefined && value > maximum) return false
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false
  return multipleOf === undefined || isMultiple(value, multipleOf)
}

/** Decimal fractions are not exact in binary: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const count = value / step
  if (!Number.isFinite(count)) return false
  return Math.abs(count - Math.round(count)) <= Math.abs(count) * Number.EPSILON * 4
}

/** Code points, counted no further than needed to decide. */
function lengthOf(text: string, enough: number): number {
  if (text.length > 2 * enough + 1) return text.length
  let length = 0
  for (const _ of text) length++
  return length
}
