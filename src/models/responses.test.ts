import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResponsesModel } from './responses.ts'
import type { EndpointOptions } from './settings.ts'
import { checkReply, KEY, readCases, serverForTests } from './support.testing.ts'
import type { Message, Model, ModelRequest, ReplyEvent } from './types.ts'

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

const server = serverForTests()

const connect = (options: Partial<EndpointOptions> = {}): Model =>
  createResponsesModel({ baseUrl: server().baseUrl, model: 'm', apiKey: KEY, memory: new Map(), ...options })

const sent = (): Record<string, unknown> => server().requests.at(-1)?.body as Record<string, unknown>

describe('the Responses format', () => {
  it('sends what is needed, keeps nothing with the server, and streams', async () => {
    server().enqueue({
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
    expect(server().requests.at(-1)?.path).toBe('/v1/responses')
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
    server().enqueue(
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
    server().enqueue(refuse('Encrypted content is not supported with this model.'), {
      type: 'text',
      text: 'ok',
    })
    expect(await connect().reply(ask)).toMatchObject({
      text: 'ok',
      notes: [expect.stringContaining('"include"')],
    })
    expect(sent()).not.toHaveProperty('include')
    server().enqueue(refuse("Unknown parameter: 'tools[0].strict'."), { type: 'text', text: 'ok' })
    expect((await connect().reply(ask)).notes).toHaveLength(1)
    expect(sent().tools).toEqual([{ type: 'function', ...tools[0] }])
    const extra = {
      output_items: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
        { type: 'message' },
      ],
    }
    server().enqueue(refuse('The encrypted content for item rs_1 could not be verified.'), {
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

const cases = readCases('responses')

describe('streams of Responses', () => {
  it.each(cases.map((each) => [each.why, each] as const))('%s', async (_, each) => {
    for (const pieces of ['whole', 'bytes'] as const) {
      server().enqueue({
        type: 'raw',
        body: each.body,
        pieces,
        headers: { 'Content-Type': each.contentType },
      })
      checkReply(each, await connect().reply(ask))
    }
  })

  it('never throws, whatever comes: 1,000 damaged bodies', async () => {
    let body = ''
    const fetch = () => Promise.resolve(new Response(body))
    const model = connect({ fetch })
    const damaged = fc
      .tuple(
        fc.constantFrom(...cases.map((each) => each.body)),
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
