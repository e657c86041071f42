import { expect, it } from 'vitest'
import type { NotebookEvent } from '../../notebook/events.ts'
import type { CellView, NotebookView, StopView } from '../../notebook/view.ts'
import { placeToRun } from './run.ts'

const event = (id: string, parent: string | null, type: string): [string, NotebookEvent] => [
  id,
  { id, parent, at: 0, type } as NotebookEvent,
]
const events = new Map([
  event('boot', null, 'configured'),
  event('said', 'boot', 'said'),
  event('asked-1', 'said', 'asked'),
  event('replied-1', 'asked-1', 'replied'),
  event('start-1', 'replied-1', 'cell-started'),
  event('end-1', 'start-1', 'cell-ended'),
  event('start-2', 'end-1', 'cell-started'),
  event('end-2', 'start-2', 'cell-ended'),
])

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
  ['instead of a cell: what came before it', { type: 'instead', cell: 'start-2' }, 'end-1'],
  ['instead of what a model wrote: before it was asked', { type: 'instead', cell: 'start-1' }, 'said'],
  ['instead of a cell that is gone: where one looks', { type: 'instead', cell: 'gone' }, undefined],
] as const)('runs %s', (_, place, expected) => {
  expect(placeToRun(place, live, events)).toBe(expected)
})
