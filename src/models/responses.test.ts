import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../e2e/support/model-server.ts'
import { createResponsesModel } from './responses.ts'
import type { EndpointOptions } from './settings.ts'
import type { Message, Model, ModelRequest, Reply, ReplyEvent } from './types.ts'

const KEY = 'sk-live-0123456789abcdef'
const tools = [
  {
    name: 'eval',
    description: 'Runs code.',
    parameters: { type: 'object', properties: { code: { type: 'string' } } },
  },
]
const ask: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'go' },
  ],
  tools,
}

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterEach(() => {
  expect(server.waiting).toBe(0)
})
afterAll(async () => {
  await server.close()
})

const connect = (options: Partial<EndpointOptions> = {}): Model =>
  createResponsesModel({ baseUrl: server.baseUrl, model: 'm', apiKey: KEY, memory: new Map(), ...options })

const sent = (): Record<string, unknown> => server.requests.at(-1)?.body as Record<string, unknown>

describe('the Responses format', () => {
  it('sends what is needed, keeps nothing with the server, and streams', async () => {
    server.enqueue({
      type: 'calls',
      reasoning: 'I think 你好.',
      text: 'Let me see.',
      calls: [
        { name: 'eval', arguments: { code: '1' } },
        { name: 'eval', arguments: { code: '2' } },
      ],
      pieceChars: 3,
    })
    const events: ReplyEvent[] = []
    const reply = await connect().reply(ask, { onEvent: (event) => events.push(event) })
    expect(server.requests.at(-1)?.path).toBe('/v1/responses')
    expect(sent()).toEqual({
      model: 'm',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'go' }],
      tools: [{ type: 'function', ...tools[0], strict: false }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
    })
    expect(reply).toMatchObject({
      text: 'Let me see.',
      reasoning: 'I think 你好.',
      finish: 'tool-calls',
      usage: { input: 100, output: 20 },
      error: null,
      notes: [],
    })
    expect(reply.toolCalls).toEqual([
      { id: 'call_1', name: 'eval', arguments: { code: '1' } },
      { id: 'call_2', name: 'eval', arguments: { code: '2' } },
    ])
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe('Let me see.')
    const pieces = events.filter((event) => event.type === 'tool-call')
    expect(pieces.map((piece) => (piece.index === 1 ? piece.arguments : '')).join('')).toBe('{"code":"2"}')
  })

  it('sends reasoning back where it stood', async () => {
    server.enqueue(
      { type: 'calls', reasoning: 'hm', text: 'So:', calls: [{ name: 'eval', arguments: {} }] },
      { type: 'text', text: 'ok' },
    )
    const { text, toolCalls, reasoning, extra } = await connect().reply(ask)
    const said: Message = {
      role: 'assistant',
      content: text,
      reasoning,
      toolCalls,
      ...(extra ? { extra } : {}),
    }
    await connect().reply({
      messages: [...ask.messages, said, { role: 'tool', toolCallId: 'call_1', name: 'eval', content: '2' }],
      tools,
    })
    expect(sent().input).toEqual([
      { role: 'user', content: 'go' },
      {
        id: 'rs_1',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'c2VjcmV0',
      },
      { role: 'assistant', content: 'So:' },
      { type: 'function_call', call_id: 'call_1', name: 'eval', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: '2' },
    ])
  })

  it('leaves out what is refused: include, strict, foreign reasoning', async () => {
    const refuse = (message: string, param: string | null = null) =>
      ({
        type: 'status',
        status: 400,
        json: { error: { message, param, type: 'invalid_request_error' } },
      }) as const
    server.enqueue(refuse('Encrypted content is not supported with this model.'), {
      type: 'text',
      text: 'ok',
    })
    expect(await connect().reply(ask)).toMatchObject({
      text: 'ok',
      notes: [expect.stringContaining('"include"')],
    })
    expect(sent()).not.toHaveProperty('include')
    server.enqueue(refuse("Unknown parameter: 'tools[0].strict'."), { type: 'text', text: 'ok' })
    expect((await connect().reply(ask)).notes).toHaveLength(1)
    expect(sent().tools).toEqual([{ type: 'function', ...tools[0] }])
    const extra = {
      output_items: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
        { type: 'message' },
      ],
    }
    server.enqueue(refuse('The encrypted content for item rs_1 could not be verified.'), {
      type: 'text',
      text: 'ok',
    })
    const said: Message = { role: 'assistant', content: 'Hi', extra }
    expect((await connect().reply({ messages: [...ask.messages, said], tools })).notes).toHaveLength(1)
    expect(sent().input).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Hi' },
    ])
  })
})

const line = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const completed = (fields: object = {}): string =>
  line('response.completed', { response: { status: 'completed', output: [], ...fields } })
const call = { id: 'fc_1', type: 'function_call', call_id: 'a', name: 'eval', arguments: '{"code":"1"}' }
const message = {
  id: 'm_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'whole' }],
}

type Want = Partial<Omit<Reply, 'error' | 'toolCalls'>> & { error?: RegExp; kind?: string; calls?: unknown[] }
const cases: [string, string, Want][] = [
  [
    'only the end says anything',
    completed({ output: [message, call] }),
    { text: 'whole', calls: [{ code: '1' }], finish: 'tool-calls' },
  ],
  [
    'whole items without pieces',
    line('response.output_item.done', { output_index: 0, item: message }) +
      line('response.output_item.done', { output_index: 1, item: call }) +
      completed({ output: [message, call] }),
    { text: 'whole', calls: [{ code: '1' }] },
  ],
  [
    'arguments only at their end',
    line('response.output_item.added', { output_index: 0, item: { ...call, arguments: '' } }) +
      line('response.function_call_arguments.done', { output_index: 0, arguments: '{"code":"1"}' }) +
      line('response.output_item.done', { output_index: 0, item: call }) +
      completed(),
    { calls: [{ code: '1' }] },
  ],
  [
    'text only at its end',
    line('response.output_text.done', { output_index: 0, text: 'whole' }) + completed({ output: [message] }),
    { text: 'whole' },
  ],
  [
    'no output_index anywhere',
    line('response.output_text.delta', { delta: 'who' }) +
      line('response.output_text.delta', { delta: 'le' }) +
      completed(),
    { text: 'whole' },
  ],
  [
    'type only in the event name',
    'event: response.output_text.delta\ndata: {"delta":"whole"}\n\nevent: response.completed\ndata: {"response":{}}\n\n',
    { text: 'whole', finish: 'stop' },
  ],
  [
    'a refusal',
    line('response.refusal.delta', { output_index: 0, delta: 'No.' }) +
      line('response.refusal.done', { output_index: 0, refusal: 'No.' }) +
      completed(),
    { refusal: 'No.', text: '' },
  ],
  [
    'two reasoning parts',
    line('response.reasoning_summary_text.delta', { output_index: 0, delta: 'a' }) +
      line('response.reasoning_summary_part.added', { output_index: 0, summary_index: 1 }) +
      line('response.reasoning_summary_text.delta', { output_index: 0, delta: 'b' }) +
      line('response.output_text.delta', { output_index: 1, delta: 'x' }) +
      completed(),
    { reasoning: 'a\n\nb', text: 'x' },
  ],
  [
    'open reasoning (gpt-oss)',
    line('response.reasoning_text.delta', { output_index: 0, delta: 'hm' }) +
      line('response.output_text.delta', { output_index: 1, delta: 'x' }) +
      completed(),
    { reasoning: 'hm', text: 'x' },
  ],
  [
    'cut by the limit inside a call',
    line('response.output_item.added', { output_index: 0, item: { ...call, arguments: '' } }) +
      line('response.function_call_arguments.delta', { output_index: 0, delta: '{"co' }) +
      line('response.incomplete', {
        response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      }),
    { finish: 'length', error: /limit/, kind: 'length' },
  ],
  [
    'filtered',
    line('response.output_text.delta', { output_index: 0, delta: 'pa' }) +
      line('response.incomplete', { response: { incomplete_details: { reason: 'content_filter' } } }),
    { text: 'pa', finish: 'filter' },
  ],
  [
    'failed',
    line('response.output_text.delta', { output_index: 0, delta: 'half' }) +
      line('response.failed', {
        response: {
          status: 'failed',
          error: { code: 'rate_limit_exceeded', message: `Slow down, ${KEY}. Please try again in 2s.` },
        },
      }),
    { text: 'half', error: /Slow down, \[REDACTED\]/, kind: 'rate-limit' },
  ],
  [
    'failed without a word',
    line('response.failed', { response: { status: 'failed', error: null } }),
    { error: /ended the reply with "error"/ },
  ],
  [
    'an error event',
    line('error', { code: 'server_error', message: 'The server had an error', param: null }),
    { error: /The server had an error/ },
  ],
  [
    'an error event with an error inside',
    line('error', { error: { message: 'inner', code: 'x' } }),
    { error: /inner/ },
  ],
  [
    'cut off',
    line('response.output_text.delta', { output_index: 0, delta: 'half' }),
    { text: 'half', error: /before it was complete/ },
  ],
  ['empty', '', { error: /no reply/ }],
  [
    'a response in one piece',
    JSON.stringify({
      object: 'response',
      status: 'completed',
      error: null,
      output: [
        { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'hm' }] },
        message,
        call,
      ],
      usage: { input_tokens: 3, output_tokens: 2 },
    }),
    { text: 'whole', reasoning: 'hm', calls: [{ code: '1' }], usage: { input: 3, output: 2 } },
  ],
  [
    'a chat completion instead',
    '{"object":"chat.completion","choices":[{"message":{"content":"x"}}]}',
    { error: /no chat completion|chat\.completion/ },
  ],
  [
    'odd events',
    line('response.output_item.added', { output_index: 'x', item: 7 }) +
      line('response.output_item.done', {}) +
      line('response.unheard.of', { delta: {} }) +
      'data: 7\n\ndata: null\n\n' +
      line('response.output_text.delta', { delta: 'x' }) +
      completed({ output: [null, 7, {}], usage: 'no' }),
    { text: 'x', usage: null },
  ],
]

describe('streams of Responses', () => {
  it.each(cases)('%s', async (_, body, want) => {
    for (const pieces of ['whole', 'bytes'] as const) {
      server.enqueue({ type: 'raw', body, pieces })
      const reply = await connect().reply(ask)
      const { error, kind, calls, ...rest } = want
      expect(reply).toMatchObject(rest)
      if (error === undefined) expect(reply.error).toBeNull()
      else expect(reply.error?.message).toMatch(error)
      if (kind !== undefined) expect(reply.error?.kind).toBe(kind)
      if (calls !== undefined) expect(reply.toolCalls.map((each) => each.arguments)).toEqual(calls)
      expect(JSON.stringify(reply)).not.toContain(KEY)
    }
  })

  it('never throws, whatever comes: 1,000 damaged bodies', async () => {
    let body = ''
    const fetch = () => Promise.resolve(new Response(body))
    const model = connect({ fetch })
    const damaged = fc
      .tuple(
        fc.constantFrom(...cases.map(([, each]) => each)),
        fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 5 })), { maxLength: 8 }),
      )
      .map(([text, changes]) =>
        changes.reduce(
          (at, [place, put]) =>
            at.slice(0, place % (at.length + 1)) + put + at.slice((place % (at.length + 1)) + put.length),
          text,
        ),
      )
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        body = text
        const { toolCalls } = await model.reply(ask)
        expect(new Set(toolCalls.map((each) => each.id)).size).toBe(toolCalls.length)
      }),
      { numRuns: 1_000 },
    )
  }, 60_000)
})
