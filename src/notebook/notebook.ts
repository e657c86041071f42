import type { EventId, NotebookEvent } from './events.ts'

export type BranchId = string

export interface Branch {
  id: BranchId
  name: string
  head: EventId
}

/** One document: its history tree and the named ends of it. Immutable: every change returns a new one. */
export interface Notebook {
  id: string
  title: string
  /** In the order in which they were added. */
  events: ReadonlyMap<EventId, NotebookEvent>
  branches: readonly Branch[]
  createdAt: number
  changedAt: number
}
