import { readSample } from './load.ts'
import { list, number, string, tuple } from './shape.ts'

export interface Airport {
  code: string
  name: string
  city: string
  state: string
  latitude: number
  longitude: number
}

const packed = list(tuple(string, string, string, string, number, number))

/** Unpacks data/airports.json: by code, in order of the codes. */
export function readAirports(file: unknown): Map<string, Airport> {
  return new Map(
    readSample('airports', packed, file).map(([code, name, city, state, latitude, longitude]) => [
      code,
      { code, name, city, state, latitude, longitude },
    ]),
  )
}

class UnknownAirportError extends Error {
  override name = 'UnknownAirportError'
}

/** @throws {UnknownAirportError} naming what the data set does know */
export function getAirport(airports: ReadonlyMap<string, Airport>, code: string): Airport {
  const airport = airports.get(code)
  if (airport !== undefined) return airport
  throw new UnknownAirportError(
    `There is no airport "${code}" in this data set. It knows ${airports.size} airports of the United States; list_airports lists them.`,
  )
}
