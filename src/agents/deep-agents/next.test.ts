import { describe, expect, it } from 'vitest'
import {
  asked,
  type Body,
  configured,
  ended,
  evalCall,
  failed,
  opened,
  pathOf,
  replied,
  said,
  started,
  waited,
} from '../../notebook/story.testing.ts'
import { next } from './next.ts'

const base = [opened, configured()]
const at = (...bodies: Body[]) => next(pathOf(...base, ...bodies))

const oneCell = [asked, replied({ toolCalls: [evalCall('a', 'x')] }), started(1, 'x', 'a')]
const failing = [...oneCell, failed('c', 'TypeError', 'no')]
const networkError = replied({ error: { kind: 'network', message: 'No connection.' } })
const stopped: Body = { type: 'stopped', reason: 'user', message: 'Stopped.' }
const resumed: Body = { type: 'resumed' }

describe('what a Deep Agents session does next', () => {
  const cases: [string, Body[], object][] = [
    ['nothing in a new notebook', [], { type: 'idle' }],
    ['nothing after a cell of the user', [started(1, '1'), ended('c')], { type: 'idle' }],
    ['asks after a message', [said('hi')], { type: 'ask' }],
    ['asks again when the page was closed while it waited', [said('hi'), asked], { type: 'ask' }],
    [
      'runs the code of a call',
      [said('hi'), asked, replied({ toolCalls: [evalCall('a', 'x')] })],
      { type: 'run-cell', source: 'x', toolCall: { id: 'a' } },
    ],
    ['waits for a cell to end', [said('hi'), ...oneCell], { type: 'idle' }],
    ['waits in the middle of a cell', [said('hi'), ...oneCell, waited('w', [])], { type: 'idle' }],
    ['asks after a cell', [said('hi'), ...oneCell, ended('c')], { type: 'ask' }],
    ['asks after a cell that failed', [said('hi'), ...failing], { type: 'ask' }],
    [
      'runs several calls one after the other',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [evalCall('a', '1'), evalCall('b', '2')] }),
        started(1, '1', 'a'),
        failed('c', 'Error', 'x'),
      ],
      { type: 'run-cell', source: '2', toolCall: { id: 'b' } },
    ],
    [
      'runs both calls of a reply that repeats an id',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [evalCall('a', '1'), evalCall('a', '2')] }),
        started(1, '1', 'a'),
        ended('c'),
      ],
      { type: 'run-cell', source: '2' },
    ],
    [
      'passes by a call that cannot be run',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [{ id: 'x', name: 'search', arguments: {} }, evalCall('b', '2')] }),
      ],
      { type: 'run-cell', source: '2' },
    ],
    [
      'asks when no call could be run',
      [said('hi'), asked, replied({ toolCalls: [evalCall('a', '  ')] })],
      { type: 'ask' },
    ],
    [
      'answers with a reply that calls nothing',
      [said('hi'), asked, replied({ text: 'Hello' })],
      { type: 'answer', text: 'Hello' },
    ],
    [
      'answers with a refusal',
      [said('hi'), asked, replied({ refusal: 'I will not.' })],
      { type: 'answer', text: 'I will not.' },
    ],
    [
      'is done after the answer',
      [said('hi'), asked, replied({ text: 'Hello' }), { type: 'answered', text: 'Hello' }],
      { type: 'idle' },
    ],
    [
      'is done after the answer, also when the user runs a cell then',
      [
        said('hi'),
        asked,
        replied({ text: 'Hello' }),
        { type: 'answered', text: 'Hello' },
        started(1, '1'),
        ended('c'),
      ],
      { type: 'idle' },
    ],
    [
      'has nothing to go on with after the answer',
      [said('hi'), asked, replied({ text: 'Hello' }), { type: 'answered', text: 'Hello' }, resumed],
      { type: 'idle' },
    ],
    ['asks again after an empty reply', [said('hi'), asked, replied({})], { type: 'ask' }],
    [
      'stops at the third empty reply in a row',
      [said('hi'), asked, replied({}), asked, replied({}), asked, replied({})],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'stops when the filter withheld the reply',
      [said('hi'), asked, replied({ finish: 'filter' })],
      { type: 'stop', reason: 'model-error' },
    ],
    [
      'stops when the model cannot be reached',
      [said('hi'), asked, networkError],
      { type: 'stop', reason: 'model-error', message: 'No connection.' },
    ],
    [
      'does nothing more once stopped',
      [
        said('hi'),
        asked,
        networkError,
        { type: 'stopped', reason: 'model-error', message: 'No connection.' },
      ],
      { type: 'idle' },
    ],
    [
      'asks again when a failed call is retried',
      [said('hi'), asked, networkError, stopped, resumed],
      { type: 'ask' },
    ],
    [
      'asks after a new message too',
      [said('hi'), asked, networkError, stopped, said('again')],
      { type: 'ask' },
    ],
    [
      'goes on with the calls that a stop cut off',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [evalCall('a', '1'), evalCall('b', '2')] }),
        started(1, '1', 'a'),
        ended('c', { status: 'stopped' }),
        stopped,
        resumed,
      ],
      { type: 'run-cell', source: '2' },
    ],
    [
      'drops the calls that a stop cut off when the user says something',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [evalCall('a', '1'), evalCall('b', '2')] }),
        started(1, '1', 'a'),
        ended('c', { status: 'stopped' }),
        stopped,
        said('no'),
      ],
      { type: 'ask' },
    ],
    ['asks again after the same failure twice', [said('hi'), ...failing, ...failing], { type: 'ask' }],
    [
      'stops at the same failure for the third time',
      [said('hi'), ...failing, ...failing, ...failing],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'goes on from there when told to',
      [said('hi'), ...failing, ...failing, ...failing, stopped, resumed],
      { type: 'ask' },
    ],
    [
      'counts repeats anew when told to go on',
      [said('hi'), ...failing, ...failing, ...failing, stopped, resumed, ...failing],
      { type: 'ask' },
    ],
    [
      'takes another failure for progress',
      [said('hi'), ...failing, ...failing, ...oneCell, failed('c', 'TypeError', 'other'), ...failing],
      { type: 'ask' },
    ],
  ]
  it.each(cases)('%s', (_, bodies, expected) => {
    expect(at(...bodies)).toMatchObject(expected)
  })

  it('stops at the step limit and has as many steps again when told to go on', () => {
    const step = (n: number) => [
      asked,
      replied({ toolCalls: [evalCall(`a${n}`, `${n}`)] }),
      started(n, `${n}`, `a${n}`),
      ended('c'),
    ]
    const steps = (count: number) => Array.from({ length: count }, (_, n) => step(n)).flat()
    expect(at(said('hi'), ...steps(23))).toEqual({ type: 'ask' })
    expect(at(said('hi'), ...steps(24))).toMatchObject({ type: 'stop', reason: 'step-limit' })
    expect(at(said('hi'), ...steps(24), stopped, resumed, ...steps(23))).toEqual({ type: 'ask' })
    expect(at(said('hi'), ...steps(24), said('more'))).toEqual({ type: 'ask' })
    const two = next(pathOf(opened, configured({ stepLimit: 2 }), said('hi'), ...steps(2)))
    expect(two).toMatchObject({
      type: 'stop',
      reason: 'step-limit',
      message: expect.stringContaining('2 times'),
    })
  })
})
