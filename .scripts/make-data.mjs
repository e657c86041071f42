/**
 * Derives the sample data in public/data from the development dependency `vega-datasets`. The output is committed,
 * so this only has to run again when the selection below changes: `node .scripts/make-data.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCE = join(ROOT, 'node_modules/vega-datasets/data')
const TARGET = join(ROOT, 'public/data')

const DAYS = [
  '2001-02-26',
  '2001-02-27',
  '2001-02-28',
  '2001-03-01',
  '2001-03-02',
  '2001-03-03',
  '2001-03-04',
]
const ORIGINS = new Set(['ANC', 'BOI', 'DEN', 'GEG', 'OAK', 'PDX', 'SEA', 'SFO', 'SLC'])
const DESTINATION = 'SEA'

/** @typedef {{ date: Date, delay: number, distance: number, origin: string, destination: string }} Recorded */
/** @typedef {{ day: string, minute: number, delay: number, miles: number, origin: string, destination: string }} Flight */

const flights = await readFlights()
write('flights.json', packFlights(flights.chosen))
write('airports.json', readAirports(flights.served))
write('weather.json', packWeather())

/** @returns {Promise<{ served: Set<string>, chosen: Flight[] }>} */
async function readFlights() {
  /** @type {{ asyncBufferFromFile: (path: string) => Promise<unknown>, parquetReadObjects: (options: object) => Promise<Recorded[]> }} */
  const { asyncBufferFromFile, parquetReadObjects } = await optional('hyparquet')
  /** @type {{ compressors: unknown }} */
  const { compressors } = await optional('hyparquet-compressors')
  const file = await asyncBufferFromFile(join(SOURCE, 'flights-3m.parquet'))
  const all = await parquetReadObjects({ file, compressors })
  const served = new Set(all.flatMap(({ origin, destination }) => [origin, destination]))
  const chosen = all
    .map(({ date, delay, distance, origin, destination }) => {
      // The wall clock at the origin, stored without a zone.
      const minute = date.getUTCHours() * 60 + date.getUTCMinutes()
      const day = date.toISOString().slice(0, 10)
      return { day, minute, delay: Number(delay), miles: Number(distance), origin, destination }
    })
    .filter(({ day, origin, destination }) => {
      return DAYS.includes(day) && (ORIGINS.has(origin) || destination === DESTINATION)
    })
  chosen.sort(
    (a, b) =>
      compare(a.day, b.day) ||
      a.minute - b.minute ||
      compare(a.origin, b.origin) ||
      compare(a.destination, b.destination) ||
      a.delay - b.delay,
  )
  return { served, chosen }
}

/**
 * Columns by day: minutes since the flight before, index of the route, minutes of delay.
 * @param {Flight[]} rows
 */
function packFlights(rows) {
  const codes = [...new Set(rows.flatMap(({ origin, destination }) => [origin, destination]))].sort()
  /** @type {Map<string, { index: number, route: [from: number, to: number, miles: number] }>} */
  const routes = new Map()
  for (const { origin, destination, miles } of rows) {
    const key = `${origin}-${destination}`
    const known = routes.get(key)
    if (known !== undefined && known.route[2] !== miles) throw new Error(`${key} has two distances`)
    if (known === undefined) {
      routes.set(key, {
        index: routes.size,
        route: [codes.indexOf(origin), codes.indexOf(destination), miles],
      })
    }
  }
  const days = DAYS.map((date) => {
    const flown = rows.filter(({ day }) => day === date)
    return {
      date,
      gaps: flown.map(({ minute }, index) => minute - (flown[index - 1]?.minute ?? 0)),
      routes: flown.map(({ origin, destination }) => routes.get(`${origin}-${destination}`)?.index),
      delays: flown.map(({ delay }) => delay),
    }
  })
  return { codes, routes: [...routes.values()].map(({ route }) => route), days }
}

/** @param {Set<string>} served */
function readAirports(served) {
  return (
    readCsv('airports.csv')
      // One record has no place.
      .filter(({ iata = '', city }) => served.has(iata) && city !== 'NA')
      .sort((a, b) => compare(a.iata, b.iata))
      .map(({ iata, name, city, state, latitude, longitude }) => [
        iata,
        name,
        city,
        state,
        Number(Number(latitude).toFixed(4)),
        Number(Number(longitude).toFixed(4)),
      ])
  )
}

function packWeather() {
  const rows = readCsv('weather.csv')
  const kinds = [...new Set(rows.map(({ weather }) => weather))].sort()
  const cities = [...new Set(rows.map(({ location }) => location))].sort()
  return {
    kinds,
    cities: cities.map((city) => {
      const days = rows.filter(({ location }) => location === city).sort((a, b) => compare(a.date, b.date))
      const from = days[0]?.date ?? ''
      const missing = days.find(({ date }, index) => date !== addDays(from, index))
      if (missing !== undefined) throw new Error(`${city} has a gap before ${missing.date}`)
      return {
        city,
        from,
        kinds: days.map(({ weather }) => kinds.indexOf(weather)),
        precipitation: days.map(({ precipitation }) => Number(precipitation)),
        high: days.map(({ temp_max }) => Number(temp_max)),
        low: days.map(({ temp_min }) => Number(temp_min)),
      }
    }),
  }
}

/**
 * @param {string} date `2001-02-26`
 * @param {number} days
 */
function addDays(date, days) {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Cells may be quoted; none of these files has a line break in a cell.
 * @param {string} name
 * @returns {Record<string, string | undefined>[]}
 */
function readCsv(name) {
  const [head = '', ...lines] = readFileSync(join(SOURCE, name), 'utf8').trim().split(/\r?\n/)
  const keys = head.split(',')
  return lines.map((line) => {
    const cells = [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/g)]
    return Object.fromEntries(keys.map((key, index) => [key, cells[index]?.[1] ?? cells[index]?.[2]]))
  })
}

/**
 * @param {string | undefined} a
 * @param {string | undefined} b
 */
function compare(a = '', b = '') {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * @template T
 * @param {string} name
 * @returns {Promise<T>}
 */
async function optional(name) {
  try {
    return /** @type {T} */ (await import(name))
  } catch (error) {
    if (/** @type {{ code?: unknown }} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.error(
      `The flights are in a Parquet file. First: npm install --no-save hyparquet hyparquet-compressors`,
    )
    process.exit(1)
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  const text = `${JSON.stringify(value)}\n`
  writeFileSync(join(TARGET, name), text)
  console.log(`public/data/${name}: ${text.length} bytes`)
}
