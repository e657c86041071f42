import { FILE_TYPE, FILE_VERSION, type ImageHashes } from './file.ts'
import { changeTexts, isRecord } from './file-texts.ts'
import { type Repaired, repairNotebook } from './repair.ts'

export type OpenedFile =
  | (Repaired & {
      ok: true
      /** Why it must not be changed; `null` when it may be. */
      readOnly: string | null
      hashes: ImageHashes
      /** Of the interpreter that the hashes are of; `null` when the file does not say. */
      build: string | null
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
    build: typeof value.build === 'string' ? value.build : null,
  }
}

function hashesOf(value: unknown): ImageHashes {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const join = (value: unknown): unknown =>
  Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : value
