import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addItem, closeReply, NO_REPLY } from './assemble.ts'
import own from './cases/own.json' with { type: 'json' }
import given from './cases/streams.json' with { type: 'json' }
import { createChatModel } from './chat.ts'
import { readChunk } from './chunk.ts'
import { createBodyReader } from './sse.ts'
import type { Reply } from './types.ts'
import { wordsOf, wordsOfBody } from './words.ts'

const bodies = [...given, ...own].map((each) => new TextEncoder().encode(each.body))

function assemble(pieces: Uint8Array[]): { reply: Reply; events: string } {
  const reader = createBodyReader()
  let state = NO_REPLY
  let text = ''
  const items = function* () {
    for (const piece of pieces) yield* reader.push(piece)
    yield* reader.end()
  }
  for (const item of items()) {
    const step = addItem(state, item, new Set())
    state = step.state
    for (const event of step.events) if (event.type === 'text') text += event.text
    if (step.over) break
  }
  const { reply, fault } = closeReply(state, new Set(), null)
  return { reply: { ...reply, notes: fault === null ? [] : [JSON.stringify(fault)] }, events: text }
}

function cutAt(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  const starts = [0, ...ends]
  return starts.map((start, at) => bytes.subarray(start, ends[at] ?? bytes.length))
}

const anyBody = fc.constantFrom(...bodies)

/** A body with bytes changed, lost, doubled, or taken from another one. */
const mutated = fc
  .tuple(
    anyBody,
    anyBody,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 12 }),
  )
  .map(([body, other, changes]) => {
    let bytes = [...body]
    for (const [at, value, how] of changes) {
      const place = bytes.length === 0 ? 0 : at % bytes.length
      if (how === 0) bytes[place] = value
      else if (how === 1) bytes.splice(place, value % 17)
      else if (how === 2) bytes.splice(place, 0, ...bytes.slice(place, place + (value % 40)))
      else bytes = [...bytes.slice(0, place), ...other.slice(place % (other.length + 1))]
    }
    return Uint8Array.from(bytes)
  })

describe('any body', () => {
  it('gives the same reply however it is cut', () => {
    fc.assert(
      fc.property(fc.oneof(anyBody, mutated), fc.array(fc.nat(), { maxLength: 40 }), (body, cuts) => {
        expect(assemble(cutAt(body, cuts))).toEqual(assemble([body]))
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives the same reply byte by byte', () => {
    fc.assert(
      fc.property(mutated, (body) => {
        expect(assemble(cutAt(body, [...body.keys()]))).toEqual(assemble([body]))
      }),
      { numRuns: 100 },
    )
  })

  it('shows while it streams exactly the text that it ends with', () => {
    for (const body of bodies) {
      const { reply, events } = assemble([body])
      expect(reply.text.startsWith(events)).toBe(true)
    }
  })

  it('never throws, and gives a reply or a reason: 2,000 damaged bodies', async () => {
    let body = new Uint8Array()
    const model = createChatModel({
      baseUrl: 'http://test.invalid/v1',
      model: 'm',
      fetch: () => Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })),
    })
    await fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        body = bytes
        const reply = await model.reply({ messages: [], tools: [] })
        const ids = reply.toolCalls.map((call) => call.id)
        expect(new Set(ids).size).toBe(ids.length)
        if (reply.error !== null) expect(reply.error.message).toMatch(/\S.*[.…!?]$/)
      }),
      { numRuns: 2_000 },
    )
  }, 60_000)

  it('never throws: random bytes and random JSON', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void assemble([bytes])))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readChunk(value)
        wordsOf(value)
        wordsOfBody(JSON.stringify(value))
        assemble([new TextEncoder().encode(`data: ${JSON.stringify(value)}\n\n`)])
        assemble([new TextEncoder().encode(`data: {"choices":[${JSON.stringify(value)}]}\n\n`)])
        assemble([new TextEncoder().encode(`data: {"choices":[{"delta":${JSON.stringify(value)}}]}\n\n`)])
        assemble([
          new TextEncoder().encode(
            `data: {"choices":[{"delta":{"tool_calls":[${JSON.stringify(value)}]}}]}\n\n`,
          ),
        ])
      }),
    )
  })
})
