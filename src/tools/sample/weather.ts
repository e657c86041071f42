import { z } from 'zod'
import { SampleDataError } from './load.ts'

const CITIES = ['Seattle', 'New York'] as const
type City = (typeof CITIES)[number]

export interface DayOfWeather {
  /** `2012-01-31` */
  date: string
  weather: string
  /** mm */
  precipitation: number
  /** °C */
  high: number
  low: number
}

const packed = z.object({
  kinds: z.array(z.string()),
  cities: z.array(
    z.object({
      city: z.enum(CITIES),
      /** The first day; the others follow without a gap. */
      from: z.string(),
      kinds: z.array(z.number()),
      precipitation: z.array(z.number()),
      high: z.array(z.number()),
      low: z.array(z.number()),
    }),
  ),
})

/** Unpacks data/weather.json. */
export function readWeather(file: unknown): Map<City, DayOfWeather[]> {
  const parsed = packed.safeParse(file)
  if (!parsed.success)
    throw new SampleDataError(`The sample data weather.json is damaged: ${parsed.error.message}`)
  const { kinds, cities } = parsed.data
  return new Map(
    cities.map(({ city, from, ...columns }) => [
      city,
      columns.kinds.map((kind, index) => ({
        date: addDays(from, index),
        weather: kinds[kind] ?? '',
        precipitation: columns.precipitation[index] ?? 0,
        high: columns.high[index] ?? 0,
        low: columns.low[index] ?? 0,
      })),
    ]),
  )
}

const DAY_MS = 86_400_000

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

export const MOST_DAYS_PER_CALL = 366

class WeatherRangeError extends Error {
  override name = 'WeatherRangeError'
}

/** @throws {WeatherRangeError} when the range is the wrong way round, too long, or outside the record */
export function dailyWeather(
  record: ReadonlyMap<City, readonly DayOfWeather[]>,
  query: { city: string; from: string; to: string },
): DayOfWeather[] {
  const { city, from, to } = query
  const days = [...record].find(([name]) => name === city)?.[1] ?? []
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  if (from > to) throw new WeatherRangeError(`"from" (${from}) is after "to" (${to}). Swap them.`)
  if (from < first || to > last) {
    throw new WeatherRangeError(
      `The record of ${city} goes from ${first} to ${last}; ${from} to ${to} is not in it.`,
    )
  }
  const found = days.filter(({ date }) => date >= from && date <= to)
  if (found.length <= MOST_DAYS_PER_CALL) return found
  throw new WeatherRangeError(
    `That is ${found.length} days; at most ${MOST_DAYS_PER_CALL} fit in one call. Ask year by year.`,
  )
}
