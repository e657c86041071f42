import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asked,
  type Body,
  called,
  ended,
  failed,
  opened,
  pathOf,
  replied,
  said,
  started,
} from '../../notebook/story.testing.ts'
import { anyPath, configuredFor, disorder, gave, isPure, requestsAlong } from '../shared/stories.testing.ts'
import type { Options } from '../types.ts'
import { createCodeMode } from './index.ts'

const protocol = createCodeMode({
  renderDeclarations: (tools) =>
    tools.map(({ name }) => `declare function external_${name}(): void`).join('\n'),
})

const at = (bodies: Body[], options: Options = {}) =>
  pathOf(opened, configuredFor('code-mode', options), ...bodies)
const call = (id: string, code: unknown, name = 'execute_typescript') => ({ id, name, arguments: { code } })
const run = (id: string, code: string): Body[] => [
  asked,
  replied({ toolCalls: [call(id, code)] }),
  started(1, code, id),
]
const failing = [...run('a', 'x()'), failed('c', 'TypeError', 'no')]
const stopped: Body = { type: 'stopped', reason: 'user', message: 'Stopped.' }
const resumed: Body = { type: 'resumed' }

describe('what a Code mode session does next', () => {
  const cases: [string, Body[], object][] = [
    ['nothing in a new notebook', [], { type: 'idle' }],
    ['asks after a message', [said('hi')], { type: 'ask' }],
    [
      'runs a program',
      [said('hi'), asked, replied({ toolCalls: [call('a', 'return 1')] })],
      { type: 'run-cell', source: 'return 1', toolCall: { id: 'a' } },
    ],
    ['waits for it', [said('hi'), ...run('a', 'return 1')], { type: 'idle' }],
    ['asks after it', [said('hi'), ...run('a', 'return 1'), ended('c')], { type: 'ask' }],
    ['asks after one that failed', [said('hi'), ...failing], { type: 'ask' }],
    [
      'runs several programs one after the other',
      [
        said('hi'),
        asked,
        replied({ toolCalls: [call('a', '1'), call('b', '2')] }),
        started(1, '1', 'a'),
        ended('c'),
      ],
      { type: 'run-cell', source: '2', toolCall: { id: 'b' } },
    ],
    [
      'passes by what it cannot run',
      [said('hi'), asked, replied({ toolCalls: [call('a', ' '), call('b', '2')] })],
      { type: 'run-cell', source: '2' },
    ],
    [
      'asks when it could run nothing',
      [said('hi'), asked, replied({ toolCalls: [call('a', 5)] })],
      { type: 'ask' },
    ],
    ['answers', [said('hi'), asked, replied({ text: 'Three.' })], { type: 'answer', text: 'Three.' }],
    ['asks again after an empty reply', [said('hi'), asked, replied({})], { type: 'ask' }],
    [
      'stops at the third empty reply',
      [said('hi'), asked, replied({}), asked, replied({}), asked, replied({})],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'stops when the same program fails for the third time',
      [said('hi'), ...failing, ...failing, ...failing],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'goes on from there when told to',
      [said('hi'), ...failing, ...failing, ...failing, stopped, resumed],
      { type: 'ask' },
    ],
  ]
  it.each(cases)('%s', (_, bodies, expected) => {
    expect(protocol.next(at(bodies))).toMatchObject(expected)
  })

  it('leaves a turn alone that another protocol began', () => {
    const path = pathOf(opened, configuredFor('other'), said('hi'), configuredFor('code-mode'))
    expect(protocol.next(path)).toEqual({ type: 'idle' })
  })

  it('pauses at the step limit', () => {
    const steps = Array.from({ length: 24 }, (_, n) => [...run(`a${n}`, `${n}`), ended('c')]).flat()
    expect(protocol.next(at([said('hi'), ...steps]))).toMatchObject({ type: 'stop', reason: 'step-limit' })
    expect(protocol.next(at([said('hi'), ...steps, stopped, resumed]))).toEqual({ type: 'ask' })
    expect(protocol.next(at([said('hi'), ...steps.slice(0, 8)], { stepLimit: 2 }))).toMatchObject({
      reason: 'step-limit',
    })
  })
})

describe('what the model is sent', () => {
  const results = (bodies: Body[], options: Options = {}): unknown[] =>
    protocol
      .request(at([said('hi'), ...bodies], options))
      .messages.flatMap((message) =>
        message.role === 'tool' ? [JSON.parse(message.content) as unknown] : [],
      )

  it('names the tool by its real name', () => {
    const { messages, tools } = protocol.request(at([said('hi')], { toolId: 'run_program' }))
    expect(tools.map(({ name }) => name)).toEqual(['run_program'])
    expect(messages[0]?.content).toContain('`run_program`')
    expect(messages[0]?.content).not.toContain('execute_typescript')
    expect(messages[0]?.content).toContain('declare function external_web_search(): void')
  })

  it('gives back result and logs', () => {
    const number = { type: 'number' as const, text: '3' }
    const line: Body = { type: 'logged', line: { level: 'warn', text: 'careful' } }
    expect(results([...run('a', 'return 1 + 2'), line, gave(number)])).toEqual([
      { success: true, result: 3, logs: ['careful'] },
    ])
  })

  it('gives back errors with their line, and the logs before them', () => {
    const line: Body = { type: 'logged', line: { level: 'log', text: 'before' } }
    const end = ended('c', {
      status: 'error',
      text: 'TypeError: x',
      error: { kind: 'runtime', name: 'TypeError', message: 'x', line: 3 },
    })
    expect(results([...run('a', 'x'), line, end])).toEqual([
      { success: false, logs: ['before'], error: { message: 'x', name: 'TypeError', line: 3 } },
    ])
  })

  it('tells the model what it lost', () => {
    const nothing = gave({ type: 'undefined' })
    expect(results([...run('a', 'await external_web_search({})'), called(1), nothing])).toMatchObject([
      { success: true, warnings: [expect.stringContaining('Nothing was returned')] },
    ])
    const unawaited = ended('c', { value: { type: 'null' }, warnings: ['Not awaited: web_search. …'] })
    expect(results([...run('a', 'x'), unawaited])).toEqual([
      { success: true, result: null, logs: [], warnings: ['Not awaited: web_search. …'] },
    ])
  })

  it('tells the model in its own terms what is wrong with a call', () => {
    const wrong = (given: object): unknown =>
      results([asked, replied({ toolCalls: [{ id: 'a', name: 'execute_typescript', ...given }] })])[0]
    expect(wrong({ name: 'web_search', arguments: {} })).toMatchObject({
      success: false,
      error: { name: 'UnknownTool', message: expect.stringContaining('execute_typescript') },
    })
    expect(wrong({ argumentsText: '{"code": "a' })).toMatchObject({ error: { name: 'MalformedCall' } })
    expect(wrong({ arguments: { script: '1' } })).toMatchObject({ error: { name: 'MissingCode' } })
    expect(wrong({ arguments: { code: '' } })).toMatchObject({ error: { name: 'EmptyCode' } })
    expect(results([...failing, ...failing])[1]).toMatchObject({
      warnings: [expect.stringContaining('the same call as before')],
    })
  })

  it('tells people as well', () => {
    const path = at([said('hi'), asked, replied({ toolCalls: [call('a', '')] })])
    expect(protocol.faults?.(path)).toMatchObject([{ type: 'EmptyCode', toolCallId: 'a' }])
    expect(protocol.faults?.(at([said('hi'), asked, replied({})]))).toMatchObject([{ type: 'EmptyReply' }])
    expect(protocol.faults?.(at([said('hi'), asked, replied({ text: 'x' })]))).toEqual([])
  })

  it('keeps of turns under another protocol what was said and answered', () => {
    const { messages } = protocol.request(
      pathOf(
        opened,
        configuredFor('other'),
        said('one'),
        asked,
        replied({ toolCalls: [call('a', '1', 'eval')] }),
        started(1, '1', 'a'),
        ended('c'),
        asked,
        replied({ text: 'First.' }),
        { type: 'answered', text: 'First.' },
        said('two'),
        stopped,
        configuredFor('code-mode'),
        said('three'),
      ),
    )
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'First.' },
      { role: 'user', content: 'two' },
      { role: 'assistant', content: '(no answer)' },
      { role: 'user', content: 'three' },
    ])
  })

  it('tells of programs that the user ran', () => {
    const bodies = [started(1, 'return 5'), gave({ type: 'number', text: '5' }), said('and?')]
    expect(protocol.request(at(bodies)).messages.at(-1)?.content).toBe(
      'The user ran a program of their own, each afresh:\n{"code":"return 5","success":true,"result":5,"logs":[]}\n\nand?',
    )
  })
})

describe('several code tools', () => {
  const options = {
    codeTools: [
      { id: 'search_code', tools: ['web_search'] },
      { id: 'plain_code', tools: [] },
      { id: 'search_code', tools: [] },
      { id: 'no spaces', tools: [] },
    ],
  }
  it('are offered with their own instructions, and run in their own scope', () => {
    const { messages, tools } = protocol.request(at([said('hi')], options))
    expect(tools.map(({ name }) => name)).toEqual(['search_code', 'plain_code'])
    expect(messages[0]?.content).toContain('# Code mode: `search_code`')
    expect(messages[0]?.content).toContain('# Code mode: `plain_code`')
    const path = at([said('hi'), asked, replied({ toolCalls: [call('a', '1', 'plain_code')] })], options)
    expect(protocol.next(path)).toMatchObject({ type: 'run-cell', scope: 'plain_code' })
    const tool = { name: 'web_search' }
    expect(protocol.scopes?.(options, [tool])).toEqual({ search_code: ['web_search'], plain_code: [] })
    expect(protocol.scopes?.({}, [tool])).toEqual({})
  })
})

describe('for any history', () => {
  const paths = anyPath('code-mode')

  it('everything is a function of the path', () => {
    fc.assert(fc.property(paths, (path) => isPure(protocol, path)))
  })

  it('messages are in order, and only grow', () => {
    fc.assert(
      fc.property(paths, (path) => {
        expect(disorder(protocol.request(path))).toEqual([])
        const requests = requestsAlong(protocol, path)
        for (const [place, { messages }] of requests.entries()) {
          const later = requests[place + 1]
          if (later) expect(later.messages.slice(0, messages.length)).toEqual(messages)
        }
      }),
    )
  })
})
