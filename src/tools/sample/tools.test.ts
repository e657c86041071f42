import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../kernel/types.ts'
import { validateInput, validateOutput } from '../../kernel/validate.ts'
import { readSampleFile } from '../cases/sample-files.ts'
import { createRegistry } from '../registry.ts'
import { renderDeclarations } from '../render/declarations.ts'
import { latencyOf, sleepForReal } from './latency.ts'
import { fetchSampleFiles, once } from './load.ts'
import { createSampleTools } from './tools.ts'

const pageSchema = z.object({ flights: z.array(z.unknown()) })
const slept: number[] = []
const registry = createRegistry(
  createSampleTools({
    load: readSampleFile,
    sleep: async (ms) => {
      slept.push(ms)
    },
  }),
)

async function call(name: string, input?: Json, signal = new AbortController().signal): Promise<unknown> {
  const tool = registry.require(name)
  expect(validateInput(tool, input)).toEqual({ ok: true })
  const output = await tool.call(input, { signal, callId: 1 })
  expect(validateOutput(tool, output)).toEqual({ ok: true })
  return output
}

test('the schemas are sound, the names stand together, and the declarations are short', () => {
  expect(registry.warnings).toEqual([])
  for (const dialect of ['tools', 'external', 'codeact'] as const) {
    const text = renderDeclarations(registry.manifest('all', dialect), dialect)
    expect(text.length).toBeLessThan(3_000)
  }
  expect(registry.tools.every(({ readOnly }) => readOnly)).toBe(true)
})

describe('search_flights', () => {
  test('filters, pages, and says how many there are in all', async () => {
    expect(await call('search_flights', { origin: 'SEA', date: '2001-02-28', limit: 2, offset: 88 })).toEqual(
      {
        total: 139,
        offset: 88,
        flights: [
          { date: '2001-02-28', time: '10:52', origin: 'SEA', destination: 'DFW', miles: 1660, delay: 119 },
          { date: '2001-02-28', time: '13:01', origin: 'SEA', destination: 'DEN', miles: 1024, delay: 135 },
        ],
      },
    )
    expect(await call('search_flights')).toMatchObject({ total: 12_122, offset: 0, flights: { length: 50 } })
    expect(await call('search_flights', { origin: 'SEA', offset: 99_999 })).toMatchObject({
      total: 1_686,
      flights: [],
    })
    expect(await call('search_flights', { destination: 'SEA' })).toMatchObject({ total: 1_672 })
  })

  test('pages put together are the whole', async () => {
    const whole: unknown[] = []
    for (let offset = 0; offset < 400; offset += 100) {
      const page = await call('search_flights', { origin: 'SEA', date: '2001-02-26', limit: 100, offset })
      whole.push(...pageSchema.parse(page).flights)
    }
    expect(new Set(whole.map((flight) => JSON.stringify(flight))).size).toBe(279)
  })

  test.each<[Json, string]>([
    [{ limit: 1000 }, '$.limit'],
    [{ date: '2001/02/28' }, '$.date'],
    [{ origin: 'Seattle' }, '$.origin'],
    [{ from: 'SEA' }, '$.from'],
  ])('%j is refused before the call', (input, path) => {
    expect(validateInput(registry.require('search_flights'), input)).toMatchObject({
      ok: false,
      issues: [{ path }],
    })
  })
})

test('get_airport finds one and fails in words for any other', async () => {
  expect(await call('get_airport', { code: 'SEA' })).toMatchObject({
    city: 'Seattle',
    state: 'WA',
    latitude: 47.449,
  })
  await expect(call('get_airport', { code: 'YVR' })).rejects.toThrow(
    'There is no airport "YVR" in this data set. It knows 228 airports of the United States; list_airports lists them.',
  )
})

test('list_airports lists all or one state', async () => {
  expect(await call('list_airports')).toHaveLength(228)
  expect(await call('list_airports', { state: 'OR' })).toContainEqual({
    code: 'PDX',
    name: 'Portland Intl',
    city: 'Portland',
    state: 'OR',
  })
})

test('daily_weather gives days and refuses ranges outside its record', async () => {
  expect(await call('daily_weather', { city: 'Seattle', from: '2012-01-01', to: '2012-01-02' })).toEqual([
    { date: '2012-01-01', weather: 'drizzle', precipitation: 0, high: 12.8, low: 5 },
    { date: '2012-01-02', weather: 'rain', precipitation: 10.9, high: 10.6, low: 2.8 },
  ])
  expect(
    await call('daily_weather', { city: 'New York', from: '2015-12-31', to: '2015-12-31' }),
  ).toHaveLength(1)
  const refused = (from: string, to: string) =>
    expect(call('daily_weather', { city: 'Seattle', from, to })).rejects
  await refused('2001-02-28', '2001-02-28').toThrow(/record of Seattle goes from 2012-01-01 to 2015-12-31/)
  await refused('2012-02-02', '2012-02-01').toThrow(/Swap them/)
  await refused('2012-01-01', '2015-12-31').toThrow(/1461 days; at most 366/)
})

describe('time', () => {
  test('the same call always takes the same time, between 4 and 64 ms', async () => {
    slept.length = 0
    await call('get_airport', { code: 'SEA' })
    await call('get_airport', { code: 'SEA' })
    await call('search_flights', { limit: 200 })
    expect(slept[0]).toBe(slept[1])
    for (const ms of slept) expect(ms).toBeGreaterThanOrEqual(4)
    expect(Math.max(...['a', 'b', 'c'].map((text) => latencyOf(text, 1e9)))).toBeLessThanOrEqual(64)
  })

  test('a stopped call ends at once with the reason', async () => {
    const stop = new AbortController()
    const waiting = sleepForReal(60_000, stop.signal)
    stop.abort(new Error('stopped by hand'))
    await expect(waiting).rejects.toThrow('stopped by hand')
    await expect(sleepForReal(60_000, stop.signal)).rejects.toThrow('stopped by hand')
    await sleepForReal(1, new AbortController().signal)
  })
})

describe('loading', () => {
  test('fetches beside the page, and says what failed', async () => {
    const asked: string[] = []
    const answer = (status: number) =>
      fetchSampleFiles('https://host.example/app/index.html?x#y', async (input) => {
        asked.push(input instanceof URL ? input.href : 'no URL')
        return new Response('[1]', { status })
      })
    expect(await answer(200)('airports')).toEqual([1])
    expect(asked).toEqual(['https://host.example/app/data/airports.json'])
    await expect(answer(404)('flights')).rejects.toThrow('data/flights.json could not be fetched (HTTP 404)')
    const offline = fetchSampleFiles('https://host.example/', () => Promise.reject(new TypeError('offline')))
    await expect(offline('weather')).rejects.toThrow(
      'data/weather.json could not be fetched. Check the connection',
    )
  })

  test('loads once, and again after a failure', async () => {
    let loads = 0
    const load = once(async () => {
      loads++
      if (loads === 1) throw new Error('first')
      return loads
    })
    await expect(load()).rejects.toThrow('first')
    expect(await Promise.all([load(), load()])).toEqual([2, 2])
  })

  test('a damaged file is an error of its own', async () => {
    const tools = createRegistry(createSampleTools({ load: async () => [['SEA']], sleep: async () => {} }))
    const context = { signal: new AbortController().signal, callId: 1 }
    for (const name of ['search_flights', 'get_airport', 'daily_weather']) {
      const input =
        name === 'get_airport' ? { code: 'SEA' } : { city: 'Seattle', from: '2012-01-01', to: '2012-01-02' }
      await expect(tools.require(name).call(input, context)).rejects.toThrow(/\.json is damaged/)
    }
  })
})
