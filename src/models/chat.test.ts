import { afterEach, describe, expect, it } from 'vitest'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'
import { KEY, serverForTests } from './support.testing.ts'
import type { Model, ModelRequest, ReplyEvent } from './types.ts'

const ask: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }], tools: [] }
const server = serverForTests()
afterEach(() => {
  expect(server().waiting).toBe(0)
})

function connect(options: Partial<EndpointOptions> = {}): Model {
  return createChatModel({
    baseUrl: server().baseUrl,
    model: 'm',
    apiKey: KEY,
    memory: new Map(),
    ...options,
  })
}

describe('a request', () => {
  it('holds what is needed and no more', async () => {
    server().enqueue({ type: 'text', text: 'ok' })
    const reply = await connect().reply(ask)
    expect(reply).toMatchObject({
      text: 'ok',
      finish: 'stop',
      usage: { input: 100, output: 20 },
      error: null,
      notes: [],
    })
    const sent = server().requests.at(-1)
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
    expect(sent?.body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(sent?.headers['content-type']).toBe('application/json')
    expect(sent?.headers.authorization).toBe(`Bearer ${KEY}`)
    const byRuntime =
      /^(?:host|connection|accept|accept-language|accept-encoding|sec-fetch-mode|user-agent|content-length)$/
    expect(
      Object.keys(sent?.headers ?? {})
        .filter((name) => !byRuntime.test(name))
        .sort(),
    ).toEqual(['authorization', 'content-type'])
  })

  it('carries no key when none is set, and the key as it was meant when it was pasted with extras', async () => {
    server().enqueue({ type: 'text', text: '1' }, { type: 'text', text: '2' })
    await connect({ apiKey: '  ' }).reply(ask)
    expect(server().requests.at(-1)?.headers).not.toHaveProperty('authorization')
    await connect({ apiKey: ` Bearer ${KEY}\n` }).reply(ask)
    expect(server().requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it('takes own headers and body fields', async () => {
    server().enqueue({ type: 'text', text: 'ok' })
    const tool = {
      type: 'function',
      function: { name: 'theirs', parameters: { type: 'object', properties: {} } },
    }
    const model = connect({
      headers: { 'X-Title': 'Backstep', authorization: 'Basic abcdefgh' },
      body: { temperature: 0, stream_options: null, tools: [tool], messages: [] },
    })
    await model.reply({ ...ask, tools: [{ name: 'ours', description: '', parameters: true }] })
    const sent = server().requests.at(-1)
    expect(sent?.headers).toMatchObject({ 'x-title': 'Backstep', authorization: 'Basic abcdefgh' })
    expect(sent?.body).toMatchObject({ temperature: 0, stream_options: null, messages: [{ content: 'Hi' }] })
    expect(sent?.body).toHaveProperty('tools.0.function', {
      name: 'ours',
      parameters: { type: 'object', properties: {} },
    })
    expect(sent?.body).toHaveProperty('tools.1', tool)
  })

  it('streams what arrives', async () => {
    server().enqueue({
      type: 'calls',
      reasoning: 'thinking about it',
      text: 'Let me see 你好 🙂',
      calls: [{ id: 'a', name: 'eval', arguments: { code: '1 + 1' } }],
      pieceChars: 3,
    })
    const events: ReplyEvent[] = []
    const reply = await connect().reply(ask, { onEvent: (event) => events.push(event) })
    const text = (type: 'text' | 'reasoning'): string =>
      events.map((each) => (each.type === type ? each.text : '')).join('')
    expect(text('text')).toBe('Let me see 你好 🙂')
    expect(text('reasoning')).toBe('thinking about it')
    expect(reply.toolCalls).toEqual([{ id: 'a', name: 'eval', arguments: { code: '1 + 1' } }])
    const pieces = events.filter((event) => event.type === 'tool-call')
    expect(pieces.map((piece) => piece.arguments).join('')).toBe('{"code":"1 + 1"}')
    expect(pieces.every((piece) => piece.id === 'a' && piece.name === 'eval' && piece.index === 0)).toBe(true)
  })

  it('sends a conversation in the form that servers take', async () => {
    server().enqueue({ type: 'text', text: 'ok' })
    await connect().reply({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: '',
          reasoning: 'not sent',
          toolCalls: [
            {
              id: 'a',
              name: 'eval',
              arguments: { code: '1' },
              extra: { extra_content: { google: { s: 'x' } } },
            },
            { id: 'b', name: 'eval', argumentsText: '{"code": "1 + ' },
          ],
        },
        { role: 'tool', toolCallId: 'a', name: 'eval', content: '1' },
        { role: 'tool', toolCallId: 'b', name: 'eval', content: 'These arguments are no JSON.' },
        { role: 'assistant', content: '' },
      ],
      tools: [],
    })
    expect(server().requests.at(-1)?.body).toHaveProperty('messages', [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'eval', arguments: '{"code":"1"}' },
            extra_content: { google: { s: 'x' } },
          },
          {
            id: 'b',
            type: 'function',
            function: { name: 'eval', arguments: '{"invalid_json":"{\\"code\\": \\"1 + "}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', name: 'eval', content: '1' },
      { role: 'tool', tool_call_id: 'b', name: 'eval', content: 'These arguments are no JSON.' },
      { role: 'assistant', content: '' },
    ])
  })

  it('gives calls ids that the conversation does not have yet', async () => {
    server().enqueue({ type: 'calls', calls: [{ id: 'call_0', name: 'eval', arguments: {} }] })
    const { toolCalls } = await connect().reply({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'call_0', name: 'eval', arguments: {} }] },
        { role: 'tool', toolCallId: 'call_0', name: 'eval', content: '' },
      ],
      tools: [],
    })
    expect(toolCalls).toHaveLength(1)
    expect(toolCalls[0]?.id).not.toBe('call_0')
  })
})
