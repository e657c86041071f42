import { assertNever } from '../never.ts'
import type { ObjectOf, PortableObject, PortableValue } from './types.ts'

/** What the guest says of its values (`guest/portable.js`): everything that it met. */
export interface RawGraph {
  names: RawName[]
  objects: RawObject[]
}

export type RawName =
  | { name: string; type: string; value: RawValue }
  | { name: string; tombstone: Grave }
  | { name: string; builtin: true }

/** `unserializable`: what it is that cannot be carried. */
export type RawValue = PortableValue | { unserializable: string }

/** `changes`: what is lost of the object. */
export type RawObject = ObjectOf<RawValue, RawValue> & { changes: string[] }

/** What a tombstone stands for, as the guest keeps it. */
export interface Grave {
  status: 'tombstone' | 'missing'
  type: string
  reason: string
  /** The error that using the name throws. */
  text: string
}

/** One part of an object, and how a path goes on to it. */
export interface Edge {
  step: () => string
  value: RawValue
}

export function refOf(value: RawValue): number | undefined {
  return typeof value === 'object' && value !== null && 'ref' in value ? value.ref : undefined
}

export function kindOf(value: RawValue): string | undefined {
  return typeof value === 'object' && value !== null && 'unserializable' in value
    ? value.unserializable
    : undefined
}

/** Everything that an object holds, in order. */
export function* edgesOf(object: RawObject, objects: readonly RawObject[]): Generator<Edge> {
  switch (object.type) {
    case 'object':
      for (const [key, value] of object.properties) {
        yield { step: () => keyStep(key, objects), value }
        if (typeof key !== 'string') yield { step: () => keyStep(key, objects), value: key }
      }
      return
    case 'array':
      for (const [index, value] of object.items.entries()) yield { step: () => `[${index}]`, value }
      return
    case 'set':
      for (const [index, value] of object.items.entries()) yield { step: () => ` (item ${index})`, value }
      return
    case 'map':
      for (const [index, [key, value]] of object.entries.entries()) {
        const plain = typeof key === 'string' || typeof key === 'number'
        yield { step: () => (plain ? `.get(${JSON.stringify(key)})` : ` (entry ${index})`), value }
        yield { step: () => ` (key ${index})`, value: key }
      }
      return
    case 'typed-array':
      yield { step: () => '.buffer', value: object.buffer }
      return
    case 'boxed':
    case 'date':
    case 'regexp':
    case 'buffer':
    case 'symbol':
    case 'builtin':
      return
    default:
      assertNever(object)
  }
}

function keyStep(key: string | { ref: number }, objects: readonly RawObject[]): string {
  if (typeof key === 'string')
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  const symbol = objects[key.ref]
  if (symbol?.type !== 'symbol') return '[symbol]'
  if ('wellKnown' in symbol) return `[Symbol.${symbol.wellKnown}]`
  return `[Symbol(${'registered' in symbol ? symbol.registered : (symbol.description ?? '')})]`
}

/** The object as it stands in a snapshot. Only for objects without a part that cannot be carried. */
export function carried(object: RawObject, to: (ref: number) => number): PortableObject {
  const value = (from: RawValue): PortableValue => {
    const ref = refOf(from)
    return ref === undefined ? (from as PortableValue) : { ref: to(ref) }
  }
  const { changes: _, ...rest } = object
  switch (rest.type) {
    case 'object':
      return {
        ...rest,
        properties: rest.properties.map(([key, of]) => [
          typeof key === 'string' ? key : { ref: to(key.ref) },
          value(of),
        ]),
      }
    case 'array':
    case 'set':
      return { ...rest, items: rest.items.map(value) }
    case 'map':
      return { ...rest, entries: rest.entries.map(([key, of]) => [value(key), value(of)]) }
    case 'typed-array':
      return { ...rest, buffer: { ref: to(refOf(rest.buffer) ?? -1) } }
    case 'boxed':
      return { ...rest, value: value(rest.value) }
    case 'date':
    case 'regexp':
    case 'buffer':
    case 'symbol':
    case 'builtin':
      return rest
    default:
      return assertNever(rest)
  }
}
