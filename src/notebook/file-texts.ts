import type { NotebookEvent } from './events.ts'

/** Where events have texts that may be long. Data of the user's, such as inputs and outputs, stays as it is. */
const TEXTS: readonly (readonly string[])[] = [
  ['text'],
  ['source'],
  ['line', 'text'],
  ['end', 'text'],
  ['end', 'error', 'frame'],
  ['end', 'error', 'stack'],
  ['reply', 'text'],
  ['reply', 'reasoning'],
  ['checkpoint', 'step', 'source'],
]

/** Changes an event's long texts. */
export function changeTexts(
  event: NotebookEvent | Record<string, unknown>,
  change: (value: unknown) => unknown,
): unknown {
  let changed: Record<string, unknown> = { ...event }
  for (const path of TEXTS) changed = changeAt(changed, path, change)
  return changed
}

function changeAt(
  record: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  const value = record[key]
  if (value === undefined) return record
  if (rest.length > 0) return isRecord(value) ? { ...record, [key]: changeAt(value, rest, change) } : record
  return { ...record, [key]: change(value) }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
