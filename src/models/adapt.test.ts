import { describe, expect, it } from 'vitest'
import refusals from './cases/refusals.json' with { type: 'json' }
import { has, type Picky, pickyServerForTests, when } from './picky.testing.ts'
import type { EndpointOptions } from './settings.ts'

const { server, askTwice } = pickyServerForTests()

describe('a refused field is left out on a second try, remembered, and told', () => {
  const options: Partial<EndpointOptions> = {
    parallelToolCalls: true,
    maxTokens: 500,
    strict: true,
    body: { seed: 1, temperature: 0 },
  }

  it.each(refusals)('$noted: $why', async ({ noted, path, status, json }) => {
    const run = await askTwice(when(has(path), status, json), options)
    expect(run.error).toBeUndefined()
    expect(run.bodies).toHaveLength(2)
    expect(run.again).toBe(1)
    expect(run.notes.join('\n')).toContain(`"${noted}"`)
  })

  it('keeps the number under the other name', async () => {
    const refused = { error: { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' } }
    const run = await askTwice(when(has(['max_tokens']), 400, refused), options)
    expect(run.bodies[1]).toMatchObject({ max_completion_tokens: 500 })
    const back = {
      detail: [{ loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs are not permitted' }],
    }
    const own = { body: { max_completion_tokens: 7 } }
    expect((await askTwice(when(has(['max_completion_tokens']), 422, back), own)).bodies[1]).toMatchObject({
      max_tokens: 7,
    })
  })

  it('several at once, and one after the other', async () => {
    const detail = ['stream_options', 'parallel_tool_calls'].map((field) => ({
      loc: ['body', field],
      msg: 'Extra inputs are not permitted',
    }))
    const atOnce = await askTwice(when(has(['stream_options']), 422, { detail }), options)
    expect(atOnce.bodies).toHaveLength(2)
    expect(atOnce.notes).toHaveLength(2)
    const inTurn = await askTwice((request) => {
      for (const field of ['seed', 'stream_options', 'temperature']) {
        if (has([field])(request)) return { status: 400, json: { error: `Unknown field: ${field}` } }
      }
      return null
    }, options)
    expect(inTurn).toMatchObject({ again: 1, error: undefined })
    expect(inTurn.bodies).toHaveLength(4)
  })

  it('a server that stays with its refusal is believed, and nothing is remembered', async () => {
    const json = { detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted' }] }
    const run = await askTwice(() => ({ status: 422, json }))
    expect(run.error).toMatch(/stream_options/)
    expect(run.bodies).toHaveLength(2)
    expect(run.again).toBe(2)
  })

  it('a wrong value is the user’s to correct', async () => {
    const message = 'max_tokens is too large: 500. This model supports at most 100 completion tokens.'
    const run = await askTwice(when(has(['max_tokens']), 400, { error: { message } }), options)
    expect(run.error).toContain('too large')
    expect(run.bodies).toHaveLength(1)
  })

  it('a server without streaming answers in one piece', async () => {
    const run = await askTwice(when(has(['stream']), 400, { error: 'Streaming is not supported' }))
    expect(run.error).toBeUndefined()
    expect(run.bodies[1]).not.toHaveProperty('stream_options')
  })

  it('refused inside a stream that said 200', async () => {
    server().enqueue({
      type: 'raw',
      body: 'data: {"error":{"message":"Unknown field: stream_options","code":400}}\n\n',
    })
    const run = await askTwice(() => null)
    expect(run.error).toBeUndefined()
    expect(run.bodies).toHaveLength(2)
  })
})

describe('the address', () => {
  it('is tried with and without the version', async () => {
    const known = (path: string): Picky =>
      when((request) => request.path !== path, 404, { error: { message: 'Not Found' } })
    const run = await askTwice(known('/openai/v1/chat/completions'), { baseUrl: `${server().url}/openai` })
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(run.notes).toEqual([`This server answers at ${server().url}/openai/v1/chat/completions.`])
    const bare = await askTwice(known('/chat/completions'), { baseUrl: server().url })
    expect(bare.error).toBeUndefined()
    expect(bare.bodies).toHaveLength(2)
  })

  it('is named as typed when neither works', async () => {
    const run = await askTwice(() => ({ status: 404, json: { detail: 'Not Found' } }), {
      baseUrl: server().url,
    })
    expect(run.error).toContain(`${server().url}/v1/chat/completions`)
    expect(run).toMatchObject({ notes: [], again: 2 })
  })

  it('is not guessed at when the model is what is missing', async () => {
    const run = await askTwice(() => ({ status: 404, json: { error: 'model "m" not found' } }), {
      baseUrl: server().url,
    })
    expect(run.bodies).toHaveLength(1)
  })
})

describe('extra headers', () => {
  it('refused in words', async () => {
    const picky = when((request) => 'x-title' in request.headers, 400, { error: 'Unknown header: X-Title' })
    const run = await askTwice(picky, { headers: { 'X-Title': 'Backstep', 'X-Other': 'y' } })
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(server().requests.at(-1)?.headers).toMatchObject({ 'x-other': 'y' })
  })

  it('refused by a preflight, which a page sees as no answer at all', async () => {
    const seen: string[] = []
    const browser: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      seen.push(init?.mode ?? 'cors')
      return headers.has('x-title') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
    }
    const options = { headers: { 'X-Title': 'Backstep' }, fetch: browser, pageOrigin: 'https://page.example' }
    const run = await askTwice(() => null, options)
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(run.notes).toEqual(['The extra header "X-Title" was left out: this endpoint refuses it.'])
    expect(seen).toEqual(['cors', 'no-cors', 'cors', 'cors'])
  })
})
