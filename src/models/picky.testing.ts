import { expect } from 'vitest'
import type { ModelServer, RecordedRequest } from '../../e2e/support/model-server.ts'
import type { Adjustment } from './adjust.ts'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'
import { serverForTests } from './support.testing.ts'
import type { ModelRequest } from './types.ts'

/** What the server refuses at the moment: a status and a body, or nothing if it takes the request. */
export type Picky = (request: RecordedRequest) => { status: number; json: unknown } | null

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

export interface Run {
  /** Bodies of the first call's requests, and how many the second call needed. */
  bodies: Record<string, unknown>[]
  again: number
  notes: string[]
  error: string | undefined
}

export interface PickyServer {
  server: (this: void) => ModelServer
  /** Asks twice through one memory. */
  askTwice(this: void, picky: Picky, options?: Partial<EndpointOptions>): Promise<Run>
}

/** A server for the tests of one file that refuses what it is told to refuse, and takes the rest. */
export function pickyServerForTests(): PickyServer {
  let refuses: Picky = () => null
  const server = serverForTests({
    otherwise: (request) => {
      const refusal = refuses(request)
      return refusal === null ? { type: 'text', text: 'taken' } : { type: 'status', ...refusal }
    },
  })
  return {
    server,
    async askTwice(picky, options = {}) {
      refuses = picky
      const memory = new Map<string, Adjustment[]>()
      const settings = { baseUrl: server().baseUrl, model: 'm', memory, ...options }
      const before = server().requests.length
      const reply = await createChatModel(settings).reply(ask)
      const middle = server().requests.length
      const second = await createChatModel(settings).reply(ask)
      if (reply.error === null) expect(second.notes).toEqual(reply.notes)
      return {
        bodies: server()
          .requests.slice(before, middle)
          .map((request) => request.body as Record<string, unknown>),
        again: server().requests.length - middle,
        notes: reply.notes,
        error: reply.error?.message,
      }
    },
  }
}

export const has =
  (path: string[]) =>
  (request: RecordedRequest): boolean => {
    let at: unknown = request.body
    for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
    return at !== undefined
  }
export const when =
  (test: (request: RecordedRequest) => boolean, status: number, json: unknown): Picky =>
  (request) =>
    test(request) ? { status, json } : null
