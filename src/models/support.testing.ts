import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../../e2e/support/model-server.ts'
import type { Reply } from './types.ts'

/** A key that has to stay out of every message. */
export const KEY = 'sk-live-0123456789abcdef'

/** A server for the tests of one file. */
export function serverForTests(options: ModelServerOptions = {}): () => ModelServer {
  let server: ModelServer | undefined
  beforeAll(async () => {
    server = await startModelServer(options)
  })
  afterAll(async () => {
    await server?.close()
  })
  return () => {
    if (server === undefined) throw new Error('The server has not been started yet.')
    return server
  }
}

/** What a server sent, and what has to be made of it. */
export interface StreamCase {
  id: string
  why: string
  status: number
  contentType: string
  body: string
  expect: {
    text?: string
    textMatch?: string
    reasoning?: string
    refusal?: string
    toolCalls?: { name: string; arguments?: Record<string, unknown>; argumentsText?: string }[]
    finish?: string
    usage?: { input: number; output: number } | null
    /** Found in the message that the user sees. Without it there must be no error. */
    error?: string
    kind?: string
    retryAfterMs?: number
    idsDistinct?: boolean
    /** Fields of the first call, and of the message, that the next request has to carry. */
    echo?: Record<string, unknown>
    echoMessage?: Record<string, unknown>
    /** No crash, and some outcome. */
    any?: boolean
  }
}

export function readCases(name: string): StreamCase[] {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), 'utf8')) as StreamCase[]
}

export function checkReply({ expect: want }: StreamCase, reply: Reply): void {
  if (want.any === true) return
  if (want.error === undefined) expect(reply.error).toBeNull()
  else expect(reply.error?.message).toMatch(new RegExp(want.error))
  if (want.kind !== undefined) expect(reply.error?.kind).toBe(want.kind)
  if (want.retryAfterMs !== undefined) expect(reply.error?.retryAfterMs).toBe(want.retryAfterMs)
  if (want.text !== undefined) expect(reply.text).toBe(want.text)
  if (want.textMatch !== undefined) expect(reply.text).toMatch(new RegExp(want.textMatch))
  if (want.reasoning !== undefined) expect(reply.reasoning).toBe(want.reasoning)
  if (want.refusal !== undefined) expect(reply.refusal).toBe(want.refusal)
  if (want.finish !== undefined) expect(reply.finish).toBe(want.finish)
  if (want.usage !== undefined) expect(reply.usage).toEqual(want.usage)
  if (want.toolCalls !== undefined) {
    const got = reply.toolCalls.map(({ name, arguments: args, argumentsText }) =>
      args === undefined ? { name, argumentsText } : { name, arguments: args },
    )
    expect(got).toEqual(want.toolCalls)
  }
  const ids = reply.toolCalls.map((call) => call.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).not.toContain('')
  expect(JSON.stringify(reply)).not.toContain(KEY)
}
