import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../../e2e/support/model-server.ts'
import { has, pickyServerForTests, type Run, when } from './picky.testing.ts'

const { askTwice } = pickyServerForTests()

describe('messages are written as the endpoint wants them', () => {
  const messagesOf = (run: Run, nth: number) => run.bodies[nth]?.messages as Record<string, unknown>[]

  it('ids of nine letters and digits (Mistral)', async () => {
    const run = await askTwice((request) => {
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
    expect(messagesOf(await askTwice(developer, { systemRole: 'developer' }), 1)[0]).toEqual({
      role: 'system',
      content: 'Be brief.',
    })
    const template = when(role('system'), 500, {
      error: { message: 'Jinja Exception: System role not supported' },
    })
    const run = await askTwice(template)
    expect(messagesOf(run, 1)[0]).toEqual({ role: 'user', content: 'Be brief.\n\ngo' })
    const gemma = when(role('system'), 400, [
      { error: { message: 'Developer instruction is not enabled for models/gemma-3-27b-it' } },
    ])
    expect((await askTwice(gemma)).error).toBeUndefined()
  })

  it('reasoning asked for (DeepSeek), names refused, null refused (LM Studio)', async () => {
    const reasoning = when((request) => !JSON.stringify(request.body).includes('reasoning_content'), 400, {
      error: { message: 'Missing `reasoning_content` field in the assistant message at message index 2.' },
    })
    expect(messagesOf(await askTwice(reasoning), 1)[2]).toMatchObject({ reasoning_content: 'I think' })
    const names = when(has(['messages', '3', 'name']), 422, {
      detail: [{ loc: ['body', 'messages', 3, 'tool', 'name'], msg: 'Extra inputs are not permitted' }],
    })
    expect(messagesOf(await askTwice(names), 1)[3]).not.toHaveProperty('name')
    const nulls = when((request) => JSON.stringify(request.body).includes('"content":null'), 400, {
      error: "Invalid 'content': 'content' field must be a string or an array of objects.",
    })
    expect(messagesOf(await askTwice(nulls), 1)[2]).toMatchObject({ content: '' })
  })

  it('fields that another endpoint had added', async () => {
    const run = await askTwice(
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
    const run = await askTwice(
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
    const run = await askTwice(
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
    const run = await askTwice(
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
