import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ScriptedReply } from '../../e2e/support/model-server.ts'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'
import { KEY, serverForTests } from './support.testing.ts'
import type { Model, ModelRequest } from './types.ts'

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

async function failure(reply: ScriptedReply, options: Partial<EndpointOptions> = {}) {
  server().enqueue(reply)
  const { error } = await connect(options).reply(ask)
  expect(error?.message).not.toContain(KEY)
  return error
}

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
    server().enqueue({ type: 'raw', body: chunk('half'), after: 'reset' })
    const reply = await connect().reply(ask)
    expect(reply).toMatchObject({ text: 'half', error: { kind: 'stream' } })
    expect(reply.error?.message).toMatch(/closed before the reply was complete/)
  })

  it('broken after the end: not an error', async () => {
    server().enqueue({ type: 'raw', body: chunk('all', 'stop'), after: 'reset' })
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
    server().enqueue({ type: 'text', text: 'late', delayMs: 60 })
    expect(await connect({ timeoutMs: 0, idleTimeoutMs: 0 }).reply(ask)).toMatchObject({
      text: 'late',
      error: null,
    })
  })

  it('silent in the middle: what arrived is kept', async () => {
    server().enqueue({ type: 'raw', body: chunk('half'), after: 'hang' })
    const reply = await connect({ idleTimeoutMs: 60 }).reply(ask)
    expect(reply).toMatchObject({ text: 'half', error: { kind: 'timeout' } })
    expect(reply.error?.message).toMatch(/fell silent for 60 ms/)
  })

  it('left open after the end: the reply is complete', async () => {
    server().enqueue({ type: 'raw', body: `${chunk('all', 'stop')}data: [DONE]\n\n`, after: 'hang' })
    expect(await connect().reply(ask)).toMatchObject({ text: 'all', error: null })
    server().enqueue({ type: 'raw', body: chunk('all', 'stop'), after: 'hang' })
    expect(await connect({ idleTimeoutMs: 50 }).reply(ask)).toMatchObject({ text: 'all', error: null })
  })

  it('slow is not dead: no limit runs out while bytes arrive', async () => {
    server().enqueue({ type: 'text', text: 'slow but steady', pieceChars: 1, pieceDelayMs: 80 })
    const reply = await connect({ timeoutMs: 1_000, idleTimeoutMs: 1_000 }).reply(ask)
    expect(reply).toMatchObject({ text: 'slow but steady', error: null })
  })

  it('stopped before, while waiting, and while reading', async () => {
    expect(await connect().reply(ask, { signal: AbortSignal.abort() })).toMatchObject({
      error: { kind: 'stopped' },
    })
    server().enqueue({ type: 'hang' })
    const arrived = server().nextRequest()
    const waiting = new AbortController()
    const unanswered = connect().reply(ask, { signal: waiting.signal })
    await arrived
    waiting.abort()
    expect(await unanswered).toMatchObject({ error: { kind: 'stopped' } })
    server().enqueue({ type: 'raw', body: chunk('half'), after: 'hang' })
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
    const before = server().requests.length
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
    expect(server().requests.length).toBe(before)
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
