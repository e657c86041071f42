import type { NotebookSummary } from '../../storage/types.ts'

/** The notebooks of this browser, as the screen needs them. What goes wrong rejects with words for the person. */
export interface Library {
  /** Why nothing outlives the page; `null` when notebooks are kept. */
  memoryOnly: string | null
  /** What had to be repaired in the notebook that is open, in sentences. */
  repairs: readonly string[]
  list(): Promise<NotebookSummary[]>
  /** Shows another notebook in this page. */
  open(id: string): Promise<void>
  create(): Promise<void>
  /** Can be undone with `restore`. Removing the open one shows another. */
  remove(id: string): Promise<void>
  restore(id: string): Promise<void>
  /** Takes the open notebook over from another tab. */
  takeOver(): Promise<void>
}
