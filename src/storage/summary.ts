import type { Notebook } from '../notebook/notebook.ts'
import type { NotebookSummary } from './types.ts'

export function summaryOf({ id, title, createdAt, changedAt, events }: Notebook): NotebookSummary {
  let cells = 0
  for (const { type } of events.values()) if (type === 'cell-started') cells += 1
  return { id, title, createdAt, changedAt, cells }
}

export const byChange = (a: NotebookSummary, b: NotebookSummary): number => b.changedAt - a.changedAt
