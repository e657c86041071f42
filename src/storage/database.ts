import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { NotebookEvent } from '../notebook/events.ts'
import type { Branch } from '../notebook/notebook.ts'
import { faultMessage, StorageError } from './errors.ts'

/** A notebook without its events. */
export interface NotebookRecord {
  id: string
  title: string
  createdAt: number
  changedAt: number
  cells: number
  branches: readonly Branch[]
  /** How many events are stored. */
  events: number
  deletedAt: number | null
}

export interface Schema extends DBSchema {
  notebooks: { key: string; value: NotebookRecord }
  /** A journal: notebook and place in it, counted from 0. */
  events: { key: [notebook: string, place: number]; value: NotebookEvent }
  settings: { key: string; value: unknown }
}

export type Database = IDBPDatabase<Schema>

const VERSION = 1

export interface DatabaseEvents {
  /** The browser, or a newer version in another tab, closed the database. */
  onClosed: () => void
}

/** Opens or makes the database. Rejects with a `StorageError` when another tab keeps an older version open. */
export async function openDatabase(name: string, { onClosed }: DatabaseEvents): Promise<Database> {
  let fail: (error: StorageError) => void = () => undefined
  const blocked = new Promise<never>((_, reject) => {
    fail = reject
  })
  const opening = openDB<Schema>(name, VERSION, {
    upgrade(database) {
      database.createObjectStore('notebooks', { keyPath: 'id' })
      database.createObjectStore('events')
      database.createObjectStore('settings')
    },
    blocked: () => fail(new StorageError('blocked', faultMessage('blocked'))),
    // A newer version in another tab goes first: this one can be reloaded.
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  return Promise.race([opening, blocked])
}
