import { describe, expect, it } from 'vitest'
import type { NotebookPath } from '../../notebook/events.ts'
import type { CallView, CellView } from '../../notebook/view.ts'
import { callRows, matches, sourceWord, statusWord, stopOfCall, tookWords, totals } from './call-rows.ts'

const call = (id: number, more: Partial<CallView> = {}): CallView => ({
  id,
  name: 'search_flights',
  input: { month: '2024-05' },
  status: 'ok',
  output: { carrier: 'Alaska' },
  source: 'live',
  startedMs: 10,
  endedMs: 41,
  ...more,
})

const cell = (number: number, calls: CallView[]): CellView => ({
  number,
  startedBy: `start ${number}`,
  source: '',
  author: 'model',
  status: 'ok',
  console: [],
  calls,
  end: null,
  endedBy: null,
  turn: 1,
})

const failed = call(3, { status: 'error', error: { name: 'ToolError', message: 'No such month' } })
const open = call(4, { name: 'get_airport', status: 'running', source: null, endedMs: null })
const rows = callRows([cell(1, [call(1), call(2)]), cell(2, []), cell(3, [failed, open])])

it('lists the calls of all cells in their order', () => {
  expect(rows.map((row) => [row.cell, row.call.id])).toEqual([
    [1, 1],
    [1, 2],
    [3, 3],
    [3, 4],
  ])
})

it('counts them in words', () => {
  expect(totals(rows, false)).toBe('4 calls, 1 failed, 1 running')
  expect(totals(rows, true)).toBe('4 calls up to here, 1 failed, 1 waiting')
  expect(totals(rows.slice(0, 1), false)).toBe('1 call')
})

describe('a row in words', () => {
  const [first, , third, fourth] = rows
  it('says how it went, where the result came from and how long it took', () => {
    if (!first || !third || !fourth) throw new Error('rows are missing')
    expect([statusWord(first, false), sourceWord(first), tookWords(first)]).toEqual(['ok', 'live', '31 ms'])
    expect(statusWord(third, false)).toBe('failed')
    expect([statusWord(fourth, true), sourceWord(fourth), tookWords(fourth)]).toEqual(['waiting', '', ''])
  })
})

it.each([
  ['', [1, 2, 3, 4]],
  ['airport', [4]],
  ['FAILED', [3]],
  ['no such', [3]],
  ['cell 1', [1, 2]],
  ['alaska search', [1, 2]],
  ['2024-05 waiting', [4]],
  ['nothing like it', []],
])('the filter "%s" finds %j', (filter, ids) => {
  expect(rows.filter((row) => matches(row, filter, true)).map((row) => row.call.id)).toEqual(ids)
})

describe('the moment of a call', () => {
  const event = (id: string, rest: object) => ({ id, parent: null, at: 0, ...rest })
  const path = [
    event('start 1', { type: 'cell-started' }),
    event('c1', { type: 'called', call: 1 }),
    event('c2', { type: 'called', call: 2 }),
    event('w1', { type: 'waited' }),
    event('s1', { type: 'settled', call: 1 }),
    event('w2', { type: 'waited' }),
    event('c3', { type: 'called', call: 3 }),
    event('e1', { type: 'cell-ended' }),
    event('start 3', { type: 'cell-started' }),
    event('d1', { type: 'called', call: 4 }),
  ] as unknown as NotebookPath
  const row = (startedBy: string, id: number) => ({ key: '', cell: 1, startedBy, call: call(id) })

  it.each([
    ['start 1', 1, 'w1'],
    ['start 1', 2, 'w1'],
    ['start 1', 3, 'e1'],
    ['start 3', 4, null],
    ['start 3', 1, null],
    ['elsewhere', 1, null],
  ])('of %s, call %i is %s', (startedBy, id, stop) => {
    expect(stopOfCall(path, row(startedBy, id))).toBe(stop)
  })
})
