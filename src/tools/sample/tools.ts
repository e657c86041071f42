import type { Json, JsonSchema, ToolContext } from '../../kernel/types.ts'
import type { Tool } from '../types.ts'
import { getAirport, readAirports } from './airports.ts'
import { MOST_FLIGHTS_PER_CALL, readFlights, searchFlights } from './flights.ts'
import { latencyOf, type Sleep, sleepForReal } from './latency.ts'
import { type LoadSampleFile, once } from './load.ts'
import { number, optional, record, type Shape, string } from './shape.ts'
import { dailyWeather, MOST_DAYS_PER_CALL, readWeather } from './weather.ts'

export interface SampleToolsOptions {
  load: LoadSampleFile
  sleep?: Sleep
}

/** Tools over the data in public/data. They only read, need no network beyond those files, and always agree. */
export function createSampleTools({ load, sleep = sleepForReal }: SampleToolsOptions): Tool[] {
  const flights = once(async () => readFlights(await load('flights')))
  const airports = once(async () => readAirports(await load('airports')))
  const weather = once(async () => readWeather(await load('weather')))

  /** The input has been checked against the schema; reading it again only gives it its type. */
  function tool<Input>(
    definition: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'outputSchema'>,
    input: Shape<Input>,
    answer: (input: Input) => Promise<unknown>,
  ): Tool {
    async function call(raw: Json | undefined, { signal }: ToolContext): Promise<unknown> {
      const result = await answer(input(raw ?? {}))
      const rows = JSON.stringify(result).length / 100
      await sleep(latencyOf(`${definition.name} ${JSON.stringify(raw ?? {})}`, rows), signal)
      return result
    }
    return { kind: 'sample', readOnly: true, ...definition, call }
  }

  return [
    tool(SEARCH_FLIGHTS, flightQuery, async (query) => searchFlights(await flights(), query)),
    tool(GET_AIRPORT, airportQuery, async ({ code }) => getAirport(await airports(), code)),
    tool(LIST_AIRPORTS, stateQuery, async ({ state }) =>
      [...(await airports()).values()]
        .filter((airport) => state === undefined || airport.state === state)
        .map(({ code, name, city, state }) => ({ code, name, city, state })),
    ),
    tool(DAILY_WEATHER, weatherQuery, async (query) => dailyWeather(await weather(), query)),
  ]
}

const flightQuery = record({
  origin: optional(string),
  destination: optional(string),
  date: optional(string),
  limit: optional(number),
  offset: optional(number),
})
const airportQuery = record({ code: string })
const stateQuery = record({ state: optional(string) })
const weatherQuery = record({ city: string, from: string, to: string })

const CODE = { type: 'string', pattern: '^[A-Z]{3}$' } as const
const DATE = { type: 'string', format: 'date' } as const

function closed(properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Results always have all their properties. */
function whole(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

const SEARCH_FLIGHTS = {
  name: 'search_flights',
  description:
    'Finds flights flown from 2001-02-26 to 2001-03-04 in order of departure: all out of ANC, BOI, DEN, GEG, OAK, PDX, ' +
    'SEA, SFO and SLC, and all into SEA. Cancelled flights are not in the data.',
  inputSchema: closed(
    {
      origin: { ...CODE, description: 'Airport code.' },
      destination: { ...CODE, description: 'Airport code.' },
      date: { ...DATE, description: 'Day of departure.' },
      limit: { type: 'integer', minimum: 1, maximum: MOST_FLIGHTS_PER_CALL, default: 50 },
      offset: { type: 'integer', minimum: 0, default: 0, description: 'Flights to skip, for the next page.' },
    },
    [],
  ),
  outputSchema: whole({
    total: { type: 'integer', description: 'All that match, also beyond this page.' },
    offset: { type: 'integer' },
    flights: {
      type: 'array',
      items: whole({
        date: DATE,
        time: { type: 'string', description: 'Actual departure, local time, such as "10:52".' },
        origin: { type: 'string' },
        destination: { type: 'string' },
        miles: { type: 'number' },
        delay: { type: 'number', description: 'Minutes late on arrival; negative when early.' },
      }),
    },
  }),
}

const GET_AIRPORT = {
  name: 'get_airport',
  description: 'Looks up one airport of the United States. Fails for a code that is not in the data.',
  inputSchema: closed({ code: { ...CODE, description: 'Airport code, such as "SEA".' } }, ['code']),
  outputSchema: whole({
    code: { type: 'string' },
    name: { type: 'string' },
    city: { type: 'string' },
    state: { type: 'string' },
    latitude: { type: 'number' },
    longitude: { type: 'number' },
  }),
}

const LIST_AIRPORTS = {
  name: 'list_airports',
  description: 'Lists the airports of the United States that had scheduled flights in 2001.',
  inputSchema: closed(
    { state: { type: 'string', pattern: '^[A-Z]{2}$', description: 'Two letters, such as "WA".' } },
    [],
  ),
  outputSchema: {
    type: 'array',
    items: whole({
      code: { type: 'string' },
      name: { type: 'string' },
      city: { type: 'string' },
      state: { type: 'string' },
    }),
  },
}

const DAILY_WEATHER = {
  name: 'daily_weather',
  description: `Daily weather from 2012-01-01 to 2015-12-31, at most ${MOST_DAYS_PER_CALL} days a call.`,
  inputSchema: closed(
    {
      city: { enum: ['Seattle', 'New York'] },
      from: { ...DATE, description: 'First day.' },
      to: { ...DATE, description: 'Last day.' },
    },
    ['city', 'from', 'to'],
  ),
  outputSchema: {
    type: 'array',
    items: whole({
      date: DATE,
      weather: { enum: ['drizzle', 'fog', 'rain', 'snow', 'sun'] },
      precipitation: { type: 'number', description: 'mm' },
      high: { type: 'number', description: '°C' },
      low: { type: 'number', description: '°C' },
    }),
  },
}
