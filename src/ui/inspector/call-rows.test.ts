import { describe, expect, it } from 'vitest'
import type { NotebookPath } from '../../notebook/events.ts'
import type { CallView, TurnItem, TurnView } from '../../notebook/view.ts'
import {
  callerWord,
  callRows,
  matches,
  sourceWord,
  statusWord,
  stopOfCall,
  tookWords,
  totals,
} from './call-rows.ts'

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

const cell = (number: number, calls: CallView[]): TurnItem => ({
  type: 'cell',
  cell: {
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
  },
})

const turn = (items: TurnItem[]): TurnView => ({ number: 1, said: null, items })

const failed = call(3, { status: 'error', error: { name: 'ToolError', message: 'No such month' } })
const open = call(4, { name: 'get_airport', status: 'running', source: null, endedMs: null })
const rows = callRows([
  turn([cell(1, [call(1), call(2)]), cell(2, [])]),
  turn([{ type: 'note', event: 'n', text: 'A note' }, cell(3, [failed, open])]),
])

it('lists the calls of all cells in their order', () => {
  expect(rows.map((row) => [row.cell, row.call.id])).toEqual([
    [1, 1],
    [1, 2],
    [3, 3],
    [3, 4],
  ])
})

it('lists what the model called itself among them', () => {
  const item: TurnItem = { type: 'calls', event: 'c9', reply: null, calls: [call(9)] }
  const [row] = callRows([turn([item])])
  expect(row).toMatchObject({ cell: null, startedBy: 'c9' })
  expect(row && callerWord(row)).toBe('model')
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
    event('m1', { type: 'called', call: 7 }),
    event('m2', { type: 'called', call: 8 }),
    event('back', { type: 'settled', call: 7 }),
  ] as unknown as NotebookPath
  const stops = new Set(['w1', 'w2', 'e1', 'back'])
  const row = (startedBy: string, id: number) => ({ key: '', cell: 1, startedBy, call: call(id) })

  it.each([
    ['start 1', 1, 'w1'],
    ['start 1', 2, 'w1'],
    ['start 1', 3, 'e1'],
    ['start 3', 4, 'back'],
    ['m1', 7, 'back'],
    ['m1', 8, 'back'],
    ['m2', 8, 'back'],
    ['start 3', 1, null],
    ['elsewhere', 1, null],
  ])('of %s, call %i is %s', (startedBy, id, stop) => {
    expect(stopOfCall(path, (event) => stops.has(event), row(startedBy, id))).toBe(stop)
  })
})
