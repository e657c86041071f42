import type { Json } from '../types.ts'

const DEEPEST = 64

/** Whether a value is plain JSON, nested no deeper than 64 levels (so circular values are not). */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth >= DEEPEST) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  return isRecord(value) && Object.values(value).every((item) => isJson(item, depth + 1))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a property that the object itself has; never an inherited one such as `constructor`. */
export function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined
}

/** Equality as JSON Schema means it: by value, whatever the order of properties. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => sameJson(item, right[index]))
  }
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(own(left, key), own(right, key)))
}

/** A text that is equal exactly for values that `sameJson` calls equal. */
export function jsonKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonKey).join()}]`
  if (!isRecord(value)) return typeof value === 'string' ? JSON.stringify(value) : leafKey(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${jsonKey(own(value, key))}`).join()}}`
}

function leafKey(value: unknown): string {
  return typeof value === 'bigint' ? `${value}n` : showLeaf(value === 0 ? 0 : value)
}

/** A number, a boolean, or what JSON does not have, as text; of an object only that it is one. */
export function showLeaf(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'object' : String(value)
}

/** JSON text for messages; for what is not JSON, only its type. */
export function showJson(value: unknown): string {
  return isJson(value) ? JSON.stringify(value) : typeof value
}
