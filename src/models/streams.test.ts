import { describe, expect, it } from 'vitest'
import { createChatModel } from './chat.ts'
import { checkReply, KEY, readCases, type StreamCase, serverForTests } from './support.testing.ts'
import type { ModelRequest, Reply } from './types.ts'

/** Replies as users have met them; `own` holds those of more servers. */
const given = readCases('streams')
const cases = [...given, ...readCases('own')]

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'go' }],
  tools: [
    {
      name: 'eval',
      description: 'Runs code.',
      parameters: { type: 'object', properties: { code: { type: 'string' } } },
    },
  ],
}

const server = serverForTests()

async function serve(
  each: StreamCase,
  pieces: 'whole' | 'bytes' | number[],
  fetch = globalThis.fetch,
): Promise<Reply> {
  const headers = { 'Content-Type': each.contentType }
  const reply = { type: 'raw', status: each.status, headers, body: each.body, pieces } as const
  // A refusal is tried again without what was refused: the server stays with its answer.
  server().enqueue(reply, reply)
  const model = createChatModel({
    baseUrl: server().baseUrl,
    model: 'm',
    apiKey: KEY,
    memory: new Map(),
  })
  const got = await model.reply(request)
  while (server().waiting > 0)
    await fetch(`${server().baseUrl}/chat/completions`, { method: 'POST' }).then((r) => r.arrayBuffer())
  return got
}

/** Hands a body on in pieces: as a slow socket does, without its time. */
function fetchInPieces(cuts: number[] | 'bytes'): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const ends = cuts === 'bytes' ? bytes.keys() : [...cuts].sort((a, b) => a - b).values()
    let from = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = ends.next()
        const to = next.done ? bytes.length : next.value
        controller.enqueue(bytes.slice(from, to))
        from = to
        if (next.done) controller.close()
      },
    })
    return new Response(body, response)
  }
}

/** The same cuts on every run. */
function randomCuts(length: number, seed: number): number[] {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: Math.ceil(length / 20) }, () => Math.floor(next() * length))
}

describe('replies over a socket', { timeout: 60_000 }, () => {
  it.each(cases.map((each) => [each.id, each] as const))('%s', async (_, each) => {
    const whole = await serve(each, 'whole')
    checkReply(each, whole)
    const cuts = [1, 2, 3].map((seed) => randomCuts(Buffer.byteLength(each.body), seed))
    for (const pieces of ['bytes' as const, ...cuts]) {
      // All over the socket for the given cases, which takes its time; the others are cut on arrival.
      const got = given.includes(each) ? serve(each, pieces) : serve(each, 'whole', fetchInPieces(pieces))
      expect(await got).toEqual(whole)
    }
  })

  it.each(
    cases
      .filter((each) => each.expect.echo ?? each.expect.echoMessage)
      .map((each) => [each.id, each] as const),
  )('%s: sent back with the next request', async (_, each) => {
    const reply = await serve(each, 'whole')
    server().enqueue({ type: 'text', text: 'ok' })
    const model = createChatModel({ baseUrl: server().baseUrl, model: 'm' })
    const { text, toolCalls, extra } = reply
    const call = toolCalls[0]
    await model.reply({
      ...request,
      messages: [
        ...request.messages,
        { role: 'assistant', content: text, toolCalls, ...(extra === undefined ? {} : { extra }) },
        ...(call === undefined
          ? []
          : [{ role: 'tool' as const, toolCallId: call.id, name: call.name, content: '2' }]),
      ],
    })
    const body = server().requests.at(-1)?.body as { messages: { tool_calls?: Record<string, unknown>[] }[] }
    if (each.expect.echo) expect(body.messages[1]?.tool_calls?.[0]).toMatchObject(each.expect.echo)
    if (each.expect.echoMessage) expect(body.messages[1]).toMatchObject(each.expect.echoMessage)
  })
})
