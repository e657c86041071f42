import type { Grave } from './graph.ts'
import { parsePortable } from './parse.ts'
import { notCaptured, notRestored } from './texts.ts'
import type { PortableEntry, PortableValue } from './types.ts'

type Entering = { name: string; value: PortableValue } | { name: string; tombstone: Grave }

/** A snapshot's text in the form in which the guest takes it (`guest/revive.js`). Throws `SnapshotRefused`. */
export function enteringText(snapshot: string): string {
  const { values, objects } = parsePortable(snapshot)
  const names = values.flatMap(entering)
  return JSON.stringify({ names, objects })
}

function entering(entry: PortableEntry): Entering[] {
  const { name } = entry
  switch (entry.status) {
    case 'kept':
    case 'changed':
      return [{ name, value: entry.value }]
    case 'tombstone': {
      const { status, type, reason } = entry
      return [{ name, tombstone: { status, type, reason, text: notRestored(name, type) } }]
    }
    case 'missing':
      return [{ name, tombstone: { status: 'missing', type: '', reason: '', text: notCaptured(name) } }]
    case 'built-in':
      return []
  }
}

/** What the guest answers. `refused`: names that cannot take a value; nothing was touched then. */
export interface Entered {
  refused: string[]
  /** Names that are variables of earlier cells: their tombstone is a value that throws when it is used. */
  ghosts: string[]
}
