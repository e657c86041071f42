import { expect, it } from 'vitest'
import type { CellView, NotebookView } from '../../notebook/view.ts'
import { demoNotes } from './demo-notes.ts'

const demo = { title: 'Demo', tape: 'demo', messages: ['one', 'two'], cells: ['first', 'second', 'third'] }
const cell = (number: number, author: CellView['author'] = 'model'): CellView => ({
  number,
  startedBy: `s${number}`,
  source: '',
  author,
  status: 'ok',
  console: [],
  calls: [],
  end: null,
  endedBy: `e${number}`,
  turn: 1,
})
const view = (said: string[], cells: CellView[]): NotebookView => ({
  turns: said.map((text, i) => ({ number: i + 1, said: { event: text, text }, items: [] })),
  cells,
  stops: [],
})

it('stand beside the cells of the demo', () => {
  const note = demoNotes(demo, view(['one'], [cell(1), cell(2)]))
  expect([note(1), note(2), note(9)]).toEqual(['first', 'second', null])
})

it('stand nowhere else', () => {
  expect(demoNotes(demo, view(['other'], [cell(1)]))(1)).toBeNull()
  expect(demoNotes(demo, view([], [cell(1)]))(1)).toBeNull()
  expect(demoNotes(null, view(['one'], [cell(1)]))(1)).toBeNull()
})

it('end where a person wrote a cell', () => {
  const note = demoNotes(demo, view(['one'], [cell(1), cell(2, 'user'), cell(3)]))
  expect([note(1), note(2), note(3)]).toEqual(['first', null, null])
})
