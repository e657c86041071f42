import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, type ScriptedReply, startModelServer } from '../../e2e/support/model-server.ts'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'
import type { Model, ModelRequest, ReplyEvent } from './types.ts'

const KEY = 'sk-live-0123456789abcdef'
const ask: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }], tools: [] }

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

function connect(options: Partial<EndpointOptions> = {}): Model {
  return createChatModel({ baseUrl: server.baseUrl, model: 'm', apiKey: KEY, memory: new Map(), ...options })
}

async function failure(reply: ScriptedReply, options: Partial<EndpointOptions> = {}) {
  server.enqueue(reply)
  const { error } = await connect(options).reply(ask)
  expect(error?.message).not.toContain(KEY)
  return error
}

const status = (code: number, json: unknown = {}, headers: Record<string, string> = {}): ScriptedReply => ({
  type: 'status',
  status: code,
  json,
  headers,
})

describe('a request', () => {
  it('holds what is needed and no more', async () => {
    server.enqueue({ type: 'text', text: 'ok' })
    const reply = await connect().reply(ask)
    expect(reply).toMatchObject({
      text: 'ok',
      finish: 'stop',
      usage: { input: 100, output: 20 },
      error: null,
      notes: [],
    })
    const sent = server.requests.at(-1)
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
    server.enqueue({ type: 'text', text: '1' }, { type: 'text', text: '2' })
    await connect({ apiKey: '  ' }).reply(ask)
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    await connect({ apiKey: ` Bearer ${KEY}\n` }).reply(ask)
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it('takes own headers and body fields', async () => {
    server.enqueue({ type: 'text', text: 'ok' })
    const tool = {
      type: 'function',
      function: { name: 'theirs', parameters: { type: 'object', properties: {} } },
    }
    const model = connect({
      headers: { 'X-Title': 'Backstep', authorization: 'Basic abcdefgh' },
      body: { temperature: 0, stream_options: null, tools: [tool], messages: [] },
    })
    await model.reply({ ...ask, tools: [{ name: 'ours', description: '', parameters: true }] })
    const sent = server.requests.at(-1)
    expect(sent?.headers).toMatchObject({ 'x-title': 'Backstep', authorization: 'Basic abcdefgh' })
    expect(sent?.body).toMatchObject({ temperature: 0, stream_options: null, messages: [{ content: 'Hi' }] })
    expect(sent?.body).toHaveProperty('tools.0.function', {
      name: 'ours',
      parameters: { type: 'object', properties: {} },
    })
    expect(sent?.body).toHaveProperty('tools.1', tool)
  })

  it('streams what arrives', async () => {
    server.enqueue({
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
    server.enqueue({ type: 'text', text: 'ok' })
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
    expect(server.requests.at(-1)?.body).toHaveProperty('messages', [
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
    server.enqueue({ type: 'calls', calls: [{ id: 'call_0', name: 'eval', arguments: {} }] })
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

describe('what the server says', () => {
  it('401: the key', async () => {
    const said = { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } }
    expect(await failure(status(401, said))).toMatchObject({
      kind: 'auth',
      status: 401,
      message: expect.stringMatching(
        /did not accept the API key \(401\): .*\[REDACTED\]\. Enter a valid key/,
      ),
    })
    expect((await failure(status(401), { apiKey: '' }))?.message).toMatch(/asks for an API key/)
  })

  it('403, 402, 404, 405, 408, 413', async () => {
    expect(await failure(status(403, { error: 'no' }))).toMatchObject({ kind: 'auth', status: 403 })
    expect(await failure(status(402))).toMatchObject({ kind: 'auth', status: 402 })
    expect(
      (await failure(status(404, { error: { message: 'The model `m` does not exist' } })))?.message,
    ).toMatch(/has no model "m" \(404\)/)
    const path = await failure(status(404, { detail: 'Not Found' }))
    expect(path).toMatchObject({ kind: 'not-found', message: expect.stringMatching(/no such path.*\/v1\.$/) })
    expect(await failure(status(408))).toMatchObject({ kind: 'timeout', status: 408 })
    expect(await failure(status(413))).toMatchObject({ kind: 'length', status: 413 })
  })

  it('429 with seconds, with a date, and with neither', async () => {
    expect(await failure(status(429, {}, { 'Retry-After': '7' }))).toMatchObject({
      kind: 'rate-limit',
      retryAfterMs: 7_000,
      message: expect.stringMatching(/Wait 7 s and try again/),
    })
    const now = Date.UTC(2025, 0, 1)
    const clock = { now: () => now, after: () => () => undefined }
    const date = new Date(now + 90_000).toUTCString()
    expect(await failure(status(429, {}, { 'Retry-After': date }), { clock })).toMatchObject({
      retryAfterMs: 90_000,
    })
    expect(await failure(status(429, {}, { 'retry-after-ms': '1500' }))).toMatchObject({
      retryAfterMs: 1_500,
    })
    expect(await failure(status(429))).not.toHaveProperty('retryAfterMs')
  })

  it('500, 502, 503, 504, 529', async () => {
    for (const [code, kind] of [
      [500, 'overloaded'],
      [502, 'overloaded'],
      [503, 'overloaded'],
      [504, 'timeout'],
      [529, 'overloaded'],
    ] as const) {
      expect(await failure(status(code, { error: { message: 'no' } }))).toMatchObject({ kind, status: code })
    }
  })

  it('a redirect is not followed: it would carry the conversation along', async () => {
    const before = server.requests.length
    const error = await failure(
      status(307, {}, { Location: 'https://elsewhere.example/v1/chat/completions?token=abc' }),
    )
    expect(error).toMatchObject({ kind: 'not-found', status: 307 })
    expect(error?.message).toMatch(/to https:\/\/elsewhere\.example\/v1\/chat\/completions \(redirect\)/)
    expect(server.requests.length).toBe(before + 1)
  })

  it('never shows the key, in whatever form it comes back', async () => {
    const forms = [
      KEY,
      encodeURIComponent(KEY),
      Buffer.from(`user:${KEY}`).toString('base64'),
      JSON.stringify(KEY),
    ]
    for (const form of forms) {
      for (const code of [400, 401, 404, 500]) {
        const error = await failure(status(code, { error: { message: `You sent ${form}!` } }))
        expect(error?.message).toContain('[REDACTED]')
        expect(error?.message).not.toContain(form)
      }
      const inStream = `data: ${JSON.stringify({ error: { message: `You sent ${form}` } })}\n\n`
      expect((await failure({ type: 'raw', body: inStream }))?.message).not.toContain(form)
      expect((await failure({ type: 'raw', body: `You sent ${form}` }))?.message).not.toContain(form)
      expect((await failure(status(302, {}, { Location: `/login?next=/${form}` })))?.message).not.toContain(
        form,
      )
    }
    const secret = 'header-secret-42424242'
    const options = { headers: { 'X-Api-Key': secret } }
    expect((await failure(status(401, { error: secret }), options))?.message).not.toContain(secret)
  })
})

describe('the connection', () => {
  it('nobody there', async () => {
    const port = await freePort()
    const { error } = await connect({ baseUrl: `http://127.0.0.1:${port}` }).reply(ask)
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/connection refused.*running/i),
    })
  })

  it('no such host', async () => {
    const { error } = await connect({ baseUrl: 'http://no-such-host.invalid/v1' }).reply(ask)
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/cannot be (?:found \(DNS\)|reached)/),
    })
  })

  it('closed without an answer', async () => {
    expect(await failure({ type: 'reset' })).toMatchObject({ kind: 'network' })
  })

  it('broken in the middle: what arrived is kept', async () => {
    server.enqueue({ type: 'raw', body: chunk('half'), after: 'reset' })
    const reply = await connect().reply(ask)
    expect(reply).toMatchObject({ text: 'half', error: { kind: 'stream' } })
    expect(reply.error?.message).toMatch(/closed before the reply was complete/)
  })

  it('broken after the end: not an error', async () => {
    server.enqueue({ type: 'raw', body: chunk('all', 'stop'), after: 'reset' })
    expect(await connect().reply(ask)).toMatchObject({ text: 'all', error: null })
  })

  it('no answer in time', async () => {
    const error = await failure({ type: 'hang' }, { timeoutMs: 600 })
    expect(error).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/did not answer within 600 ms/),
    })
  })

  it('no limit: waits as long as it takes', async () => {
    server.enqueue({ type: 'text', text: 'late', delayMs: 60 })
    expect(await connect({ timeoutMs: 0, idleTimeoutMs: 0 }).reply(ask)).toMatchObject({
      text: 'late',
      error: null,
    })
  })

  it('silent in the middle: what arrived is kept', async () => {
    server.enqueue({ type: 'raw', body: chunk('half'), after: 'hang' })
    const reply = await connect({ idleTimeoutMs: 60 }).reply(ask)
    expect(reply).toMatchObject({ text: 'half', error: { kind: 'timeout' } })
    expect(reply.error?.message).toMatch(/fell silent for 60 ms/)
  })

  it('left open after the end: the reply is complete', async () => {
    server.enqueue({ type: 'raw', body: `${chunk('all', 'stop')}data: [DONE]\n\n`, after: 'hang' })
    expect(await connect().reply(ask)).toMatchObject({ text: 'all', error: null })
    server.enqueue({ type: 'raw', body: chunk('all', 'stop'), after: 'hang' })
    expect(await connect({ idleTimeoutMs: 50 }).reply(ask)).toMatchObject({ text: 'all', error: null })
  })

  it('slow is not dead: no limit runs out while bytes arrive', async () => {
    server.enqueue({ type: 'text', text: 'slow but steady', pieceChars: 1, pieceDelayMs: 80 })
    const reply = await connect({ timeoutMs: 1_000, idleTimeoutMs: 1_000 }).reply(ask)
    expect(reply).toMatchObject({ text: 'slow but steady', error: null })
  })

  it('stopped before, while waiting, and while reading', async () => {
    expect(await connect().reply(ask, { signal: AbortSignal.abort() })).toMatchObject({
      error: { kind: 'stopped' },
    })
    server.enqueue({ type: 'hang' })
    const arrived = server.nextRequest()
    const waiting = new AbortController()
    const unanswered = connect().reply(ask, { signal: waiting.signal })
    await arrived
    waiting.abort()
    expect(await unanswered).toMatchObject({ error: { kind: 'stopped' } })
    server.enqueue({ type: 'raw', body: chunk('half'), after: 'hang' })
    const stop = new AbortController()
    const reply = await connect().reply(ask, { signal: stop.signal, onEvent: () => stop.abort() })
    expect(reply).toMatchObject({ text: 'half', error: { kind: 'stopped' } })
  })

  it('stops also where fetch does not listen', async () => {
    const deaf = (): Promise<Response> => new Promise(() => undefined)
    const reply = await connect({ fetch: deaf }).reply(ask, { signal: AbortSignal.timeout(20) })
    expect(reply.error?.kind).toBe('stopped')
    expect((await connect({ fetch: deaf, timeoutMs: 20 }).reply(ask)).error?.kind).toBe('timeout')
  })

  it('lets go of a body that it does not read to its end', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: [DONE]\n\n')),
      cancel: () => {
        cancelled = true
      },
    })
    await connect({ fetch: () => Promise.resolve(new Response(body)) }).reply(ask)
    expect(cancelled).toBe(true)
  })

  it('settings that cannot work are said before anything is sent', async () => {
    const before = server.requests.length
    for (const [options, message] of [
      [{ baseUrl: '' }, /No server address is set/],
      [{ baseUrl: 'http://u:p@host/v1' }, /user name or a password/],
      [{ model: ' ' }, /No model is chosen/],
      [{ apiKey: 'sk-…' }, /key holds a character/],
      [{ headers: { 'bad name': 'x' } }, /"bad name" is no name for a header/],
      [{ headers: { 'X-A': 'x\ny' } }, /"X-A" holds a character/],
    ] as const) {
      expect((await connect(options).reply(ask)).error?.message).toMatch(message)
    }
    expect(server.requests.length).toBe(before)
  })
})

function chunk(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
