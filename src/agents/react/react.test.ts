import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolManifest } from '../../kernel/types.ts'
import type { ToolCall } from '../../models/types.ts'
import {
  asked,
  type Body,
  ended,
  opened,
  pathOf,
  replied,
  said,
  started,
} from '../../notebook/story.testing.ts'
import { anyPath, configuredFor, disorder, isPure, requestsAlong } from '../shared/stories.testing.ts'
import type { Options } from '../types.ts'
import { createReact } from './index.ts'
import { nativeTools } from './names.ts'

const protocol = createReact()
const at = (bodies: Body[], options: Options = {}, tools?: ToolManifest[]) => {
  const settings = configuredFor('react', options)
  if (tools && settings.type === 'configured') settings.configuration = { ...settings.configuration, tools }
  return pathOf(opened, settings, ...bodies)
}
const call = (
  id: string,
  given: Record<string, unknown> = { query: 'x' },
  name = 'web_search',
): ToolCall => ({
  id,
  name,
  arguments: given,
})
const made = (call: number, toolCallId: string): Body => ({
  type: 'called',
  call,
  name: 'web_search',
  input: { query: 'x' },
  startedMs: 0,
  toolCallId,
})
const back = (call: number, toolCallId: string, more: object = { status: 'ok', output: [1] }): Body => ({
  type: 'settled',
  call,
  toolCallId,
  source: 'live',
  endedMs: 1,
  ...(more as { status: 'ok' }),
})
const broken = { status: 'error', error: { name: 'RangeError', message: 'none' } }
const round = (nth: number, more?: object): Body[] => [
  asked,
  replied({ toolCalls: [call(`a${nth}`)] }),
  made(nth, `a${nth}`),
  back(nth, `a${nth}`, more),
]
const stopped: Body = { type: 'stopped', reason: 'user', message: 'Stopped.' }

describe('what a ReAct session does next', () => {
  const two = [said('hi'), asked, replied({ toolCalls: [call('a'), call('b')] })]
  const cases: [string, Body[], object][] = [
    ['nothing in a new notebook', [], { type: 'idle' }],
    ['asks after a message', [said('hi')], { type: 'ask' }],
    [
      'calls all tools of a reply at once',
      two,
      {
        type: 'call-tools',
        calls: [
          { toolCallId: 'a', name: 'web_search', input: { query: 'x' } },
          { toolCallId: 'b', name: 'web_search', input: { query: 'x' } },
        ],
      },
    ],
    [
      'calls those that can be called and passes by the others',
      [said('hi'), asked, replied({ toolCalls: [call('a', {}, 'nope'), call('b')] })],
      { type: 'call-tools', calls: [{ toolCallId: 'b' }] },
    ],
    [
      'asks when none could be called',
      [said('hi'), asked, replied({ toolCalls: [call('a', {}, 'nope')] })],
      { type: 'ask' },
    ],
    ['asks when all have come back', [said('hi'), ...round(1)], { type: 'ask' }],
    [
      'does not repeat a call that was cut off',
      [
        ...two,
        made(1, 'a'),
        made(2, 'b'),
        back(1, 'a'),
        back(2, 'b', { status: 'aborted' }),
        stopped,
        { type: 'resumed' },
      ],
      { type: 'ask' },
    ],
    ['answers', [said('hi'), asked, replied({ text: 'Three.' })], { type: 'answer', text: 'Three.' }],
    [
      'gives a refusal as the answer',
      [said('hi'), asked, replied({ refusal: 'No.' })],
      { type: 'answer', text: 'No.' },
    ],
    [
      'stops at the third empty reply',
      [said('hi'), ...Array.from({ length: 3 }, () => [asked, replied({})]).flat()],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'stops when the same call fails for the third time',
      [said('hi'), ...round(1, broken), ...round(2, broken), ...round(3, broken)],
      { type: 'stop', reason: 'repeating' },
    ],
    ['goes on while calls succeed', [said('hi'), ...round(1), ...round(2), ...round(3)], { type: 'ask' }],
  ]
  it.each(cases)('%s', (_, bodies, expected) => {
    expect(protocol.next(at(bodies))).toMatchObject(expected)
  })

  it('pauses at the step limit, and goes on from there when told to', () => {
    const steps = Array.from({ length: 24 }, (_, nth) => round(nth + 1)).flat()
    expect(protocol.next(at([said('hi'), ...steps]))).toMatchObject({ type: 'stop', reason: 'step-limit' })
    expect(protocol.next(at([said('hi'), ...steps, stopped, { type: 'resumed' }]))).toEqual({ type: 'ask' })
    expect(protocol.next(at([said('hi'), ...round(1), ...round(2)], { stepLimit: 2 }))).toMatchObject({
      reason: 'step-limit',
    })
  })
})

describe('what a ReAct model is sent', () => {
  const results = (bodies: Body[], options: Options = {}): string[] =>
    protocol
      .request(at([said('hi'), ...bodies], options))
      .messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))
  const oneCall = (toolCall: ToolCall): Body[] => [asked, replied({ toolCalls: [toolCall] })]

  it('has the tools themselves', () => {
    const { tools } = protocol.request(at([said('hi')]))
    expect(tools).toEqual([{ name: 'web_search', description: 'Searches', parameters: { type: 'object' } }])
  })

  const told: [string, Body[], RegExp | string][] = [
    ['a result', round(1), '[1]'],
    ['a text as it is', round(1, { status: 'ok', output: 'sunny' }), 'sunny'],
    ['nothing as null', round(1, { status: 'ok' }), 'null'],
    ['an error', round(1, broken), '{"error":{"name":"RangeError","message":"none"}}'],
    [
      'a call that was cut off',
      [...oneCall(call('a')), made(1, 'a'), back(1, 'a', { status: 'aborted' })],
      /cut off/,
    ],
    ['a call that was never made', [...oneCall(call('a')), stopped], /before this was called/],
    [
      'an unknown tool, with those that there are',
      oneCall(call('a', {}, 'nope')),
      /no tool \\"nope\\".*There are web_search/,
    ],
    [
      'arguments that are no JSON',
      oneCall({ id: 'a', name: 'web_search', argumentsText: '{"q' }),
      /MalformedCall/,
    ],
    ['no arguments', [...oneCall({ id: 'a', name: 'web_search' }), made(1, 'a'), back(1, 'a')], '[1]'],
  ]
  it.each(told)('tells %s', (_, bodies, expected) => {
    const [text] = results(bodies)
    if (typeof expected === 'string') expect(text).toBe(expected)
    else expect(text).toMatch(expected)
  })

  it('says when the same call failed again', () => {
    const [first, second] = results([...round(1, broken), ...round(2, broken)])
    expect(first).not.toContain('same call')
    expect(second).toContain('same call as before')
  })

  it('cuts a long result and says by how much', () => {
    const [text] = results(round(1, { status: 'ok', output: 'x'.repeat(500) }), { resultChars: 120 })
    expect(text).toBe(`${'x'.repeat(120)}… 380 more characters of 500`)
  })

  it('tells of cells that the user ran', () => {
    const { messages } = protocol.request(at([started(1, '1 + 1'), ended('c', { text: '2' }), said('And?')]))
    expect(messages.at(-1)?.content).toContain('{"code":"1 + 1","value":"2"}')
  })

  it('wraps an input that is no object, and unwraps it', () => {
    const tools = [{ name: 'echo', inputSchema: { type: 'string' } }]
    const path = at(
      [said('hi'), asked, replied({ toolCalls: [call('a', { input: 'x' }, 'echo')] })],
      {},
      tools,
    )
    expect(protocol.request(path).tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
    })
    expect(protocol.next(path)).toMatchObject({ calls: [{ input: 'x' }] })
  })

  it('names what is at fault in a reply for people', () => {
    const calls = [call('a', {}, 'nope'), call('b')]
    expect(protocol.faults?.(at([said('hi'), asked, replied({ toolCalls: calls })]))).toMatchObject([
      { type: 'UnknownTool', toolCallId: 'a' },
    ])
    expect(protocol.faults?.(at([said('hi'), asked, replied({})]))).toMatchObject([{ type: 'EmptyReply' }])
  })
})

describe('names on the wire', () => {
  const names = (...tools: string[]): string[] =>
    nativeTools(tools.map((name) => ({ name }))).map(({ name }) => name)
  it('keeps what servers accept, and makes the rest acceptable, each once', () => {
    expect(names('web_search', 'a-b')).toEqual(['web_search', 'a-b'])
    expect(names('a b', 'a_b', 'a.b')).toEqual(['a_b_2', 'a_b', 'a_b_3'])
    expect(names('工具', '')).toEqual(['__', '_'])
    expect(names('x'.repeat(80))[0]).toHaveLength(64)
  })
})

describe('everything is a function of the path', () => {
  it('whatever happened', () => {
    fc.assert(
      fc.property(anyPath('react'), (path) => {
        expect(isPure(protocol, path)).toBe(true)
        if (path.length > 0) expect(disorder(protocol.request(path))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('and messages only grow at their end', () => {
    const path = at([said('hi'), ...round(1), ...round(2, broken), ...round(3), asked])
    const requests = requestsAlong(protocol, path)
    for (const [place, { messages }] of requests.slice(1).entries())
      expect(messages.slice(0, requests[place]?.messages.length)).toEqual(requests[place]?.messages)
  })
})
