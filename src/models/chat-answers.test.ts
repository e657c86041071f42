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

const status = (code: number, json: unknown = {}, headers: Record<string, string> = {}): ScriptedReply => ({
  type: 'status',
  status: code,
  json,
  headers,
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
    const before = server().requests.length
    const error = await failure(
      status(307, {}, { Location: 'https://elsewhere.example/v1/chat/completions?token=abc' }),
    )
    expect(error).toMatchObject({ kind: 'not-found', status: 307 })
    expect(error?.message).toMatch(/to https:\/\/elsewhere\.example\/v1\/chat\/completions \(redirect\)/)
    expect(server().requests.length).toBe(before + 1)
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
