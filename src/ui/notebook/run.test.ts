import { expect, it } from 'vitest'
import type { CellView, NotebookView, StopView } from '../../notebook/view.ts'
import { placeToRun } from './run.ts'

const cell = (number: number): CellView => ({
  number,
  startedBy: `start-${number}`,
  source: '1',
  author: 'model',
  status: 'ok',
  console: [],
  calls: [],
  end: null,
  endedBy: `end-${number}`,
  turn: 1,
})
const stop = (event: string, kind: StopView['kind'], number: number): StopView => ({
  event,
  kind,
  cell: number,
  turn: 1,
  waitingFor: [],
  status: null,
})
const live: NotebookView = {
  turns: [],
  cells: [cell(1), cell(2)],
  stops: [
    stop('boot', 'boot', 0),
    stop('wait-1', 'wait', 1),
    stop('end-1', 'end', 1),
    stop('end-2', 'end', 2),
  ],
}

it.each([
  ['at the end: where one looks', { type: 'end' }, undefined],
  ['before the first: the boot', { type: 'start' }, 'boot'],
  ['after the last cell: live', { type: 'after', cell: 'start-2' }, null],
  ['after an earlier cell: its end', { type: 'after', cell: 'start-1' }, 'end-1'],
  ['instead of a cell: the end of the one before', { type: 'instead', cell: 'start-2' }, 'end-1'],
  ['instead of the first: the boot', { type: 'instead', cell: 'start-1' }, 'boot'],
  ['instead of a cell that is gone: where one looks', { type: 'instead', cell: 'gone' }, undefined],
] as const)('runs %s', (_, place, event) => {
  expect(placeToRun(place, live)).toBe(event)
})
