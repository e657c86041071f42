import { decodedLength } from './base64.ts'
import { SnapshotRefused } from './refused.ts'
import {
  type Integrity,
  type PortableEntry,
  type PortableKey,
  type PortableObject,
  type PortableSnapshot,
  type PortableValue,
  TYPED_ARRAY_BYTES,
  type TypedArrayKind,
} from './types.ts'

/**
 * Checks a portable snapshot, given as data or as its JSON, completely: what it returns the interpreter can take as
 * it is. Throws `SnapshotRefused`.
 */
export function parsePortable(given: unknown): PortableSnapshot {
  const data = record(typeof given === 'string' ? json(given) : given, 'it')
  if (data.type !== 'backstep-portable') refuse('it is not a portable snapshot')
  if (data.version !== 1) refuse(`it has version ${shown(data.version)}; this program reads version 1`)
  const raw = array(data.objects, 'objects')
  const check = new Check(raw.map((object, index) => record(object, `objects[${index}]`).type))
  const objects = raw.map((object, index) => check.object(object, `objects[${index}]`))
  checkViews(objects)
  const values = array(data.values, 'values').map((entry, index) => check.entry(entry, `values[${index}]`))
  const names = new Set(values.map(({ name }) => name))
  if (names.size !== values.length) refuse('a name stands in it twice')
  return { type: 'backstep-portable', version: 1, values, objects }
}

const refuse = (reason: string): never => {
  throw new SnapshotRefused(`The portable snapshot cannot be used: ${reason}.`)
}
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 40)

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse(`it is not JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

type Fields = Record<string, unknown>

function record(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(`${at} is no object`)
  return value as Fields
}
function array(value: unknown, at: string): unknown[] {
  return Array.isArray(value) ? value : refuse(`${at} is no list`)
}
function string(value: unknown, at: string): string {
  return typeof value === 'string' ? value : refuse(`${at} is no text`)
}
function count(value: unknown, at: string): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : refuse(`${at} is no count`)
}
function oneOf<T extends string>(value: unknown, allowed: readonly T[], at: string): T {
  return allowed.find((item) => item === value) ?? refuse(`${at} is ${shown(value)}`)
}
function pair(value: unknown, at: string): [unknown, unknown] {
  const items = array(value, at)
  return items.length === 2 ? [items[0], items[1]] : refuse(`${at} is no pair`)
}

const WORDS = ['undefined', 'NaN', 'Infinity', '-Infinity', '-0'] as const
const WELL_KNOWN = (
  'asyncIterator hasInstance isConcatSpreadable iterator match matchAll replace search species split toPrimitive ' +
  'toStringTag unscopables'
).split(' ')
const NAMESPACES = ['Math', 'JSON', 'Reflect']
const KINDS = Object.keys(TYPED_ARRAY_BYTES) as TypedArrayKind[]
/** Long ones stand in hexadecimal, which reads in linear time. */
const BIGINT = /^-?(?:\d{1,30}|0x[\da-f]+)$/
const LAST_DATE = 8.64e15

class Check {
  /** Type of each object. */
  constructor(private readonly types: readonly unknown[]) {}

  entry(given: unknown, at: string): PortableEntry {
    const data = record(given, at)
    const name = string(data.name, `${at}.name`)
    const status = oneOf(
      data.status,
      ['kept', 'changed', 'tombstone', 'missing', 'built-in'] as const,
      `${at}.status`,
    )
    if (status === 'missing' || status === 'built-in') return { name, status }
    const type = string(data.type, `${at}.type`)
    if (status === 'tombstone') return { name, status, type, reason: string(data.reason, `${at}.reason`) }
    const value = this.value(data.value, `${at}.value`)
    const common = { name, type, bytes: count(data.bytes, `${at}.bytes`), value }
    if (status === 'kept') return { ...common, status }
    const changes = array(data.changes, `${at}.changes`)
    return { ...common, status, changes: changes.map((change) => string(change, `${at}.changes`)) }
  }

  value(given: unknown, at: string): PortableValue {
    if (given === null || typeof given === 'boolean' || typeof given === 'string') return given
    if (Object.is(given, -0)) return { is: '-0' }
    if (typeof given === 'number') return Number.isFinite(given) ? given : refuse(`${at} is ${given}`)
    const data = record(given, at)
    if ('ref' in data) return this.ref(data, at)
    if ('is' in data) return { is: oneOf(data.is, WORDS, at) }
    const bigint = string(data.bigint, at)
    return BIGINT.test(bigint) ? { bigint } : refuse(`${at} is no bigint`)
  }

  ref(given: unknown, at: string, type?: string): { ref: number } {
    const ref = count(record(given, at).ref, at)
    if (ref >= this.types.length) refuse(`${at} refers to an object that is not there`)
    if (type !== undefined && this.types[ref] !== type) refuse(`${at} does not refer to a ${type}`)
    return { ref }
  }

  key(given: unknown, at: string): PortableKey {
    return typeof given === 'string' ? given : this.ref(given, at, 'symbol')
  }

  values(given: unknown, at: string): PortableValue[] {
    return array(given, at).map((item, index) => this.value(item, `${at}[${index}]`))
  }

  object(given: unknown, at: string): PortableObject {
    const data = record(given, at)
    const closed = integrity(data, at)
    switch (data.type) {
      case 'object': {
        const properties = array(data.properties, `${at}.properties`).map(
          (item): [PortableKey, PortableValue] => {
            const [key, value] = pair(item, `${at}.properties`)
            return [this.key(key, at), this.value(value, at)]
          },
        )
        return 'prototype' in data
          ? { type: 'object', properties, prototype: null, ...closed }
          : { type: 'object', properties, ...closed }
      }
      case 'array':
      case 'set':
        return { type: data.type, items: this.values(data.items, `${at}.items`), ...closed }
      case 'map': {
        const entries = array(data.entries, `${at}.entries`).map((item): [PortableValue, PortableValue] => {
          const [key, value] = pair(item, `${at}.entries`)
          return [this.value(key, at), this.value(value, at)]
        })
        return { type: 'map', entries, ...closed }
      }
      case 'date': {
        const { time } = data
        const sound = time === null || (Number.isSafeInteger(time) && Math.abs(Number(time)) <= LAST_DATE)
        return sound ? { type: 'date', time: time as number | null, ...closed } : refuse(`${at} is no time`)
      }
      case 'regexp':
        return {
          type: 'regexp',
          source: string(data.source, `${at}.source`),
          flags: string(data.flags, `${at}.flags`),
          lastIndex: count(data.lastIndex, `${at}.lastIndex`),
          ...closed,
        }
      case 'buffer': {
        const length = count(data.length, `${at}.length`)
        const bytes = string(data.bytes, `${at}.bytes`)
        if (decodedLength(bytes) !== length) refuse(`${at}.bytes are not ${length} bytes in base64`)
        return { type: 'buffer', length, bytes, ...closed }
      }
      case 'typed-array':
        return {
          type: 'typed-array',
          kind: oneOf(data.kind, KINDS, `${at}.kind`),
          buffer: this.ref(data.buffer, `${at}.buffer`, 'buffer'),
          offset: count(data.offset, `${at}.offset`),
          length: count(data.length, `${at}.length`),
          ...closed,
        }
      case 'boxed': {
        const value = this.value(data.value, `${at}.value`)
        const empty =
          value === null ||
          (typeof value === 'object' && ('ref' in value || ('is' in value && value.is === 'undefined')))
        return empty ? refuse(`${at} holds no primitive value`) : { type: 'boxed', value, ...closed }
      }
      case 'symbol':
        if ('wellKnown' in data) return { type: 'symbol', wellKnown: oneOf(data.wellKnown, WELL_KNOWN, at) }
        if ('registered' in data) return { type: 'symbol', registered: string(data.registered, at) }
        return {
          type: 'symbol',
          description: data.description === null ? null : string(data.description, at),
        }
      case 'builtin':
        return { type: 'builtin', name: oneOf(data.name, NAMESPACES, at) }
      default:
        return refuse(`${at}.type is ${shown(data.type)}`)
    }
  }
}

function integrity(data: Fields, at: string): { integrity?: Integrity } {
  if (!('integrity' in data)) return {}
  return { integrity: oneOf(data.integrity, ['frozen', 'sealed', 'fixed'] as const, `${at}.integrity`) }
}

function checkViews(objects: readonly PortableObject[]): void {
  for (const [index, object] of objects.entries()) {
    if (object.type !== 'typed-array') continue
    const buffer = objects[object.buffer.ref]
    const size = TYPED_ARRAY_BYTES[object.kind]
    const end = object.offset + object.length * size
    if (buffer?.type !== 'buffer' || object.offset % size !== 0 || end > buffer.length)
      refuse(`objects[${index}] lies outside its buffer`)
  }
}
