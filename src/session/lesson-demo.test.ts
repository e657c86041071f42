import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProtocols } from '../agents/index.ts'
import demo from '../lessons/demo/demo.json' with { type: 'json' }
import tapeFile from '../lessons/demo/tape.json' with { type: 'json' }
import {
  createTapeModel,
  estimateTokens,
  type Model,
  type ModelRequest,
  parseTape,
  type Tape,
  type TapeReply,
} from '../models/index.ts'
import { readSampleFile } from '../tools/cases/sample-files.ts'
import { createRegistry, createSampleTools, renderDeclarations } from '../tools/index.ts'
import { bench, eventsOfType, pathOf } from './session.testing.ts'

/**
 * Plays the demo as the page does, with the real interpreter, tools and data. `UPDATE_DEMO=1` writes what the cells
 * really produced, and the size of requests and replies, into the tape; the answers stay to be written by hand.
 */
const UPDATE = process.env.UPDATE_DEMO === '1'

const registry = createRegistry(createSampleTools({ load: readSampleFile, sleep: async () => {} }))
const requests: ModelRequest[] = []

function readTape(): Tape {
  const parsed = parseTape(tapeFile)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.tape
}

function recording(model: Model): Model {
  return {
    reply(request, options) {
      requests.push(structuredClone(request))
      return model.reply(request, options)
    },
  }
}

const tape = readTape()
const played: Tape = UPDATE
  ? { ...tape, replies: tape.replies.map(({ when, ...reply }) => ({ ...reply, when: { user: when?.user } })) }
  : tape
const { session } = bench([], {
  tools: registry.select(demo.tools, 'tools'),
  protocols: createProtocols({ renderDeclarations }).filter(({ id }) => id === demo.protocol),
  createModel: () => recording(createTapeModel(played, { pace: 0 })),
  model: { kind: 'tape', tape: demo.tape },
  demos: [{ title: demo.title, messages: demo.messages, tape: demo.tape }],
})

beforeAll(async () => {
  for (const _ of demo.messages) await session.runDemo()
  if (UPDATE) await update()
}, 60_000)

afterAll(() => session.dispose())

function resultsBefore(reply: number): string[] {
  const messages = requests[reply]?.messages ?? []
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return since.filter(({ role }) => role === 'tool').map(({ content }) => content)
}

/** The words of errors may get better; what cells print and return may not change unnoticed. */
function expectation(result: string): string | { startsWith: string } {
  const error = /<error type="[^"]*">/.exec(result)
  return error === null ? result : { startsWith: result.slice(0, error.index + error[0].length) }
}

function tokensOf(reply: TapeReply, nth: number): { input: number; output: number } {
  const { text = '', reasoning = '', toolCalls = [] } = reply
  const said = [text, reasoning, ...toolCalls.map((call) => JSON.stringify(call.arguments))].join('')
  return { input: estimateTokens(JSON.stringify(requests[nth] ?? '')), output: estimateTokens(said) }
}

async function update(): Promise<void> {
  const replies = tape.replies.map((reply, nth) => {
    const results = resultsBefore(nth).map(expectation)
    const when = { user: reply.when?.user, ...(results.length > 0 ? { results } : {}) }
    return { ...reply, usage: tokensOf(reply, nth), when }
  })
  const place = new URL('../lessons/demo/tape.json', import.meta.url)
  await writeFile(place, `${JSON.stringify({ ...tape, replies }, null, 2)}\n`)
}

describe('the demo', () => {
  test('goes through to its last answer, each reply to what it was written for', () => {
    const replied = eventsOfType(session, 'replied').map(({ reply }) => reply.error?.message ?? null)
    expect(replied).toEqual(tape.replies.map(() => null))
    expect(eventsOfType(session, 'said').map(({ text }) => text)).toEqual(demo.messages)
    expect(eventsOfType(session, 'answered')).toHaveLength(demo.messages.length)
    expect(tape.replies.every(({ when }) => when?.user !== undefined)).toBe(true)
  })

  test('shows errors and their repair, loops, parallel calls, and cells that need no call', () => {
    const ends = eventsOfType(session, 'cell-ended').map(({ end }) => end.error?.name ?? end.status)
    expect(ends).toEqual(['ok', 'ValidationError', 'ok', 'ok', 'ok', 'UnknownAirportError', 'ok', 'ok'])
    expect(ends).toHaveLength(demo.cells.length)
    expect(callsByCell()).toEqual([1, 1, 13, 0, 0, 6, 18, 3])
    expect(eventsOfType(session, 'cell-ended').flatMap(({ end }) => end.warnings)).toEqual([])
  })

  test('every figure in an answer is in what the cells before it printed or returned', () => {
    for (const [nth, { text }] of eventsOfType(session, 'answered').entries()) {
      const known = [readBefore(nth), ...FROM_ELSEWHERE].join('\n')
      expect(figuresIn(text).filter((figure) => !hasFigure(known, figure))).toEqual([])
      expect(figuresIn(text).length).toBeGreaterThan(5)
    }
  })

  test('its replies say how large they and their requests are', () => {
    for (const [nth, reply] of tape.replies.entries()) {
      const { input, output } = tokensOf(reply, nth)
      expect(Math.abs((reply.usage?.input ?? 0) / input - 1)).toBeLessThan(0.25)
      expect(Math.abs((reply.usage?.output ?? 0) / output - 1)).toBeLessThan(0.05)
    }
  })
})

/** Not from the results: what the answers say they know from elsewhere, and limits that the code itself sets. */
const FROM_ELSEWHERE = ['6.8', '10:54', '20:00', '15']

function figuresIn(text: string): string[] {
  return text.match(/\d+(?:[.:]\d+)?/g) ?? []
}

/** As a number of its own: `4` is in `2001-03-04`, but not in `41`. */
function hasFigure(text: string, figure: string): boolean {
  return new RegExp(`(?<![\\d.:])0*${figure.replace('.', '\\.')}(?![\\d:])`).test(text)
}

function callsByCell(): number[] {
  const counts: number[] = []
  for (const { type } of pathOf(session)) {
    if (type === 'cell-started') counts.push(0)
    if (type === 'called') counts.push((counts.pop() ?? 0) + 1)
  }
  return counts
}

/** What the model had read when it gave its nth answer. */
function readBefore(nth: number): string {
  const answer = pathOf(session).filter(({ type }) => type === 'answered')[nth]
  const before = pathOf(session).slice(
    0,
    pathOf(session).findIndex(({ id }) => id === answer?.id),
  )
  const texts = before.flatMap((event) => {
    if (event.type === 'logged') return [event.line.text]
    return event.type === 'cell-ended' ? [event.end.text] : []
  })
  return texts.join('\n')
}
