import type { Notebook } from '../notebook/notebook.ts'
import type { Repaired } from '../notebook/repair.ts'

/** What the list of notebooks shows. */
export interface NotebookSummary {
  id: string
  title: string
  /** ms since 1970. */
  createdAt: number
  changedAt: number
  cells: number
}

/** Where notebooks are kept. Every method rejects with a `StorageError`, whose message is for the user. */
export interface NotebookStorage {
  /** `memory`: gone when the page is closed; `reason` then says why nothing better was to be had. */
  readonly kind: { type: 'browser' } | { type: 'memory'; reason: string | null }
  /** Those that were not deleted, the last changed first. */
  list(): Promise<NotebookSummary[]>
  /** `null` when there is none. */
  read(id: string): Promise<Repaired | null>
  /** Writes what is new since the last time, all or nothing. Events are only ever added. */
  save(notebook: Notebook): Promise<void>
  /** Takes a notebook off the list; it can be restored until it is purged. */
  remove(id: string, at: number): Promise<void>
  restore(id: string): Promise<void>
  /** Forgets notebooks that were deleted before a time, ms since 1970. */
  purge(before: number): Promise<void>
  readSetting(key: string): Promise<unknown>
  /** For what a device remembers. Never for secrets. */
  writeSetting(key: string, value: unknown): Promise<void>
  close(): void
}
