import type { NotebookView } from '../../notebook/view.ts'
import type { Demo } from '../state/context.tsx'

/** What there is to see in a cell, by its number: for runs of the demo as it is written, and for no others. */
export function demoNotes(demo: Demo | null, view: NotebookView): (cell: number) => string | null {
  const said = view.turns.flatMap((turn) => (turn.said ? [turn.said.text] : []))
  const follows = said.length > 0 && said.every((text, index) => text === demo?.messages[index])
  const own = view.cells.find((cell) => cell.author !== 'model')?.number ?? Number.POSITIVE_INFINITY
  return (cell) => (follows && cell < own ? (demo?.cells[cell - 1] ?? null) : null)
}
