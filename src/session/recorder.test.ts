import { describe, expect, it } from 'vitest'
import type { CallRecord, Checkpoint, KernelEvent, Outcome, Step } from '../kernel/types.ts'
import { called, pathOf, settled, waited } from '../notebook/story.testing.ts'
import { Recorder } from './recorder.ts'

const call = (id: number, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  name: `tool${id}`,
  input: null,
  status: 'running',
  startedMs: id,
  ...more,
})
const started = (id: number): KernelEvent => ({ type: 'call-started', call: call(id) })
const endedCall = (id: number): CallRecord => call(id, { status: 'ok', output: id, endedMs: 10 * id })
const ended = (id: number): KernelEvent => ({ type: 'call-ended', call: endedCall(id) })
const log = (text: string): KernelEvent => ({ type: 'log', line: { level: 'log', text } })
const reached = (step: Step, opened: number[] = [], kind: Checkpoint['kind'] = 'wait'): KernelEvent => ({
  type: 'checkpoint',
  checkpoint: {
    id: `${step.type}-${opened.join()}`,
    parent: null,
    kind,
    cell: 'cell-1',
    opened: opened.map((id) => ({ id, name: `tool${id}`, input: null })),
    step,
  },
})
const cell: Step = { type: 'cell', name: 'cell-1', source: '' }
const settle = (id: number): Step => ({ type: 'settle', call: id, status: 'ok', payload: '' })
const outcome = (calls: CallRecord[]): Outcome => ({
  status: 'ok',
  text: '',
  value: null,
  console: [],
  calls,
  error: null,
  warnings: [],
  checkpoints: [],
  rolledBack: false,
  cpuMs: 0,
  wallMs: 0,
})

function record(
  events: KernelEvent[],
  calls: CallRecord[],
  recorder = new Recorder({ before: [], source: () => 'live' }),
): string[] {
  return [...events.flatMap((event) => recorder.take(event)), ...recorder.finish(outcome(calls))].map(
    (body) => {
      if (body.type === 'logged') return `logged ${body.line.text}`
      if (body.type === 'called') return `called ${body.call} at ${body.startedMs}`
      if (body.type === 'settled') return `${body.status} ${body.call} at ${body.endedMs}`
      return body.type
    },
  )
}

describe('the order of a cell’s events', () => {
  it('tells of the calls of a step before the wait that they lead to', () => {
    expect(record([reached(cell, [1, 2]), started(1), started(2)], [call(1), call(2)])).toEqual([
      'called 1 at 1',
      'called 2 at 2',
      'waited',
    ])
  })

  it('lets a result come in when its step is done, not when it came in from outside', () => {
    const events = [
      reached(cell, [1, 2]),
      started(1),
      started(2),
      ended(2),
      ended(1),
      reached(settle(2)),
      reached(settle(1), [], 'end'),
    ]
    expect(record(events, [endedCall(1), endedCall(2)]).slice(3)).toEqual([
      'ok 2 at 20',
      'waited',
      'ok 1 at 10',
    ])
  })

  it('tells of a result before the lines that its step prints, and of no other', () => {
    const events = [
      log('first'),
      reached(cell, [1, 2]),
      started(1),
      started(2),
      ended(1),
      ended(2),
      log('one'),
      log('more'),
      reached(settle(1)),
      log('two'),
      reached(settle(2), [], 'end'),
    ]
    expect(record(events, [endedCall(1), endedCall(2)])).toEqual([
      'logged first',
      'called 1 at 1',
      'called 2 at 2',
      'waited',
      'ok 1 at 10',
      'logged one',
      'logged more',
      'waited',
      'ok 2 at 20',
      'logged two',
    ])
  })

  it('tells of calls that were cut off when the cell is over', () => {
    const aborted = call(1, { status: 'aborted', endedMs: 5 })
    const events: KernelEvent[] = [
      reached(cell, [1]),
      started(1),
      { type: 'call-ended', call: aborted },
      log('bye'),
      reached({ type: 'abandon', reason: 'stopped' }, [], 'end'),
    ]
    expect(record(events, [aborted])).toEqual(['called 1 at 1', 'waited', 'logged bye', 'aborted 1 at 5'])
  })

  it('goes on from the middle of a cell without telling of its calls again, on one clock', () => {
    const before = pathOf(called(1), called(2), waited('w', []), settled(1))
    const recorder = new Recorder({ before, source: () => 'live' })
    const events = [started(2), ended(2), reached(settle(2), [], 'end')]
    expect(record(events, [endedCall(2)], recorder)).toEqual(['ok 2 at 30'])
  })
})
