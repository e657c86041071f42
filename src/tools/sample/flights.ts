import { readSample } from './load.ts'
import { list, number, record, string, tuple } from './shape.ts'

/** One flight that was flown. Times are those of the clock at the origin. */
export interface Flight {
  /** `2001-02-28` */
  date: string
  /** Actual departure, `10:52`. */
  time: string
  origin: string
  destination: string
  miles: number
  /** Minutes late at the destination; negative: early. */
  delay: number
}

const packed = record({
  codes: list(string),
  /** Indexes of origin and destination in `codes`, and miles. */
  routes: list(tuple(number, number, number)),
  days: list(
    record({
      date: string,
      /** Minutes since the departure before, the first since midnight. */
      gaps: list(number),
      routes: list(number),
      delays: list(number),
    }),
  ),
})

/** Unpacks data/flights.json: all flights in order of departure. */
export function readFlights(file: unknown): Flight[] {
  const { codes, routes, days } = readSample('flights', packed, file)
  return days.flatMap((day) => {
    let minute = 0
    return day.gaps.map((gap, index) => {
      minute += gap
      const [from = 0, to = 0, miles = 0] = routes[day.routes[index] ?? 0] ?? []
      const [origin = '', destination = ''] = [codes[from], codes[to]]
      return {
        date: day.date,
        time: clock(minute),
        origin,
        destination,
        miles,
        delay: day.delays[index] ?? 0,
      }
    })
  })
}

function clock(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

export interface FlightQuery {
  origin?: string | undefined
  destination?: string | undefined
  date?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export const MOST_FLIGHTS_PER_CALL = 200
const USUAL_FLIGHTS_PER_CALL = 50

export function searchFlights(flights: readonly Flight[], query: FlightQuery) {
  const { origin, destination, date, limit = USUAL_FLIGHTS_PER_CALL, offset = 0 } = query
  const found = flights.filter(
    (flight) =>
      (origin === undefined || flight.origin === origin) &&
      (destination === undefined || flight.destination === destination) &&
      (date === undefined || flight.date === date),
  )
  return { total: found.length, offset, flights: found.slice(offset, offset + limit) }
}
