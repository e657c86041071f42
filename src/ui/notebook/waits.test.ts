import { describe, expect, it } from 'vitest'
import type { CallView, CellView } from '../../notebook/view.ts'
import { parseJson, settlements, waitingCalls } from './waits.ts'

const call = (id: number, more: Partial<CallView>): CallView => ({
  id,
  name: 'search',
  input: { id },
  status: 'running',
  source: null,
  startedMs: 0,
  endedMs: null,
  ...more,
})
const cell = (calls: CallView[]): CellView => ({
  number: 1,
  startedBy: 'e1',
  source: '',
  author: 'model',
  status: 'running',
  console: [],
  calls,
  end: null,
  endedBy: null,
  turn: 1,
})
const waiting = cell([call(1, { status: 'ok', output: 1 }), call(2, {}), call(3, {})])
const recorded = cell([
  call(1, { status: 'ok', output: 1 }),
  call(2, { status: 'ok', output: { rows: [] } }),
  call(3, { status: 'error', error: { name: 'TypeError', message: 'no' } }),
])

describe('settlements', () => {
  const open = waitingCalls(waiting)

  it('answers all with what was recorded', () => {
    expect(settlements(open, recorded, 2, { type: 'recorded' })).toEqual({
      2: { result: { rows: [] } },
      3: { error: { name: 'TypeError', message: 'no' } },
    })
  })

  it('changes one and leaves the others as recorded', () => {
    expect(settlements(open, recorded, 2, { type: 'result', value: [] })).toMatchObject({
      2: { result: [] },
      3: {},
    })
    expect(settlements(open, recorded, 3, { type: 'fail', message: 'down' })).toMatchObject({
      2: { result: { rows: [] } },
      3: { error: { message: 'down' } },
    })
  })

  it('leaves out what is to be called for real, and what nobody recorded', () => {
    expect(Object.keys(settlements(open, recorded, 2, { type: 'again' }))).toEqual(['3'])
    expect(settlements(open, null, 2, { type: 'recorded' })).toEqual({})
  })
})

describe('parseJson', () => {
  it('takes JSON, and nothing as undefined', () => {
    expect(parseJson('{"a": 1}')).toEqual({ ok: true, value: { a: 1 } })
    expect(parseJson('  ')).toEqual({ ok: true, value: undefined })
  })

  it('says what is wrong', () => {
    expect(parseJson('{a: 1}')).toMatchObject({ ok: false, message: expect.stringContaining('not JSON yet') })
  })
})
