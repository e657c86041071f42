import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellEnd } from '../../notebook/events.ts'
import {
  asked,
  type Body,
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
import { createCodeAct } from './index.ts'
import { parseReply } from './parse.ts'

const protocol = createCodeAct({
  renderDeclarations: (tools) => tools.map(({ name }) => `declare function ${name}(): void`).join('\n'),
})
const at = (bodies: Body[], options: Options = {}) =>
  pathOf(opened, configuredFor('codeact', options), said('hi'), ...bodies)
const code = (source: unknown, language = 'js') => JSON.stringify({ type: 'code', language, code: source })
const final = (output: unknown) => JSON.stringify({ type: 'final', output })
const reply = (text: string): Body[] => [asked, replied({ text })]
/** Code that ran to an end. */
const run = (source: string, end: Body, logged: string[] = [], id = 'code_execution_1'): Body[] => [
  ...reply(code(source)),
  started(1, source, id),
  ...logged.map((text): Body => ({ type: 'logged', line: { level: 'log', text } })),
  end,
]
const text = (value: string): Body => gave({ type: 'string', text: value }, value)
const number = (value: string): Body => gave({ type: 'number', text: value }, value)
const nothing: Body = gave({ type: 'undefined' }, 'undefined')
const nil: Body = gave({ type: 'null' }, 'null')
const broke = failed('c', 'TypeError', 'no x')
const halted: Partial<CellEnd> = { status: 'stopped', text: 'Stopped' }
const stopped: Body = { type: 'stopped', reason: 'user', message: 'Stopped.' }
const resumed: Body = { type: 'resumed' }

describe('reading a reply', () => {
  const cases: [string, string, object][] = [
    ['code', code('return 1'), { type: 'code', code: 'return 1', language: 'js' }],
    ['final', final('Done'), { type: 'final', output: 'Done' }],
    ['prose around it', `Sure!\n${final('Done')}\nBye {`, { type: 'final', output: 'Done' }],
    ['a fence around it', `\`\`\`json\n${final('Done')}\n\`\`\``, { type: 'final', output: 'Done' }],
    ['the first of two', `${code('1')}${final('x')}`, { type: 'code', code: '1' }],
    ['braces in strings', code('if (a) { return "}" }'), { type: 'code', code: 'if (a) { return "}" }' }],
    ['escaped quotes before braces', final('say "{" \\ now'), { type: 'final', output: 'say "{" \\ now' }],
    ['no output', '{"type":"final"}', { type: 'final', output: '' }],
    ['null as output', final(null), { type: 'final', output: '' }],
    ['an output that is no text', final({ a: 1 }), { type: 'final', output: '{"a":1}' }],
    ['no object', 'Seventeen.', { type: 'none' }],
    ['an object of another kind', '{"degrees": 5}', { type: 'other' }],
    ['braces that stay open', '{"type":"code","code":"if (a) {', { type: 'broken' }],
    ['what looks like an object', "{type: 'final'}", { type: 'broken' }],
    ['a raw line break in a string', '{"type":"final","output":"a\nb"}', { type: 'broken' }],
    ['a language in capitals', code('1', ' TypeScript'), { type: 'code', language: 'typescript' }],
  ]
  it.each(cases)('%s', (_, given, expected) => {
    expect(parseReply(given)).toMatchObject(expected)
  })
})

type Case = [name: string, bodies: Body[], expected: object, options?: Options]

describe('what a CodeAct session does next', () => {
  const cases: Case[] = [
    ['asks after a message', [], { type: 'ask' }],
    [
      'runs code',
      reply(code('return 1')),
      { type: 'run-cell', source: 'return 1', toolCall: { id: 'code_execution_1', name: 'code' } },
    ],
    [
      'counts executions by step',
      [...run('x', broke), ...reply(code('y'))],
      { type: 'run-cell', toolCall: { id: 'code_execution_2' } },
      { selfRepair: true },
    ],
    [
      'takes the result from its variable too',
      reply(code('__codeact_result = String(1 + 2)')),
      { source: '__codeact_result = String(1 + 2)\nvar __codeact_result; __codeact_result' },
    ],
    ['answers with final words', reply(final('Three.')), { type: 'answer', text: 'Three.' }],
    ['answers with nothing where the output is null', reply(final(null)), { type: 'answer', text: '' }],
    ['takes text without an object as the answer', reply('Three.'), { type: 'answer', text: 'Three.' }],
    [
      'takes an object of another kind as the answer',
      reply('{"a": 1}'),
      { type: 'answer', text: '{"a": 1}' },
    ],
    ['sends broken JSON back', reply('{"type":"code'), { type: 'ask' }],
    [
      'takes broken JSON as the answer, as published',
      reply('{"type":"code'),
      { type: 'answer', text: '{"type":"code' },
      { retryMalformed: false },
    ],
    ['sends code back that is not there', reply('{"type":"code"}'), { type: 'ask' }],
    [
      'takes it as the answer, as published',
      reply('{"type":"code"}'),
      { type: 'answer', text: '{"type":"code"}' },
      { retryMalformed: false },
    ],
    ['asks again after an empty reply', reply(''), { type: 'ask' }],
    [
      'asks again after a native call',
      [asked, replied({ toolCalls: [{ id: 'a', name: 'code', arguments: {} }] })],
      { type: 'ask' },
    ],
    [
      'stops at the third empty reply',
      [...reply(''), ...reply(''), ...reply('')],
      { type: 'stop', reason: 'repeating' },
    ],
    [
      'stops at the third broken reply',
      [...reply('{'), ...reply('{'), ...reply('{')],
      { type: 'stop', reason: 'repeating' },
    ],

    [
      'answers with the result itself',
      run('x', text(' 56 ')),
      { type: 'answer', text: '56', by: 'executor' },
    ],
    ['answers with a number', run('x', number('56')), { type: 'answer', text: '56', by: 'executor' }],
    [
      'answers with what was printed where the result is undefined',
      run('x', nothing, ['a', 'b']),
      { type: 'answer', text: 'a\nb', by: 'executor' },
    ],
    ['where it is null', run('x', nil, ['a']), { type: 'answer', text: 'a', by: 'executor' }],
    ['where it is empty', run('x', text('  '), ['a']), { type: 'answer', text: 'a', by: 'executor' }],
    [
      'where it is the word',
      run('x', text('Undefined'), ['a']),
      { type: 'answer', text: 'a', by: 'executor' },
    ],
    [
      'answers with the JSON where there is nothing else',
      run('x', nil),
      { type: 'answer', text: '{"result":null}', by: 'executor' },
    ],
    [
      'answers with the error, as published',
      run('x', broke),
      { type: 'answer', text: 'CODE_ERROR: TypeError: no x', by: 'executor' },
    ],
    ['lets the model repair instead', run('x', broke), { type: 'ask' }, { selfRepair: true }],
    [
      'does not run another language',
      reply(code('1', 'python')),
      {
        type: 'answer',
        text: 'CODE_ERROR: unsupported language: python, only typescript is enabled',
        by: 'executor',
      },
    ],
    [
      'does not run empty code',
      reply(code(' ')),
      { type: 'answer', text: expect.stringContaining('code is required'), by: 'executor' },
    ],
    [
      'asks again where the run was stopped',
      [...run('x', ended('c', halted)), stopped, resumed],
      { type: 'ask' },
    ],

    ['reAct: asks after a result', run('x', text('56')), { type: 'ask' }, { reAct: true }],
    ['reAct: asks after an error', run('x', broke), { type: 'ask' }, { reAct: true }],
    [
      'reAct: does not run code when it was to end',
      [...run('x', text('56')), ...reply(code('y'))],
      { type: 'ask' },
      { reAct: true },
    ],
    [
      'reAct: runs corrected code after an error',
      [...run('x', broke), ...reply(code('y'))],
      { type: 'run-cell', source: 'y' },
      { reAct: true },
    ],
    [
      'reAct: answers in the end',
      [...run('x', text('56')), ...reply(final('It is 56.'))],
      { type: 'answer', text: 'It is 56.' },
      { reAct: true },
    ],
    [
      'reAct: runs code again for the next message',
      [
        ...run('x', text('56')),
        ...reply(final('56')),
        { type: 'answered', text: '56' },
        said('more'),
        ...reply(code('y')),
      ],
      { type: 'run-cell' },
      { reAct: true },
    ],

    [
      'maxSteps: answers with the last reply as it is',
      run('x', broke),
      { type: 'answer', text: code('x') },
      { maxSteps: 1, reAct: true },
    ],
    [
      'maxSteps: still runs the last code',
      reply(code('x')),
      { type: 'run-cell' },
      { maxSteps: 1, reAct: true },
    ],
    ['maxSteps: none when it is 0', run('x', broke), { type: 'ask' }, { maxSteps: 0, reAct: true }],
    ['maxSteps: goes on before it', run('x', broke), { type: 'ask' }, { maxSteps: 2, reAct: true }],
  ]
  it.each(cases)('%s', (_, bodies, expected, options = {}) => {
    const next = protocol.next(at(bodies, options))
    expect(next).toMatchObject(expected)
    if (next.type === 'answer' && !('by' in expected)) expect(next.by).toBeUndefined()
  })

  it('pauses at the step limit, whatever the options', () => {
    const steps = Array.from({ length: 24 }, (_, nth) => run(`x${nth}`, broke)).flat()
    expect(protocol.next(at(steps, { selfRepair: true }))).toMatchObject({
      type: 'stop',
      reason: 'step-limit',
    })
    expect(protocol.next(at([...steps, stopped, resumed], { selfRepair: true }))).toEqual({ type: 'ask' })
  })
})

describe('what a CodeAct model is sent', () => {
  const last = (bodies: Body[], options: Options = {}) =>
    protocol.request(at(bodies, options)).messages.at(-1)
  const cases: [string, Body[], string][] = [
    ['a result', run('x', number('56')), 'CODE_RESULT: {"result":56}'],
    ['what was printed', run('x', text('ok'), ['a']), 'CODE_RESULT: {"result":"ok","stdout":"a"}'],
    ['nothing', run('x', nothing), 'CODE_RESULT: {}'],
    [
      'an error, with what was printed before',
      run('x', broke, ['a']),
      'CODE_ERROR: {"stdout":"a","error":"TypeError: no x"}',
    ],
    [
      'an error with its line',
      run('x', ended('c', { status: 'error', error: { kind: 'runtime', name: 'E', message: 'm', line: 3 } })),
      'CODE_ERROR: {"error":"E: m (line 3)"}',
    ],
    [
      'a timeout',
      run(
        'x',
        ended('c', {
          status: 'error',
          error: { kind: 'timeout', name: 'TimeoutError', message: 'too long' },
        }),
      ),
      'CODE_ERROR: {"error":"code execution timeout: too long"}',
    ],
    [
      'what was not awaited',
      run('x', ended('c', { value: { type: 'number', text: '1' }, warnings: ['Not awaited: f.'] })),
      'CODE_RESULT: {"result":1,"warnings":["Not awaited: f."]}',
    ],
    [
      'what cannot be JSON as text',
      run('x', gave({ type: 'bigint', text: '1' }, '1n')),
      'CODE_RESULT: {"result":"1n","warnings":["$ is a BigInt. Turn it into a number or a string."]}',
    ],
  ]
  it.each(cases)('%s', (_, bodies, content) => {
    expect(last(bodies, { reAct: true })).toEqual({ role: 'system', content })
  })

  it('FINALIZE_MODE where it went on with code', () => {
    const bodies = [...run('x', text('56')), ...reply(code('y'))]
    expect(last(bodies, { reAct: true })).toEqual({
      role: 'system',
      content:
        'FINALIZE_MODE: Do not output code. Use the latest CODE_RESULT to respond with {"type":"final","output":"..."}.',
    })
  })

  it('what was wrong with a reply', () => {
    expect(last(reply('{"type":"code'))?.content).toMatch(
      /^CODE_ERROR: \{"error":"The reply is no valid JSON object/,
    )
    expect(last(reply('{"type":"code"}'))?.content).toMatch(/^CODE_ERROR: \{"error":"code is required/)
    expect(last([...reply('{'), ...reply('{')])?.content).toContain('same reply as before')
    expect(last(reply(''))?.content).toContain('empty')
  })

  it('an answer to each native call, so that servers go on', () => {
    const { messages } = protocol.request(
      at([asked, replied({ toolCalls: [{ id: 'a', name: 'code', arguments: {} }] })]),
    )
    expect(messages.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'a' })
    expect(messages.at(-1)?.content).toContain('CODE_ERROR')
  })

  it('results as messages of the user, where that is chosen', () => {
    expect(last(run('x', number('1')), { reAct: true, feedbackRole: 'user' })?.role).toBe('user')
  })

  it('no tools, but their declarations, and what it is to do at the end', () => {
    const { messages, tools } = protocol.request(at([], { reAct: true }))
    expect(tools).toEqual([])
    expect(messages[0]?.content).toContain('declare function web_search(): void')
    expect(messages[0]?.content).toContain('answer with type "final"')
    expect(protocol.request(at([])).messages[0]?.content).toContain('shown to the user as the answer')
  })

  it('what the user ran', () => {
    const path = at([{ type: 'answered', text: 'x' }, started(1, '1 + 1'), number('2'), said('And?')])
    expect(protocol.request(path).messages.at(-1)?.content).toContain('1 + 1\nCODE_RESULT: {"result":2}')
  })

  it('names what is at fault in a reply for people', () => {
    const faults = (bodies: Body[], options: Options = {}) =>
      (protocol.faults?.(at(bodies, options)) ?? []).map(({ type }) => type)
    expect(faults(reply('{'))).toEqual(['BadJson'])
    expect(faults(reply('{"type":"code"}'))).toEqual(['MissingCode'])
    expect(faults(reply(code('1', 'python')))).toEqual(['NotRun'])
    expect(faults(reply(''))).toEqual(['EmptyReply'])
    expect(faults([...run('x', text('56')), ...reply(code('y'))], { reAct: true })).toEqual(['FinalizeMode'])
    expect(faults(reply(code('return 1')))).toEqual([])
  })
})

describe('everything is a function of the path', () => {
  it('whatever happened', () => {
    fc.assert(
      fc.property(anyPath('codeact'), (path) => {
        expect(isPure(protocol, path)).toBe(true)
        if (path.length > 0) expect(disorder(protocol.request(path))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('and messages only grow at their end', () => {
    const path = at(
      [...run('x', broke), ...run('y', text('56')), ...reply(code('z')), ...reply('{'), asked],
      { reAct: true },
    )
    const requests = requestsAlong(protocol, path)
    expect(requests).toHaveLength(5)
    for (const [place, { messages }] of requests.slice(1).entries())
      expect(messages.slice(0, requests[place]?.messages.length)).toEqual(requests[place]?.messages)
  })
})
