import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createProtocols } from '../agents/index.ts'
import codeMode from '../lessons/task/code-mode.json' with { type: 'json' }
import codeAct from '../lessons/task/codeact.json' with { type: 'json' }
import deepAgents from '../lessons/task/deep-agents.json' with { type: 'json' }
import react from '../lessons/task/react.json' with { type: 'json' }
import task from '../lessons/task/task.json' with { type: 'json' }
import { planOf } from '../models/adjust.ts'
import { createTapeModel, estimateTokens, type ModelRequest, parseTape, type Tape } from '../models/index.ts'
import { chatBody } from '../models/request.ts'
import { readSampleFile } from '../tools/cases/sample-files.ts'
import { createRegistry, createSampleTools, renderDeclarations } from '../tools/index.ts'
import { replayFile } from './headless.ts'
import { bench, closeBenches, eventsOfType } from './session.testing.ts'

/**
 * Plays the task under each protocol as the page does, with the real interpreter, tools and data. `UPDATE_DEMO=1` writes
 * what really came back, and the size of requests and replies, into the tapes; the answers stay to be written by hand.
 */
const UPDATE = process.env.UPDATE_DEMO === '1'
const TAPES: Record<string, unknown> = {
  'deep-agents': deepAgents,
  'code-mode': codeMode,
  codeact: codeAct,
  react,
}

afterAll(closeBenches)

function readTape(protocol: string): Tape {
  const parsed = parseTape(TAPES[protocol])
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.tape
}

const registry = createRegistry(createSampleTools({ load: readSampleFile, sleep: async () => {} }))

async function play({ protocol, options }: (typeof task.runs)[number]) {
  const tape = readTape(protocol)
  const played = UPDATE
    ? { ...tape, replies: tape.replies.map((reply) => ({ ...reply, when: undefined })) }
    : tape
  const requests: ModelRequest[] = []
  const model = createTapeModel(played, { pace: 0 })
  const { session } = bench([], {
    tools: registry.select(task.tools, 'tools'),
    protocols: createProtocols({ renderDeclarations }),
    createModel: () => ({
      reply(request, more) {
        requests.push(structuredClone(request))
        return model.reply(request, more)
      },
    }),
  })
  session.setProtocol(protocol, options)
  await session.send(task.message)
  return { session, tape, requests }
}

const since = ({ messages }: ModelRequest): string[] => {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages.slice(last + 1).flatMap(({ role, content }) => (role === 'user' ? [] : [content]))
}

/** Long results are held by their beginnings, and the words of errors may get better. */
function expectation(result: string): string | { startsWith: string } {
  const error = /^(?:<error type="[^"]*">|CODE_ERROR: |\{"error":\{"name":"\w+")/.exec(result)
  if (error) return { startsWith: error[0] }
  if (/"success":false/.test(result)) return { startsWith: '{"success":false' }
  return result.length > 400 ? { startsWith: result.slice(0, 400) } : result
}

function tokensOf(reply: Tape['replies'][number], request: ModelRequest | undefined) {
  const { text = '', reasoning = '', toolCalls = [] } = reply
  const said = [text, reasoning, ...toolCalls.map((call) => JSON.stringify(call.arguments))].join('')
  return { input: estimateTokens(JSON.stringify(request ?? '')), output: estimateTokens(said) }
}

async function update(protocol: string, tape: Tape, requests: readonly ModelRequest[]): Promise<void> {
  const replies = tape.replies.map((reply, nth) => {
    const request = requests[nth]
    const results = request && nth > 0 ? since(request).map(expectation) : []
    const when = { user: [task.message], ...(results.length > 0 ? { results } : {}) }
    return { ...reply, usage: tokensOf(reply, request), when }
  })
  const place = new URL(`../lessons/task/${protocol}.json`, import.meta.url)
  await writeFile(place, `${JSON.stringify({ ...tape, replies }, null, 2)}\n`)
}

/** Texts longer than this are cut in what is shown of the wire. */
const WIRE_CHARS = 1_500

/** The last request as a server gets it, and the last reply. */
function wireOf(requests: readonly ModelRequest[], tape: Tape): object {
  const body = chatBody(requests.at(-1) ?? { messages: [], tools: [] }, { model: 'tape' }, planOf([]))
  const reply = { role: 'assistant', content: tape.replies.at(-1)?.text ?? '' }
  const messages = [...(body.messages as object[]), reply]
  return shortened({ messages, ...(body.tools === undefined ? {} : { tools: body.tools }) }) as object
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const more = value.length - WIRE_CHARS
    return more > 0 ? `${value.slice(0, WIRE_CHARS)}… ${more} more characters` : value
  }
  if (Array.isArray(value)) return value.map(shortened)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

const wirePlace = (protocol: string): URL =>
  new URL(`../lessons/protocols/wire/${protocol}.json`, import.meta.url)

describe.each(task.runs)('the task under $protocol', { timeout: 60_000 }, (run) => {
  test('is played to its answer, whose figures come from the data, and replays identically', async () => {
    const { session, tape, requests } = await play(run)
    const wire = wireOf(requests, tape)
    if (UPDATE) {
      await update(run.protocol, tape, requests)
      await writeFile(wirePlace(run.protocol), `${JSON.stringify(wire, null, 2)}\n`)
    }
    // What the app shows of the wire is what is sent.
    expect(JSON.parse(await readFile(wirePlace(run.protocol), 'utf8'))).toEqual(wire)
    const replied = eventsOfType(session, 'replied').map(({ reply }) => reply.error?.message ?? null)
    expect(replied).toEqual(tape.replies.map(() => null))
    const [answer] = eventsOfType(session, 'answered')
    expect(answer?.text).toContain(await table())
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.status)).toEqual(
      run.cells.map((_, place) => (place === 0 ? 'error' : 'ok')),
    )
    const report = await replayFile(await session.exportFile())
    expect(report.branches.map(({ difference }) => difference)).toEqual([null])
    for (const [nth, { usage }] of tape.replies.entries()) {
      const { input, output } = tokensOf(tape.replies[nth] ?? {}, requests[nth])
      expect(Math.abs((usage?.input ?? 0) / input - 1)).toBeLessThan(0.25)
      expect(Math.abs((usage?.output ?? 0) / output - 1)).toBeLessThan(0.05)
    }
  })
})

/** The answer's table, worked out here from the data itself. */
async function table(): Promise<string> {
  const search = registry.require('search_flights')
  const rows = await Promise.all(
    ['SEA', 'PDX', 'GEG', 'BOI'].map(async (origin) => {
      const input = { origin, date: '2001-02-28', limit: 200 }
      const { total, flights } = (await search.call(input, {
        signal: new AbortController().signal,
        callId: 1,
      })) as { total: number; flights: { destination: string; time: string; delay: number }[] }
      const late = flights.filter(({ delay }) => delay > 60).length
      const [worst] = flights.toSorted((a, b) => b.delay - a.delay)
      const percent = Math.round((1000 * late) / total) / 10
      return {
        origin,
        total,
        late,
        percent,
        worst: `${worst?.destination} at ${worst?.time}, ${worst?.delay} min late`,
      }
    }),
  )
  return rows
    .toSorted((a, b) => b.percent - a.percent)
    .map(
      ({ origin, total, late, percent, worst }) =>
        `| ${origin} | ${total} | ${late} | ${percent} % | ${worst} |`,
    )
    .join('\n')
}
