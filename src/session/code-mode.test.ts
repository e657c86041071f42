import { afterEach, describe, expect, it } from 'vitest'
import { createProtocols } from '../agents/index.ts'
import type { Reply } from '../models/index.ts'
import { fold } from '../notebook/fold.ts'
import { readSampleFile } from '../tools/cases/sample-files.ts'
import { createSampleTools, renderDeclarations, type Tool } from '../tools/index.ts'
import { replayFile } from './headless.ts'
import { add, type Bench, bench, closeBenches, eventsOfType, pathOf, typesOf } from './session.testing.ts'

afterEach(closeBenches)

const samples = createSampleTools({ load: readSampleFile, sleep: async () => {} })

const program = (code: string, name = 'execute_typescript'): Partial<Reply> => ({
  toolCalls: [{ id: `call-${code.length}-${name}`, name, arguments: { code } }],
})

function codeMode(lines: Partial<Reply>[], tools: readonly Tool[] = samples, options = {}): Bench {
  const made = bench(lines, { tools, protocols: createProtocols({ renderDeclarations }) })
  made.session.setProtocol('code-mode', options)
  return made
}

const resultsOf = ({ model }: Bench): Record<string, unknown>[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? [JSON.parse(message.content) as Record<string, unknown>] : [],
  )

describe('Code mode with the real interpreter', { timeout: 30_000 }, () => {
  it('runs a program over the sample tools and starts the next one afresh', async () => {
    const made = codeMode([
      program(`const codes: string[] = ['SEA', 'PDX']
const pages = await Promise.all(codes.map((origin) => external_search_flights({ origin, date: '2001-02-28', limit: 1 })))
console.log('asked', codes.length)
return pages.map(({ total }, i) => ({ code: codes[i], total }))`),
      program('return typeof codes'),
      { text: 'Seattle had 139.' },
    ])
    await made.session.send('How many flights?')
    expect(resultsOf(made)).toEqual([
      {
        success: true,
        result: [
          { code: 'SEA', total: 139 },
          { code: 'PDX', total: expect.any(Number) as unknown },
        ],
        logs: ['asked 2'],
      },
      { success: true, result: 'undefined', logs: [] },
    ])
    expect(eventsOfType(made.session, 'called')).toHaveLength(2)
    expect(eventsOfType(made.session, 'answered')[0]?.text).toBe('Seattle had 139.')
    expect(made.model.requests[0]?.messages[0]?.content).toContain(
      'declare function external_search_flights(input',
    )
    expect(fold(pathOf(made.session)).cells.map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it('keeps an honest history: every run starts at the boot, and the file replays identically', async () => {
    const { session } = codeMode([
      program('let n = 1; return n'),
      program('let n = 2; return n'),
      { text: '.' },
    ])
    await session.send('go')
    const boot = eventsOfType(session, 'configured').at(-1)?.checkpoint.id
    const parents = eventsOfType(session, 'cell-ended').map(({ checkpoint }) => checkpoint.parent)
    expect(parents).toEqual([boot, boot])
    const report = await replayFile(await session.exportFile())
    expect(report.branches.map(({ difference }) => difference)).toEqual([null])
    expect(report.identical).toBe(true)
    expect(report.branches[0]?.cells).toBe(2)
  })

  it('says the line of an error, what was lost, and what was not awaited', async () => {
    const made = codeMode(
      [
        program('const a = 1\nconst b = null\nreturn b.x'),
        program('const x: number = ;'),
        program('return { when: new Date(0), odd: NaN, ids: new Set([1, 2]) }'),
        program('const loop: Record<string, unknown> = {}\nloop.self = loop\nreturn loop'),
        program('external_add({ a: 1, b: 2 })\nreturn 1'),
        program('const sum = await external_add({ a: 1, b: 2 })'),
        program('return { sum: external_add({ a: 1, b: 2 }) }'),
        program('return await external_nope({})'),
        program('enum Level { Low = 1, High }\nreturn Level.High'),
        program('throw "s"'),
        { text: '.' },
      ],
      [add],
    )
    await made.session.send('go')
    const results = resultsOf(made)
    expect(results).toMatchObject([
      { success: false, error: { name: 'TypeError', line: 3 } },
      { success: false, error: { name: 'SyntaxError', line: 1 } },
      { success: true, result: { when: '1970-01-01T00:00:00.000Z', odd: null, ids: [1, 2] } },
      {
        success: false,
        error: {
          name: 'TypeError',
          line: 3,
          message: expect.stringContaining('JSON-serializable'),
        },
      },
      { success: true, result: 1 },
      { success: true, warnings: [expect.stringContaining('Nothing was returned')] },
      { success: true, warnings: [expect.stringContaining('not awaited')] },
      {
        success: false,
        error: { name: 'ReferenceError', message: expect.stringContaining('external_add') },
      },
      { success: true, result: 2 },
      { success: false, error: { message: 's' } },
    ])
    expect(results[2]?.warnings).toHaveLength(2)
    expect(results[5]).not.toHaveProperty('result')
  })

  it('checks the results of tools against what they declare', async () => {
    const wrong: Tool = { ...add, outputSchema: { type: 'string' } }
    const made = codeMode([program('return await external_add({ a: 1, b: 2 })'), { text: '.' }], [wrong])
    await made.session.send('go')
    expect(resultsOf(made)).toMatchObject([
      {
        success: false,
        error: { name: 'ValidationError', message: expect.stringContaining('output') },
      },
    ])
  })

  it('keeps the tools of several code tools apart', async () => {
    const options = {
      codeTools: [
        { id: 'flights_code', tools: ['search_flights'] },
        { id: 'airports_code', tools: ['get_airport'] },
      ],
    }
    const made = codeMode(
      [
        program("return (await external_get_airport({ code: 'SEA' })).city", 'airports_code'),
        program("return await external_get_airport({ code: 'SEA' })", 'flights_code'),
        program('return Object.keys(globalThis).concat(typeof external_search_flights)', 'flights_code'),
        { text: '.' },
      ],
      samples,
      options,
    )
    await made.session.send('go')
    expect(resultsOf(made)).toMatchObject([
      { success: true, result: 'Seattle' },
      {
        success: false,
        error: {
          name: 'ReferenceError',
          message: 'external_get_airport is not defined (Tools: external_search_flights)',
        },
      },
      { success: true, result: ['function'] },
    ])
    const [report] = (await replayFile(await made.session.exportFile())).branches
    expect(report).toMatchObject({ cells: 3, difference: null })
    expect(report?.compared).toBe(report?.steps)
  })

  it('ends what takes too long, and leaves nothing behind', async () => {
    const never: Tool = { ...add, name: 'never', call: () => new Promise(() => {}) }
    const made = codeMode(
      [program('return await external_never({})'), program('return 1'), { text: '.' }],
      [never],
      { timeoutMs: 50 },
    )
    await made.session.send('go')
    expect(resultsOf(made)).toMatchObject([
      { success: false, error: { name: 'TimeoutError' } },
      { success: true, result: 1 },
    ])
  })
})

describe('choosing a protocol', { timeout: 30_000 }, () => {
  it('begins with the next message, in a fresh interpreter, and leaves the past as it was', async () => {
    const made = bench([
      { toolCalls: [{ id: 'a', name: 'eval', arguments: { code: 'let kept = 1' } }] },
      { text: 'One.' },
      program('return [typeof kept, typeof external_add]'),
      { text: 'Two.' },
    ])
    const { session } = made
    await session.send('one')
    const before = typesOf(session).length
    session.setProtocol('code-mode')
    expect(session.getState().protocol).toBe('code-mode')
    expect(typesOf(session)).toHaveLength(before)
    await session.send('two')
    expect(typesOf(session).slice(before, before + 2)).toEqual(['configured', 'said'])
    expect(resultsOf(made)).toMatchObject([{ result: ['undefined', 'function'] }])
    const ended = eventsOfType(session, 'cell-ended')[0]
    expect((await session.variables(ended?.id ?? '')).map(({ name }) => name)).toEqual(['kept'])
  })

  it('is taken back by choosing the old one, and by going to another branch', async () => {
    const { session } = codeMode([])
    session.setProtocol('deep-agents')
    await session.runCell('1')
    expect(typesOf(session).filter((type) => type === 'configured')).toHaveLength(1)
    const first = session.getState().branch
    await session.fork(undefined, 'other')
    session.setProtocol('code-mode')
    await session.switchBranch(first)
    expect(session.getState().protocol).toBe('deep-agents')
  })

  it('lets each branch run with its own', async () => {
    const { session } = bench([])
    await session.runCell('let n = 1; typeof tools')
    const first = session.getState().branch
    await session.fork(undefined, 'other')
    session.setProtocol('code-mode')
    await session.runCell('typeof external_add')
    await session.switchBranch(first)
    await session.runCell('n + typeof tools')
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.text)).toEqual(['object', '1object'])
  })
})
