import type { NotebookEvent } from './events.ts'
import type { Notebook } from './notebook.ts'
import { type Repaired, repairNotebook } from './repair.ts'

const FILE_TYPE = 'backstep'
const FILE_VERSION = 1

/** Content hashes of images, by the id of their checkpoint. */
export type ImageHashes = Readonly<Record<string, string>>

/** What a notebook is called as a file. */
export function fileName({ title }: Pick<Notebook, 'title'>): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${name === '' ? 'notebook' : name}.backstep.json`
}

/**
 * A notebook as the text of a file: JSON, one field a line, long texts line by line, so that two versions can be
 * compared by any tool. Holds the history and no images, which can be computed anew. Reading it gives back the same.
 * @param hashes of the images, by checkpoint, so that a replay of the file can prove that nothing differs.
 */
export function toFile(notebook: Notebook, hashes: ImageHashes = {}): string {
  const { id, title, createdAt, changedAt, branches, events } = notebook
  const file = {
    type: FILE_TYPE,
    version: FILE_VERSION,
    id,
    title,
    createdAt,
    changedAt,
    branches,
    events: [...events.values()].map((event) => changeTexts(event, split)),
    hashes,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export type OpenedFile =
  | (Repaired & {
      ok: true
      /** Why it must not be changed; `null` when it may be. */
      readOnly: string | null
      hashes: ImageHashes
    })
  | { ok: false; problem: string }

/** Reads a file. Damage is repaired and told; only what is no notebook at all is refused. */
export function fromFile(text: string): OpenedFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, problem: `The file is not JSON, so it cannot be opened: ${reason}` }
  }
  if (!isRecord(value) || value.type !== FILE_TYPE) {
    return {
      ok: false,
      problem: 'The file is no Backstep notebook: it does not begin with "type": "backstep".',
    }
  }
  const { version, id, title, createdAt, changedAt, branches } = value
  const events: unknown[] = Array.isArray(value.events) ? value.events : []
  const raw = events.map((event) => (isRecord(event) ? changeTexts(event, join) : event))
  const { notebook, repairs } = repairNotebook({ id, title, createdAt, changedAt, branches, events: raw })
  if (!Array.isArray(value.events)) repairs.unshift('The list of events was missing.')
  if (typeof version !== 'number') repairs.unshift('The version was missing; it was read as version 1.')
  const newer = typeof version === 'number' && version > FILE_VERSION
  return {
    ok: true,
    notebook,
    repairs,
    readOnly: newer
      ? `The file was written by a newer version of Backstep (file version ${version}). It can be looked at, but not changed here.`
      : null,
    hashes: hashesOf(value.hashes),
  }
}

function hashesOf(value: unknown): ImageHashes {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

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

const split = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\n') ? value.split('\n') : value

const join = (value: unknown): unknown =>
  Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : value

function changeTexts(
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
