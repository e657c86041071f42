import { readSample } from './load.ts'
import { list, number, oneOf, record, string } from './shape.ts'

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

const packed = record({
  kinds: list(string),
  cities: list(
    record({
      city: oneOf(CITIES),
      /** The first day; the others follow without a gap. */
      from: string,
      kinds: list(number),
      precipitation: list(number),
      high: list(number),
      low: list(number),
    }),
  ),
})

/** Unpacks data/weather.json. */
export function readWeather(file: unknown): Map<City, DayOfWeather[]> {
  const { kinds, cities } = readSample('weather', packed, file)
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
