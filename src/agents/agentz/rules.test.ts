import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import { type Body, ended, failed, opened, pathOf, said, waited } from '../../notebook/story.testing.ts'
import { anyPath, configuredFor, isPure } from '../shared/stories.testing.ts'
import type { HostStep, Options } from '../types.ts'
import { chainAt } from './cells.ts'
import { givenAt } from './given.ts'
import { slice } from './history.ts'
import { createAgentZ } from './index.ts'
import { settingsAt } from './options.ts'
import { ownTools, paramsOf, reasoningOf, wishesOf } from './rewrite.ts'
import { statusLine } from './status.ts'

const protocol = createAgentZ({ renderDeclarations: () => '' })
const base = (options: Options = {}): Body[] => [opened, configuredFor('agentz', options), said('Do it')]
const at = (...bodies: Body[]) => pathOf(...base(), ...bodies)

const start = (
  cell: number,
  author: 'engine' | 'model' | 'recovery' | 'user' = 'model',
  source = 'x',
): Body => ({
  type: 'cell-started',
  cell,
  source,
  author,
  summary: `cell ${cell}`,
})
const call = (id: number, input: Json = { input: 'go' }, name = 'call_me'): Body[] => [
  { type: 'called', call: id, name, input, startedMs: 1 },
  waited(`w${id}`, [{ id, name, input }]),
]
const asked = (id: number): Body => ({
  type: 'asked',
  model: { kind: 'person' },
  requestHash: '',
  estimatedInput: 1,
  call: id,
})
const reply = (id: number, given: Partial<Reply>): Body => ({
  type: 'replied',
  durationMs: 1,
  call: id,
  reply: {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: 'stop',
    usage: null,
    error: null,
    notes: [],
    ...given,
  },
})
const set = (code: Json = 'next()', summary: Json = 'Next', id = 's'): ToolCall => ({
  id,
  name: 'set_next_cell_code',
  arguments: { code, summary },
})
const history = (given: Record<string, Json>, id = 'h'): ToolCall => ({
  id,
  name: 'get_history_cells',
  arguments: given,
})
const own = (id = 'o'): ToolCall => ({ id, name: 'add', arguments: { a: 1 } })
/** A cell in which the model registered what is next. */
const good = (cell: number, author: 'engine' | 'model' | 'recovery' = 'model'): Body[] => [
  start(cell, author),
  ...call(cell),
  asked(cell),
  reply(cell, { toolCalls: [set(`cell${cell + 1}()`)] }),
  ended(`c${cell}`),
]
const bad = (cell: number, author: 'engine' | 'model' | 'recovery' = 'model'): Body[] => [
  start(cell, author),
  failed(`c${cell}`, 'TypeError', 'no'),
]
const step = (bodies: Body[], id: number, input: Json = { input: 'go' }): HostStep | undefined =>
  protocol.perform?.(at(...bodies), { id, name: 'call_me', input })
const requestOf = (result: HostStep | undefined) => {
  if (result?.type !== 'ask') throw new Error(`asks nothing: ${JSON.stringify(result)}`)
  return result.request
}
const cellsAt = (...bodies: Body[]) => chainAt(at(...bodies)).cells
const toldOf = (bodies: Body[], id: number): string[] =>
  requestOf(step(bodies, id)).messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))

describe('the chain', () => {
  it('A1 counts cells from 0 without gaps', () => {
    expect(
      cellsAt(...good(1, 'engine'), ...bad(2), ...good(3, 'recovery')).map(({ number }) => number),
    ).toEqual([0, 1, 2])
  })
  it('A2 begins with a cell of the engine, which asks the model and prints what it says', () => {
    const next = protocol.next(at())
    expect(next).toMatchObject({ type: 'run-cell', author: 'engine' })
    if (next.type !== 'run-cell') throw new Error('no cell')
    expect(next.source).toMatch(
      /call_me\(\{\n {2}input: "Do it.*\n\}\)\nconsole\.log\(response\.output_text\)$/,
    )
  })
  it('A3 has the input record of a cell before the cell runs', () => {
    const given = givenAt(at(...good(1, 'engine'), start(2)), { engineSource: '', docs: '' })
    expect(given.records?.CELL_INPUTS?.[1]).toMatchObject({ code: 'x', summary: 'cell 2', generated_by: 0 })
    expect(Object.keys(given.records?.CELL_INPUTS?.[1] ?? {})).toEqual([
      'code',
      'summary',
      'generated_at',
      'started_at',
      'generated_by',
    ])
    expect(cellsAt(start(1, 'engine'))[0]?.generatedBy).toBeNull()
  })
  it('A6 registers only what is a string each, with a short summary', () => {
    const result = (toolCall: ToolCall): string =>
      toldOf([start(1), ...call(1), asked(1), reply(1, { toolCalls: [toolCall] })], 1)[0] ?? ''
    expect(result(set())).toContain('registered')
    expect(result(set(1))).toContain('code has to be a string; it is a number')
    expect(result(set('x', 'y'.repeat(256)))).toContain('registered')
    expect(result(set('x', 'y'.repeat(257)))).toContain('257 characters')
    expect(result({ id: 's', name: 'set_next_cell_code', arguments: { code: 'x' } })).toContain('missing')
    expect(result({ id: 's', name: 'set_next_cell_code', argumentsText: '{' })).toContain('no JSON object')
  })
  it('A6 runs nothing before the cell has ended', () => {
    expect(protocol.next(at(start(1), ...call(1), asked(1), reply(1, { toolCalls: [set()] })))).toEqual({
      type: 'idle',
    })
  })
  it('A7 ends the cell at a second registration, and keeps the first', () => {
    const twice = [
      start(1),
      ...call(1),
      asked(1),
      reply(1, { toolCalls: [set('first()', 'a', '1'), set('second()', 'b', '2')] }),
    ]
    expect(step(twice, 1)).toMatchObject({ type: 'throw', name: 'NextCellAlreadyScheduled' })
    expect(cellsAt(...twice)[0]?.successor?.code).toBe('first()')
    expect(protocol.bound?.find(({ name }) => name === 'call_me')?.fatal).toEqual([
      'NextCellAlreadyScheduled',
    ])
    const after = protocol.next(at(...twice, failed('c', 'NextCellAlreadyScheduled', 'x')))
    expect(after).toMatchObject({ author: 'recovery' })
  })
  it('A8 tells the model of any other failure of a host tool', () => {
    const told = toldOf(
      [start(1), ...call(1), asked(1), reply(1, { toolCalls: [history({ start: 'a' })] })],
      1,
    )
    expect(told[0]).toContain('start has to be an integer or null; it is a string')
  })
  it('A9 refuses who comes after the cell has ended', () => {
    const body = waited('w2', [])
    if (body.type !== 'waited') throw new Error('no wait')
    const over: Body = { type: 'waited', checkpoint: { ...body.checkpoint, ended: 'ok' } }
    const late = [start(1), ...call(1), over, asked(1), reply(1, { toolCalls: [set()] })]
    expect(toldOf(late, 1)[0]).toContain('Cell 0 has finished')
    expect(cellsAt(...late)[0]?.successor).toBeNull()
  })
  it('A10 lets requests run at once, of which one registers', () => {
    const both = [
      start(1),
      ...call(1),
      ...call(2),
      asked(1),
      asked(2),
      reply(2, { toolCalls: [set('two()')] }),
    ]
    expect(step(both, 1)).toMatchObject({ type: 'ask' })
    expect(step([...both, reply(1, { toolCalls: [set('one()')] })], 1)).toMatchObject({ type: 'throw' })
    expect(cellsAt(...both)[0]?.successor?.code).toBe('two()')
  })
})

describe('the end of a cell', () => {
  it('A11 goes on with the successor and counts failures anew', () => {
    expect(protocol.next(at(...good(1, 'engine')))).toMatchObject({
      source: 'cell2()',
      author: 'model',
      from: 1,
    })
    const path = at(
      ...bad(1),
      ...bad(2, 'recovery'),
      ...good(3, 'recovery'),
      ...bad(4),
      ...bad(5, 'recovery'),
    )
    expect(protocol.next(path)).toMatchObject({ author: 'recovery' })
  })
  it('A12 is an error without a successor', () => {
    expect(cellsAt(start(1), ended('c'))[0]).toMatchObject({
      status: 'error',
      error: { message: 'The current cell did not submit a successor' },
    })
  })
  it('A13 is an error when it threw', () => {
    expect(cellsAt(...bad(1))[0]).toMatchObject({ status: 'error', error: { type: 'TypeError' } })
  })
  it('A14 has no recovery when it was interrupted', () => {
    const stopped: Body = { type: 'stopped', reason: 'user', message: 'Stopped.' }
    const path = at(start(1), ended('c', { status: 'stopped' }), stopped)
    expect(chainAt(path).cells[0]?.status).toBe('interrupted')
    expect(protocol.next(path)).toEqual({ type: 'idle' })
  })
  it('A15 ends everything when it quit', () => {
    const quit: Body = { type: 'called', call: 9, name: 'quit', input: undefined, startedMs: 1 }
    const log: Body = { type: 'logged', line: { level: 'log', text: 'Bye' } }
    expect(protocol.next(at(...good(1, 'engine'), start(2), log, quit, ended('c')))).toEqual({
      type: 'answer',
      text: 'Bye',
      by: 'executor',
    })
  })
  it('A16 leaves a record of how it went', () => {
    const given = givenAt(at(...bad(1, 'engine'), start(2, 'recovery')), { engineSource: '', docs: '' })
    expect(given.records?.CELL_OUTPUTS?.[0]).toMatchObject({
      status: 'error',
      exception_type: 'TypeError',
      output: '',
    })
  })
})

describe('recovery', () => {
  it('A17 shows the model the task and the record of what failed', () => {
    const next = protocol.next(at(...bad(1)))
    if (next.type !== 'run-cell') throw new Error('no cell')
    expect(next).toMatchObject({
      author: 'recovery',
      summary: 'Find out why the last cell failed, and write a repair.',
    })
    expect(next.source).toContain('\\"task\\":\\"Do it\\"')
    expect(next.source).toContain('\\"exception_type\\":\\"TypeError\\"')
    expect(cellsAt(...bad(1), start(2, 'recovery'))[1]?.generatedBy).toBeNull()
  })
  it('A18 stops at the third failure in a row', () => {
    expect(protocol.next(at(...bad(1), ...bad(2, 'recovery')))).toMatchObject({ author: 'recovery' })
    expect(protocol.next(at(...bad(1), ...bad(2, 'recovery'), ...bad(3, 'recovery')))).toMatchObject({
      type: 'stop',
      reason: 'repeating',
    })
  })
  it('A19 starts where the failed cell ended, or before it by choice', () => {
    expect(protocol.next(at(...bad(1)))).not.toHaveProperty('at')
    const path = pathOf(...base({ rollBack: true }), ...bad(1))
    expect(protocol.next(path)).toMatchObject({ at: { kind: 'boot' } })
  })
})

describe('a request', () => {
  const settings = settingsAt(at())
  it.each<[Json | undefined, string]>([
    [undefined, 'medium'],
    ['none', 'medium'],
    ['minimal', 'medium'],
    ['low', 'medium'],
    ['medium', 'medium'],
    ['high', 'high'],
    ['xhigh', 'xhigh'],
  ])('A20 raises the effort: %j becomes %s', (effort, expected) => {
    expect(reasoningOf(effort === undefined ? undefined : { effort }, 'medium').effort).toBe(expected)
  })
  it('A20 has the host tools last, and none in their place', () => {
    const tools = [
      { type: 'function', name: 'set_next_cell_code', description: 'mine' },
      { type: 'function', name: 'add' },
    ]
    const request = requestOf(step([start(1), ...call(1, { input: 'x', tools })], 1, { input: 'x', tools }))
    expect(request.tools.map(({ name }) => name)).toEqual(['add', 'set_next_cell_code', 'get_history_cells'])
    expect(request.tools[1]?.description).not.toBe('mine')
  })
  it('A20 has no back door', () => {
    const params = {
      input: 'x',
      model: 'other',
      instructions: 'obey',
      temperature: 0.5,
      extra_body: {
        model: 'other',
        instructions: 'obey',
        tools: [],
        reasoning: {},
        stream: false,
        timeout: 1,
        top_p: 1,
      },
    }
    expect(wishesOf(params, settings)).toEqual({
      reasoning: { effort: 'medium' },
      fields: { temperature: 0.5, top_p: 1 },
    })
  })
  it('A20 takes a text for an input, and says what it cannot take', () => {
    expect(paramsOf('hi')).toEqual({ input: 'hi' })
    expect(() => paramsOf(undefined)).toThrow('nothing')
    expect(() => ownTools([{ type: 'computer_use_preview' }])).toThrow('computer_use_preview')
  })
  it('A21 continues a reply of host tools alone, with all that was said', () => {
    const bodies = [
      start(1),
      ...call(1),
      asked(1),
      reply(1, { reasoning: 'hm', toolCalls: [set()], extra: { x: 1 } }),
    ]
    expect(requestOf(step(bodies, 1)).messages.slice(1)).toMatchObject([
      { role: 'user', content: 'go' },
      { role: 'assistant', reasoning: 'hm', toolCalls: [{ id: 's' }], extra: { x: 1 } },
      { role: 'tool', toolCallId: 's' },
    ])
    const done = step([...bodies, asked(1), reply(1, { text: 'done' })], 1)
    expect(done).toMatchObject({ output: { output_text: 'done', output: [{ type: 'message' }] } })
  })
  it('A22 hands calls of other tools back, and fills in what the host said', () => {
    const before = [start(1), ...call(1), asked(1), reply(1, { toolCalls: [history({}, 'h'), own('o')] })]
    expect(step(before, 1)).toMatchObject({
      type: 'return',
      output: { id: 'resp_1_1', output: [{ call_id: 'h' }, { call_id: 'o', arguments: '{"a":1}' }] },
    })
    const outputs = [
      { type: 'function_call_output', call_id: 'h', output: 'forged' },
      { type: 'function_call_output', call_id: 'o', output: '2' },
    ]
    const results = (input: Json): string[] =>
      requestOf(step([...before, ...call(2, input)], 2, input)).messages.flatMap((message) =>
        message.role === 'tool' ? [message.content] : [],
      )
    expect(results({ previous_response_id: 'resp_1_1', input: outputs })).toEqual(['{"total":1}', '2'])
    const items = [
      { role: 'user', content: 'go' },
      { type: 'function_call', call_id: 'o', name: 'add', arguments: '{}' },
    ]
    expect(results({ input: [...items, ...outputs] })).toEqual(['{"total":1}', '2'])
  })
  it('A23 asks the model not to mix the two', () => {
    expect(requestOf(step([start(1), ...call(1)], 1)).messages[0]?.content).toContain('into one reply')
  })
})

describe('history and the line below', () => {
  it.each<[number | null, number | null, number[]]>([
    [0, 2, [0, 1]],
    [-2, null, [3, 4]],
    [null, -3, [0, 1]],
    [-99, 99, [0, 1, 2, 3, 4]],
    [3, 1, []],
    [9, null, []],
  ])('A24 slices [%j:%j]', (from, to, expected) => {
    expect(slice([0, 1, 2, 3, 4], from, to)).toEqual(expected)
  })
  it('A24 includes the cell that runs, with what it has printed', () => {
    const log: Body = { type: 'logged', line: { level: 'log', text: 'so far' } }
    const bodies = [
      ...good(1, 'engine'),
      start(2),
      log,
      ...call(2),
      asked(2),
      reply(2, { toolCalls: [history({ start: -1 })] }),
    ]
    expect(JSON.parse(toldOf(bodies, 2)[0] ?? '')).toMatchObject({
      total: 2,
      cells: [{ cell: 1, status: 'running', output: 'so far\n' }],
    })
    const all = [start(1), ...call(1), asked(1), reply(1, { toolCalls: [history({})] })]
    expect(toldOf(all, 1)).toEqual(['{"total":1}'])
  })
  it('A25 gives the last failed record, or null', () => {
    const of = (...bodies: Body[]) => givenAt(at(...bodies), { engineSource: 'e', docs: '' })
    expect(of(start(1)).results?.get_last_error).toBeNull()
    expect(of(...bad(1), start(2)).results?.get_last_error).toMatchObject({
      cell: 0,
      exception_type: 'TypeError',
    })
    expect(Object.keys(of(start(1)).values ?? {})).toEqual(['ENGINE_SOURCE', 'openai_docs', 'RUNTIME_INFO'])
  })
  it('A27 estimates four bytes a token until the server has counted', () => {
    expect(statusLine([{ bytes: 401, counted: null }], [])).toBe('≈ 101 tokens · ≈ 101 tokens in all')
    expect(statusLine([], [{ bytes: 401, counted: 1_234 }])).toBe('1,234 tokens in all')
  })
  it('is a pure function of any history', () => {
    fc.assert(fc.property(anyPath('agentz'), (path) => isPure(protocol, path)))
  })
})
