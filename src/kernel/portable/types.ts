import type { Checkpoint } from '../types.ts'

/**
 * The values of a kernel that can be carried to any other one, whatever its engine: plain data, safe as JSON.
 *
 * What cannot be carried leaves a tombstone: using the name throws an error that says so. Follows the first form of
 * snapshots in LangChain's Deep Agents (quickjs-rs 0.1), and keeps more of what it keeps: null prototypes, frozen
 * objects, `lastIndex`, views on one buffer.
 */
export interface PortableSnapshot {
  type: 'backstep-portable'
  version: 1
  /** Names in order of declaration. */
  values: PortableEntry[]
  /** Objects and symbols that the values refer to by index; each once, so cycles and shared references survive. */
  objects: PortableObject[]
}

export type PortableEntry =
  | { name: string; status: 'kept'; type: string; bytes: number; value: PortableValue }
  | {
      name: string
      status: 'changed'
      type: string
      bytes: number
      value: PortableValue
      /** What is not as it was, with the path. */
      changes: string[]
    }
  | {
      name: string
      status: 'tombstone'
      /** `typeof` of the value; `array` and `accessor` besides. */
      type: string
      /** What cannot be carried, and its path from the name. */
      reason: string
    }
  /** Declared by a cell that ended before it got there. */
  | { name: string; status: 'missing' }
  /** A built-in name that was given another value: the other kernel has its own. */
  | { name: string; status: 'built-in' }

export type PortableValue =
  | null
  | boolean
  | number
  | string
  | { is: 'undefined' | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  /** Decimal, or hexadecimal with `0x` after the sign. */
  | { bigint: string }
  | { ref: number }

export type PortableKey = string | { ref: number }

/** How an object was closed against changes. */
export type Integrity = 'frozen' | 'sealed' | 'fixed'

/** One object, with its parts as `Value`, and as `Buffer` what a typed array looks at. */
export type ObjectOf<Value, Buffer> =
  | {
      type: 'object'
      properties: [PortableKey, Value][]
      /** Absent: `Object.prototype`. */
      prototype?: null
      integrity?: Integrity
    }
  | { type: 'array'; items: Value[]; integrity?: Integrity }
  | { type: 'map'; entries: [Value, Value][]; integrity?: Integrity }
  | { type: 'set'; items: Value[]; integrity?: Integrity }
  /** ms since 1970; null for an invalid date. */
  | { type: 'date'; time: number | null; integrity?: Integrity }
  | { type: 'regexp'; source: string; flags: string; lastIndex: number; integrity?: Integrity }
  /** `bytes` in base64. */
  | { type: 'buffer'; length: number; bytes: string; integrity?: Integrity }
  | {
      type: 'typed-array'
      kind: TypedArrayKind
      buffer: Buffer
      offset: number
      length: number
      integrity?: Integrity
    }
  /** `new Number(1)` and the like. */
  | { type: 'boxed'; value: Value; integrity?: Integrity }
  | { type: 'symbol'; wellKnown: string }
  | { type: 'symbol'; registered: string }
  | { type: 'symbol'; description: string | null }
  /** An object of the language: `Math`. */
  | { type: 'builtin'; name: string }

export type PortableObject = ObjectOf<PortableValue, { ref: number }>

export const TYPED_ARRAY_BYTES = {
  Int8Array: 1,
  Uint8Array: 1,
  Uint8ClampedArray: 1,
  Int16Array: 2,
  Uint16Array: 2,
  Int32Array: 4,
  Uint32Array: 4,
  Float16Array: 2,
  Float32Array: 4,
  Float64Array: 8,
  BigInt64Array: 8,
  BigUint64Array: 8,
} as const
export type TypedArrayKind = keyof typeof TYPED_ARRAY_BYTES

/** What became of one name. */
export interface PortableNameReport {
  name: string
  status: 'kept' | 'changed' | 'tombstone' | 'missing'
  /** What the value was; for a tombstone as in its error text; '' when nothing is known. */
  type: string
  /** Size in the snapshot; an object that several names share counts for the first of them. */
  bytes: number
  /** `changed`: how. `tombstone`: what could not be carried, and where in the value. */
  notes: string[]
  /** The error that using the name throws. */
  error?: string
}

export interface PortableReport {
  names: PortableNameReport[]
  /** Size of the whole snapshot as JSON, UTF-8 bytes. */
  bytes: number
}

export interface PortableRestore extends PortableReport {
  /** The place after the values were put in. */
  checkpoint: Checkpoint
}
