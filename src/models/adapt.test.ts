import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ModelServer,
  type RecordedRequest,
  type ScriptedReply,
  startModelServer,
} from '../../e2e/support/model-server.ts'
import type { Adjustment } from './adjust.ts'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'
import type { ModelRequest } from './types.ts'

/** What the server refuses at the moment: a status and a body, or nothing if it takes the request. */
type Picky = (request: RecordedRequest) => { status: number; json: unknown } | null

let refuses: Picky = () => null
let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({
    otherwise: (request): ScriptedReply => {
      const refusal = refuses(request)
      return refusal === null ? { type: 'text', text: 'taken' } : { type: 'status', ...refusal }
    },
  })
})
afterEach(() => {
  refuses = () => null
})
afterAll(async () => {
  await server.close()
})

const ask: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: '',
      reasoning: 'I think',
      toolCalls: [
        { id: 'call_abc', name: 'eval', arguments: { code: '1' }, extra: { extra_content: { google: 1 } } },
        { id: 'call_abd', name: 'eval', arguments: { code: '2' } },
        { id: 'abcdefgh1', name: 'eval', arguments: { code: '3' } },
      ],
    },
    { role: 'tool', toolCallId: 'call_abc', name: 'eval', content: '1' },
    { role: 'tool', toolCallId: 'call_abd', name: 'eval', content: '2' },
    { role: 'tool', toolCallId: 'abcdefgh1', name: 'eval', content: '3' },
  ],
  tools: [
    {
      name: 'eval',
      description: 'Runs code.',
      parameters: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          code: { type: 'string', format: 'code', minLength: 1 },
          mode: { const: 'fast' },
          format: { $ref: '#/$defs/Format' },
          depth: { type: ['integer', 'null'], exclusiveMinimum: 0 },
        },
        required: ['code'],
        additionalProperties: false,
        $defs: {
          Format: { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Format' } }] },
        },
      },
    },
  ],
}

interface Run {
  /** Bodies of the first call's requests, and how many the second call needed. */
  bodies: Record<string, unknown>[]
  again: number
  notes: string[]
  error: string | undefined
}

/** Asks twice through one memory. */
async function ask2(picky: Picky, options: Partial<EndpointOptions> = {}): Promise<Run> {
  refuses = picky
  const memory = new Map<string, Adjustment[]>()
  const settings = { baseUrl: server.baseUrl, model: 'm', memory, ...options }
  const before = server.requests.length
  const reply = await createChatModel(settings).reply(ask)
  const middle = server.requests.length
  const second = await createChatModel(settings).reply(ask)
  if (reply.error === null) expect(second.notes).toEqual(reply.notes)
  return {
    bodies: server.requests.slice(before, middle).map((request) => request.body as Record<string, unknown>),
    again: server.requests.length - middle,
    notes: reply.notes,
    error: reply.error?.message,
  }
}

const has =
  (path: string[]) =>
  (request: RecordedRequest): boolean => {
    let at: unknown = request.body
    for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
    return at !== undefined
  }
const when =
  (test: (request: RecordedRequest) => boolean, status: number, json: unknown): Picky =>
  (request) =>
    test(request) ? { status, json } : null

describe('a refused field is left out on a second try, remembered, and told', () => {
  const options: Partial<EndpointOptions> = {
    parallelToolCalls: true,
    maxTokens: 500,
    strict: true,
    body: { seed: 1, temperature: 0 },
  }

  it.each([
    [
      'stream_options',
      ['stream_options'],
      422,
      {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
        ],
      },
    ],
    [
      'stream_options',
      ['stream_options'],
      400,
      { error: { message: 'Unrecognized request argument supplied: stream_options' } },
    ],
    [
      'stream_options',
      ['stream_options'],
      400,
      { error: { message: 'stream_options.include_usage is wrong here' } },
    ],
    ['stream_options', ['stream_options'], 400, { error: { message: 'Bad Request' } }],
    [
      'parallel_tool_calls',
      ['parallel_tool_calls'],
      400,
      {
        error: {
          message: "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
          param: 'parallel_tool_calls',
        },
      },
    ],
    [
      'max_completion_tokens',
      ['max_tokens'],
      400,
      {
        error: {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          param: 'max_tokens',
        },
      },
    ],
    [
      'temperature',
      ['temperature'],
      400,
      {
        error: {
          message:
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
          param: 'temperature',
        },
      },
    ],
    [
      'seed',
      ['seed'],
      422,
      {
        object: 'error',
        message: {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }],
        },
      },
    ],
    [
      'strict',
      ['tools', '0', 'function', 'strict'],
      400,
      { error: { message: 'Invalid value: tools[0].function.strict is not supported' } },
    ],
    [
      'stream',
      ['stream'],
      400,
      {
        error: {
          message: 'Your organization must be verified to stream this model.',
          param: 'stream',
          code: 'unsupported_value',
        },
      },
    ],
  ])('%s (%#)', async (noted, path, status, json) => {
    const run = await ask2(when(has(path), status, json), options)
    expect(run.error).toBeUndefined()
    expect(run.bodies).toHaveLength(2)
    expect(run.again).toBe(1)
    expect(run.notes.join('\n')).toContain(`"${noted}"`)
  })

  it('keeps the number under the other name', async () => {
    const refused = { error: { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' } }
    const run = await ask2(when(has(['max_tokens']), 400, refused), options)
    expect(run.bodies[1]).toMatchObject({ max_completion_tokens: 500 })
    const back = {
      detail: [{ loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs are not permitted' }],
    }
    const own = { body: { max_completion_tokens: 7 } }
    expect((await ask2(when(has(['max_completion_tokens']), 422, back), own)).bodies[1]).toMatchObject({
      max_tokens: 7,
    })
  })

  it('several at once, and one after the other', async () => {
    const detail = ['stream_options', 'parallel_tool_calls'].map((field) => ({
      loc: ['body', field],
      msg: 'Extra inputs are not permitted',
    }))
    const atOnce = await ask2(when(has(['stream_options']), 422, { detail }), options)
    expect(atOnce.bodies).toHaveLength(2)
    expect(atOnce.notes).toHaveLength(2)
    const inTurn = await ask2((request) => {
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
    const run = await ask2(() => ({ status: 422, json }))
    expect(run.error).toMatch(/stream_options/)
    expect(run.bodies).toHaveLength(2)
    expect(run.again).toBe(2)
  })

  it('a wrong value is the user’s to correct', async () => {
    const message = 'max_tokens is too large: 500. This model supports at most 100 completion tokens.'
    const run = await ask2(when(has(['max_tokens']), 400, { error: { message } }), options)
    expect(run.error).toContain('too large')
    expect(run.bodies).toHaveLength(1)
  })

  it('a server without streaming answers in one piece', async () => {
    const run = await ask2(when(has(['stream']), 400, { error: 'Streaming is not supported' }))
    expect(run.error).toBeUndefined()
    expect(run.bodies[1]).not.toHaveProperty('stream_options')
  })

  it('refused inside a stream that said 200', async () => {
    server.enqueue({
      type: 'raw',
      body: 'data: {"error":{"message":"Unknown field: stream_options","code":400}}\n\n',
    })
    const run = await ask2(() => null)
    expect(run.error).toBeUndefined()
    expect(run.bodies).toHaveLength(2)
  })
})

describe('messages are written as the endpoint wants them', () => {
  const messagesOf = (run: Run, nth: number) => run.bodies[nth]?.messages as Record<string, unknown>[]

  it('ids of nine letters and digits (Mistral)', async () => {
    const run = await ask2((request) => {
      const ids = JSON.stringify(request.body).match(/"tool_call_id":"([^"]*)"/g) ?? []
      const bad = ids.find((id) => !/:"[A-Za-z0-9]{9}"$/.test(id))
      const message = `Tool call id was ${bad} but must be a-z, A-Z, 0-9, with a length of 9.`
      return bad === undefined
        ? null
        : { status: 400, json: { object: 'error', message, type: 'invalid_function_call', code: '3280' } }
    })
    expect(run).toMatchObject({ error: undefined, again: 1 })
    const messages = messagesOf(run, 1)
    const calls = ((messages[2]?.tool_calls ?? []) as { id: string }[]).map((call) => call.id)
    expect(calls).toEqual(messages.slice(3).map((message) => message.tool_call_id))
    expect(new Set(calls).size).toBe(3)
    expect(calls[2]).toBe('abcdefgh1')
    expect(calls.every((id) => /^[A-Za-z0-9]{9}$/.test(id))).toBe(true)
  })

  it('the developer role, then no system role at all', async () => {
    const role = (name: string) => (request: RecordedRequest) =>
      JSON.stringify(request.body).includes(`"role":"${name}"`)
    const developer = when(role('developer'), 400, {
      error: { message: "'developer' is not one of ['system', 'user', 'assistant', 'tool']" },
    })
    expect(messagesOf(await ask2(developer, { systemRole: 'developer' }), 1)[0]).toEqual({
      role: 'system',
      content: 'Be brief.',
    })
    const template = when(role('system'), 500, {
      error: { message: 'Jinja Exception: System role not supported' },
    })
    const run = await ask2(template)
    expect(messagesOf(run, 1)[0]).toEqual({ role: 'user', content: 'Be brief.\n\ngo' })
    const gemma = when(role('system'), 400, [
      { error: { message: 'Developer instruction is not enabled for models/gemma-3-27b-it' } },
    ])
    expect((await ask2(gemma)).error).toBeUndefined()
  })

  it('reasoning asked for (DeepSeek), names refused, null refused (LM Studio)', async () => {
    const reasoning = when((request) => !JSON.stringify(request.body).includes('reasoning_content'), 400, {
      error: { message: 'Missing `reasoning_content` field in the assistant message at message index 2.' },
    })
    expect(messagesOf(await ask2(reasoning), 1)[2]).toMatchObject({ reasoning_content: 'I think' })
    const names = when(has(['messages', '3', 'name']), 422, {
      detail: [{ loc: ['body', 'messages', 3, 'tool', 'name'], msg: 'Extra inputs are not permitted' }],
    })
    expect(messagesOf(await ask2(names), 1)[3]).not.toHaveProperty('name')
    const nulls = when((request) => JSON.stringify(request.body).includes('"content":null'), 400, {
      error: "Invalid 'content': 'content' field must be a string or an array of objects.",
    })
    expect(messagesOf(await ask2(nulls), 1)[2]).toMatchObject({ content: '' })
  })

  it('fields that another endpoint had added', async () => {
    const run = await ask2(
      when((request) => JSON.stringify(request.body).includes('extra_content'), 400, {
        error: {
          message: "Unknown parameter: 'messages[2].tool_calls[0].extra_content'.",
          param: 'messages[2].tool_calls[0].extra_content',
        },
      }),
    )
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(run.notes[0]).toMatch(/"extra_content"/)
  })
})

describe('schemas are cut to what the endpoint knows', () => {
  const parameters = (run: Run, nth: number): Record<string, unknown> | undefined => {
    const tools = run.bodies[nth]?.tools as
      | { function: { parameters: Record<string, unknown> } }[]
      | undefined
    return tools?.[0]?.function.parameters
  }

  it('keywords that it names; properties of the same name stay', async () => {
    const at = "at 'tools[0].function_declarations[0].parameters': Cannot find field."
    const run = await ask2(
      when(has(['tools', '0', 'function', 'parameters', '$schema']), 400, [
        {
          error: {
            message: ['$schema', 'additionalProperties', 'format', 'const']
              .map((name) => `Invalid JSON payload received. Unknown name "${name}" ${at}`)
              .join('\n'),
          },
        },
      ]),
    )
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(parameters(run, 1)).toEqual({
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 1 },
        mode: { type: 'string', enum: ['fast'] },
        format: { $ref: '#/$defs/Format' },
        depth: { type: ['integer', 'null'], exclusiveMinimum: 0 },
      },
      required: ['code'],
      $defs: {
        Format: { oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Format' } }] },
      },
    })
  })

  it('references written out when definitions are refused', async () => {
    const run = await ask2(
      when(has(['tools', '0', 'function', 'parameters', '$defs']), 400, {
        error: { message: "Invalid schema for function 'eval': $defs and $ref are not supported" },
      }),
    )
    expect(run.error).toBeUndefined()
    expect(parameters(run, 1)?.properties).toMatchObject({
      format: { oneOf: [{ type: 'string' }, { type: 'array', items: {} }] },
    })
  })

  it('plain when it only says that the schema is wrong', async () => {
    const run = await ask2(
      when(has(['tools', '0', 'function', 'parameters', 'additionalProperties']), 400, {
        error: { message: "Invalid schema for function 'eval'" },
      }),
    )
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(parameters(run, 1)).toEqual({
      type: 'object',
      properties: {
        code: { type: 'string' },
        mode: { type: 'string', enum: ['fast'] },
        format: { type: 'string' },
        depth: { type: 'integer' },
      },
      required: ['code'],
    })
  })
})

describe('the address', () => {
  it('is tried with and without the version', async () => {
    const known = (path: string): Picky =>
      when((request) => request.path !== path, 404, { error: { message: 'Not Found' } })
    const run = await ask2(known('/openai/v1/chat/completions'), { baseUrl: `${server.url}/openai` })
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(run.notes).toEqual([`This server answers at ${server.url}/openai/v1/chat/completions.`])
    const bare = await ask2(known('/chat/completions'), { baseUrl: server.url })
    expect(bare.error).toBeUndefined()
    expect(bare.bodies).toHaveLength(2)
  })

  it('is named as typed when neither works', async () => {
    const run = await ask2(() => ({ status: 404, json: { detail: 'Not Found' } }), { baseUrl: server.url })
    expect(run.error).toContain(`${server.url}/v1/chat/completions`)
    expect(run).toMatchObject({ notes: [], again: 2 })
  })

  it('is not guessed at when the model is what is missing', async () => {
    const run = await ask2(() => ({ status: 404, json: { error: 'model "m" not found' } }), {
      baseUrl: server.url,
    })
    expect(run.bodies).toHaveLength(1)
  })
})

describe('extra headers', () => {
  it('refused in words', async () => {
    const picky = when((request) => 'x-title' in request.headers, 400, { error: 'Unknown header: X-Title' })
    const run = await ask2(picky, { headers: { 'X-Title': 'Backstep', 'X-Other': 'y' } })
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'x-other': 'y' })
  })

  it('refused by a preflight, which a page sees as no answer at all', async () => {
    const seen: string[] = []
    const browser: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      seen.push(init?.mode ?? 'cors')
      return headers.has('x-title') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
    }
    const options = { headers: { 'X-Title': 'Backstep' }, fetch: browser, pageOrigin: 'https://page.example' }
    const run = await ask2(() => null, options)
    expect(run).toMatchObject({ error: undefined, again: 1 })
    expect(run.notes).toEqual(['The extra header "X-Title" was left out: this endpoint refuses it.'])
    expect(seen).toEqual(['cors', 'no-cors', 'cors', 'cors'])
  })
})
