import { notCaptured, notRestored } from './texts.ts'
import type { PortableEntry, PortableNameReport, PortableReport, PortableSnapshot } from './types.ts'
import { utf8Bytes } from './utf8.ts'

/** What a snapshot says of every name. */
export function portableReport(snapshot: PortableSnapshot): PortableReport {
  return { names: snapshot.values.map(nameReport), bytes: utf8Bytes(JSON.stringify(snapshot)) }
}

function nameReport(entry: PortableEntry): PortableNameReport {
  const { name, status } = entry
  switch (status) {
    case 'kept':
      return { name, status, type: entry.type, bytes: entry.bytes, notes: [] }
    case 'changed':
      return { name, status, type: entry.type, bytes: entry.bytes, notes: entry.changes }
    case 'tombstone':
      return {
        name,
        status,
        type: entry.type,
        bytes: 0,
        notes: [entry.reason],
        error: notRestored(name, entry.type),
      }
    case 'missing':
      return { name, status, type: '', bytes: 0, notes: [], error: notCaptured(name) }
    case 'built-in':
      return {
        name,
        status: 'changed',
        type: '',
        bytes: 0,
        notes: ['a built-in name: its own value is put back, the other one is not carried'],
      }
  }
}
