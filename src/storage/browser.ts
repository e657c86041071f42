import type { IDBPTransaction } from 'idb'
import { EventLog } from '../notebook/event-log.ts'
import type { Notebook } from '../notebook/notebook.ts'
import type { Repaired } from '../notebook/repair.ts'
import { type Database, type NotebookRecord, openDatabase, type Schema } from './database.ts'
import { faultMessage, StorageError, storageError } from './errors.ts'
import { byChange, summaryOf } from './summary.ts'
import type { NotebookStorage, NotebookSummary } from './types.ts'

/** Notebooks in IndexedDB. Rejects with a `StorageError` when the browser does not allow it. */
export async function openBrowserStorage(name = 'backstep'): Promise<NotebookStorage> {
  let closed = false
  const database = await openDatabase(name, {
    onClosed: () => {
      closed = true
    },
  }).catch((error: unknown) => {
    throw storageError(error)
  })

  /** Failures in words for the user. */
  async function use<T>(job: (database: Database) => Promise<T>): Promise<T> {
    if (closed) throw new StorageError('closed', faultMessage('closed'))
    try {
      return await job(database)
    } catch (error) {
      throw storageError(error)
    }
  }

  return {
    kind: { type: 'browser' },

    list: () =>
      use(async (db) => {
        const records = await db.getAll('notebooks')
        return records
          .filter(({ deletedAt }) => deletedAt === null)
          .map(summaryOfRecord)
          .sort(byChange)
      }),

    read: (id) =>
      use(async (db) => {
        const transaction = db.transaction(['notebooks', 'events'])
        const [record, events] = await Promise.all([
          transaction.objectStore('notebooks').get(id),
          transaction.objectStore('events').getAll(eventsOf(id)),
          transaction.done,
        ])
        return record ? readRecord(record, events) : null
      }),

    save: (notebook) => use((db) => save(db, notebook)),

    remove: (id, at) => use((db) => mark(db, id, at)),
    restore: (id) => use((db) => mark(db, id, null)),

    purge: (before) =>
      use(async (db) => {
        const transaction = db.transaction(['notebooks', 'events'], 'readwrite')
        const notebooks = transaction.objectStore('notebooks')
        const old = (await notebooks.getAll()).filter(
          ({ deletedAt }) => deletedAt !== null && deletedAt < before,
        )
        await Promise.all([
          ...old.flatMap(({ id }) => [
            notebooks.delete(id),
            transaction.objectStore('events').delete(eventsOf(id)),
          ]),
          transaction.done,
        ])
      }),

    readSetting: (key) => use((db) => db.get('settings', key)),
    writeSetting: (key, value) =>
      use(async (db) => {
        await db.put('settings', value, key)
      }),

    close() {
      closed = true
      database.close()
    },
  }
}

const eventsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

async function readRecord(
  { id, title, createdAt, changedAt, branches }: NotebookRecord,
  events: unknown[],
): Promise<Repaired> {
  // Large, and not needed where nothing is kept yet.
  const { repairNotebook } = await import('../notebook/repair.ts')
  return repairNotebook({ id, title, createdAt, changedAt, branches, events })
}

const summaryOfRecord = ({ id, title, createdAt, changedAt, cells }: NotebookRecord): NotebookSummary => ({
  id,
  title,
  createdAt,
  changedAt,
  cells,
})

/** One transaction: a page that is closed in the middle, or a write that fails, leaves the version before. */
async function save(db: Database, notebook: Notebook): Promise<void> {
  const transaction = db.transaction(['notebooks', 'events'], 'readwrite')
  // Also when a request was refused before it began, which by itself would let the others be kept.
  transaction.done.catch(() => undefined)
  try {
    await write(transaction, notebook)
  } catch (error) {
    abort(transaction)
    throw error
  }
  await transaction.done
}

type Writing = IDBPTransaction<Schema, ('notebooks' | 'events')[], 'readwrite'>

async function write(transaction: Writing, notebook: Notebook): Promise<void> {
  const log = EventLog.of(notebook.events)
  const notebooks = transaction.objectStore('notebooks')
  const events = transaction.objectStore('events')
  const record = await notebooks.get(notebook.id)
  let stored = record?.events ?? 0
  if (stored > 0) {
    // What is stored has to be the beginning of what is there; after a repair, or a restored backup, it may not be.
    const last = await events.get([notebook.id, stored - 1])
    if (stored > log.size || last?.id !== log.since(stored - 1)[0]?.id) {
      await events.delete(eventsOf(notebook.id))
      stored = 0
    }
  }
  const { branches } = notebook
  const next = { ...summaryOf(notebook), branches, events: log.size, deletedAt: record?.deletedAt ?? null }
  const writes: Promise<unknown>[] = []
  for (const [place, event] of log.since(stored).entries()) {
    const done = events.put(event, [notebook.id, stored + place])
    // When a later request is refused on the spot, nobody gets to wait for this one.
    done.catch(() => undefined)
    writes.push(done)
  }
  await Promise.all([...writes, notebooks.put(next)])
}

function abort(transaction: Writing): void {
  try {
    transaction.abort()
  } catch {
    // It ended by itself, as it does when the disk is full.
  }
}

async function mark(db: Database, id: string, deletedAt: number | null): Promise<void> {
  const transaction = db.transaction('notebooks', 'readwrite')
  const record = await transaction.store.get(id)
  await Promise.all([record ? transaction.store.put({ ...record, deletedAt }) : undefined, transaction.done])
}
