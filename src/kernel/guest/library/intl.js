// Intl for one locale, en-US, and the zone UTC: what numbers, dates and lists are mostly shown with.

const LOCALE = 'en-US'
const CURRENCIES = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  CNY: 'CN¥',
  KRW: '₩',
  BRL: 'R$',
  CAD: 'CA$',
  AUD: 'A$',
  MXN: 'MX$',
  NZD: 'NZ$',
  HKD: 'HK$',
  ILS: '₪',
  VND: '₫',
  TWD: 'NT$',
}
const WITHOUT_CENTS = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'XAF', 'XOF', 'UGX', 'PYG', 'RWF'])

const localesOf = (locales) => {
  for (const locale of locales === undefined ? [] : typeof locales === 'string' ? [locales] : [...locales])
    if (typeof locale !== 'string' || !/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(locale))
      throw new RangeError(`Incorrect locale information provided: ${String(locale)}`)
}
const oneOf = (options, key, values, fallback) => {
  const value = options[key]
  if (value === undefined) return fallback
  if (!values.includes(`${value}`))
    throw new RangeError(`Value ${String(value)} out of range for Intl options property ${key}`)
  return `${value}`
}
const digits = (options, key, least, most, fallback) => {
  const value = options[key]
  if (value === undefined) return fallback
  const number = Math.floor(Number(value))
  if (!(number >= least && number <= most)) throw new RangeError(`${key} value is out of range.`)
  return number
}
const grouped = (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A number that is not negative as its shortest digits: `0.digits` times ten to the `point`. */
function decimalOf(value) {
  if (typeof value === 'bigint') return { digits: value === 0n ? '' : `${value}`, point: `${value}`.length }
  const [mantissa, power] = value.toExponential().split('e')
  return value === 0
    ? { digits: '', point: 0 }
    : { digits: mantissa.replace('.', ''), point: Number(power) + 1 }
}

/** Keeps so many digits, half away from zero. */
function rounded({ digits, point }, keep) {
  if (keep >= digits.length) return { digits, point }
  if (keep < 0) return { digits: '', point }
  const kept = digits.slice(0, keep)
  if (digits[keep] < '5') return { digits: kept, point }
  const up = `${BigInt(`1${kept}`) + 1n}`
  return up[0] === '2' ? { digits: `1${up.slice(1)}`, point: point + 1 } : { digits: up.slice(1), point }
}

/** The digits before and after the point. */
function split({ digits, point }) {
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const fraction = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return digits === '' ? ['0', ''] : [whole, fraction.replace(/0+$/, '')]
}

function fixed(decimal, least, most) {
  const [whole, fraction] = split(rounded(decimal, decimal.point + most))
  return [whole, fraction.padEnd(least, '0')]
}

function significant(decimal, least, most) {
  const short = rounded(decimal, most)
  const [whole, fraction] = split(short)
  return [whole, fraction.padEnd(Math.max(0, least - (short.digits === '' ? 1 : short.point)), '0')]
}

class NumberFormat {
  #options
  constructor(locales, given = {}) {
    localesOf(locales)
    const options = Object(given)
    const style = oneOf(options, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal')
    const notation = oneOf(
      options,
      'notation',
      ['standard', 'compact', 'scientific', 'engineering'],
      'standard',
    )
    const currency = options.currency === undefined ? undefined : `${options.currency}`.toUpperCase()
    if (style === 'currency' && currency === undefined)
      throw new TypeError('Currency code is required with currency style.')
    if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
      throw new RangeError(`Invalid currency code : ${currency}`)
    if (style === 'unit' && options.unit === undefined)
      throw new TypeError('Unit is required with unit style.')
    const cents = style === 'currency' && notation === 'standard' ? (WITHOUT_CENTS.has(currency) ? 0 : 2) : 0
    const most =
      style === 'currency' && notation === 'standard'
        ? cents
        : style === 'percent' || notation === 'compact'
          ? 0
          : 3
    let minimumFractionDigits = digits(options, 'minimumFractionDigits', 0, 100)
    let maximumFractionDigits = digits(options, 'maximumFractionDigits', 0, 100)
    const rounds = minimumFractionDigits !== undefined || maximumFractionDigits !== undefined
    minimumFractionDigits ??= Math.min(cents, maximumFractionDigits ?? cents)
    maximumFractionDigits ??= Math.max(most, minimumFractionDigits)
    if (minimumFractionDigits > maximumFractionDigits)
      throw new RangeError('maximumFractionDigits value is out of range.')
    const minimumSignificantDigits = digits(options, 'minimumSignificantDigits', 1, 21)
    const maximumSignificantDigits = digits(
      options,
      'maximumSignificantDigits',
      minimumSignificantDigits ?? 1,
      21,
    )
    this.#options = {
      locale: LOCALE,
      numberingSystem: 'latn',
      style,
      ...(currency === undefined
        ? {}
        : {
            currency,
            currencyDisplay: oneOf(
              options,
              'currencyDisplay',
              ['symbol', 'narrowSymbol', 'code', 'name'],
              'symbol',
            ),
          }),
      ...(options.unit === undefined ? {} : { unit: `${options.unit}` }),
      minimumIntegerDigits: digits(options, 'minimumIntegerDigits', 1, 21, 1),
      ...(minimumSignificantDigits === undefined && maximumSignificantDigits === undefined
        ? { minimumFractionDigits, maximumFractionDigits }
        : {
            minimumSignificantDigits: minimumSignificantDigits ?? 1,
            maximumSignificantDigits: maximumSignificantDigits ?? 21,
          }),
      useGrouping: options.useGrouping ?? true,
      notation,
      compactDisplay: oneOf(options, 'compactDisplay', ['short', 'long'], 'short'),
      signDisplay: oneOf(
        options,
        'signDisplay',
        ['auto', 'never', 'always', 'exceptZero', 'negative'],
        'auto',
      ),
      roundsCompact: !rounds,
    }
    Object.defineProperty(this, 'format', {
      value: (value) => this.#format(value),
      configurable: true,
      writable: true,
    })
  }
  resolvedOptions() {
    const { roundsCompact, compactDisplay, ...shown } = this.#options
    return shown.notation === 'compact' ? { ...shown, compactDisplay } : shown
  }
  #format(given) {
    const value = typeof given === 'bigint' ? given : Number(given)
    const options = this.#options
    const negative = value < 0 || Object.is(value, -0)
    const size = negative ? -value : value
    const finite = typeof size === 'bigint' || Number.isFinite(size)
    const [number, suffix] = finite ? this.#digits(decimalOf(size)) : [size === Infinity ? '∞' : 'NaN', '']
    const zero = !/[1-9∞]/.test(number)
    const least = zero && ['exceptZero', 'negative'].includes(options.signDisplay)
    const minus = negative && options.signDisplay !== 'never' && !least
    const plus =
      !negative &&
      (options.signDisplay === 'always' ||
        (options.signDisplay === 'exceptZero' && !zero && number !== 'NaN'))
    return (minus ? '-' : plus ? '+' : '') + this.#dress(number, suffix)
  }
  /** The number as digits, and what stands behind them. */
  #digits(given) {
    const { style, notation, compactDisplay, minimumIntegerDigits, useGrouping } = this.#options
    const size = { digits: given.digits, point: given.point + (style === 'percent' ? 2 : 0) }
    const magnitude = size.digits === '' ? 0 : size.point - 1
    const scaled = (power) => ({ digits: size.digits, point: size.point - power })
    let [power, suffix] = [0, '']
    if (notation === 'compact') {
      power = Math.min(Math.max(Math.floor(magnitude / 3), 0), 4) * 3
      if (power < 12 && this.#round(scaled(power))[0].length > 3) power += 3
      const names =
        compactDisplay === 'long'
          ? ['', ' thousand', ' million', ' billion', ' trillion']
          : ['', 'K', 'M', 'B', 'T']
      suffix = names[power / 3]
    } else if (notation !== 'standard') {
      power = notation === 'engineering' ? Math.floor(magnitude / 3) * 3 : magnitude
      suffix = `E${power}`
    }
    const [whole, fraction] = this.#round(scaled(power))
    const padded = whole.padStart(minimumIntegerDigits, '0')
    const short = padded.length < 5 && (notation === 'compact' || useGrouping === 'min2')
    const separated = useGrouping === false || short ? padded : grouped(padded)
    return [separated + (fraction === '' ? '' : `.${fraction}`), suffix]
  }
  #round(decimal) {
    const options = this.#options
    if (options.minimumSignificantDigits !== undefined)
      return significant(decimal, options.minimumSignificantDigits, options.maximumSignificantDigits)
    // Two digits are shown of what is short anyway.
    if (options.notation === 'compact' && options.roundsCompact && decimal.point < 2)
      return significant(decimal, 1, 2)
    return fixed(decimal, options.minimumFractionDigits, options.maximumFractionDigits)
  }
  #dress(number, suffix = '') {
    const { style, currency, currencyDisplay, unit } = this.#options
    const text = number + suffix
    if (style === 'percent') return `${text}%`
    if (style === 'unit') return `${text} ${unit}`
    if (style !== 'currency') return text
    if (currencyDisplay === 'name') return `${text} ${currency}`
    const symbol =
      currencyDisplay === 'code'
        ? undefined
        : currencyDisplay === 'narrowSymbol'
          ? CURRENCIES[currency]?.replace(/^[A-Z]+(?=\W)/, '')
          : CURRENCIES[currency]
    return symbol === undefined ? `${currency}\u00a0${text}` : symbol + text
  }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DATE_STYLES = {
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  short: { year: '2-digit', month: 'numeric', day: 'numeric' },
}
const TIME_STYLES = {
  full: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'long' },
  long: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  short: { hour: 'numeric', minute: '2-digit' },
}
const DATE_FIELDS = ['weekday', 'year', 'month', 'day']
const TIME_FIELDS = ['hour', 'minute', 'second', 'fractionalSecondDigits', 'dayPeriod']
const FORMS = {
  weekday: ['narrow', 'short', 'long'],
  year: ['numeric', '2-digit'],
  month: ['numeric', '2-digit', 'narrow', 'short', 'long'],
  day: ['numeric', '2-digit'],
  hour: ['numeric', '2-digit'],
  minute: ['numeric', '2-digit'],
  second: ['numeric', '2-digit'],
  timeZoneName: ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'],
}

class DateTimeFormat {
  #fields = {}
  #hour12
  #styled
  constructor(locales, given = {}, defaults = 'date') {
    localesOf(locales)
    const options = Object(given)
    const zone = options.timeZone === undefined ? 'UTC' : `${options.timeZone}`
    if (!/^(?:utc|gmt|etc\/(?:utc|gmt|uct|zulu)|\+00:00)$/i.test(zone))
      throw new RangeError(
        `Cells know no time zone but UTC, so ${zone} cannot be used: get local times from a tool.`,
      )
    for (const [key, forms] of Object.entries(FORMS)) {
      const form = oneOf(options, key, forms)
      if (form !== undefined) this.#fields[key] = form
    }
    const fraction = digits(options, 'fractionalSecondDigits', 1, 3)
    if (fraction !== undefined) this.#fields.fractionalSecondDigits = fraction
    const dateStyle = oneOf(options, 'dateStyle', Object.keys(DATE_STYLES))
    const timeStyle = oneOf(options, 'timeStyle', Object.keys(TIME_STYLES))
    this.#styled = dateStyle
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (Object.keys(this.#fields).length > 0)
        throw new TypeError(
          `Can't set option ${Object.keys(this.#fields)[0]} when ${dateStyle ? 'dateStyle' : 'timeStyle'} is used`,
        )
      this.#fields = { ...DATE_STYLES[dateStyle], ...TIME_STYLES[timeStyle] }
    } else {
      const has = (names) => names.some((name) => name in this.#fields)
      const wanted =
        defaults === 'date'
          ? !has([...DATE_FIELDS, ...TIME_FIELDS])
          : defaults === 'time'
            ? !has(TIME_FIELDS)
            : defaults === 'all'
              ? !has([...DATE_FIELDS, ...TIME_FIELDS])
              : !has(DATE_FIELDS)
      if (wanted && defaults !== 'time')
        Object.assign(this.#fields, { year: 'numeric', month: 'numeric', day: 'numeric' })
      if (wanted && (defaults === 'time' || defaults === 'all'))
        Object.assign(this.#fields, { hour: 'numeric', minute: '2-digit', second: '2-digit' })
    }
    this.#hour12 = options.hour12 ?? (options.hourCycle === undefined ? true : !/^h2/.test(options.hourCycle))
    Object.defineProperty(this, 'format', {
      value: (date) => this.#format(date),
      configurable: true,
      writable: true,
    })
  }
  resolvedOptions() {
    const hours =
      'hour' in this.#fields ? { hourCycle: this.#hour12 ? 'h12' : 'h23', hour12: this.#hour12 } : {}
    return {
      locale: LOCALE,
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
      ...hours,
      ...this.#fields,
    }
  }
  #format(given) {
    const date = given === undefined ? new Date() : new Date(given)
    if (Number.isNaN(date.getTime())) throw new RangeError('Invalid time value')
    const day = this.#date(date)
    const time = this.#time(date)
    if (day === '' || time === '') return day + time
    return day + (this.#styled === 'full' || this.#styled === 'long' ? ' at ' : ', ') + time
  }
  #date(date) {
    const { weekday, year, month, day } = this.#fields
    const pad = (value, form) => (form === '2-digit' ? `${value}`.slice(-2).padStart(2, '0') : `${value}`)
    const named = (names, index, form) =>
      form === 'long' ? names[index] : names[index].slice(0, form === 'narrow' ? 1 : 3)
    const dayName = weekday && named(DAYS, date.getUTCDay(), weekday)
    const full = date.getUTCFullYear()
    const yearText = year && (full > 0 ? pad(full, year) : `${pad(1 - full, year)} BC`)
    const dayText = day && pad(date.getUTCDate(), day)
    if (month === undefined || month === 'numeric' || month === '2-digit') {
      const numbers = [month && pad(date.getUTCMonth() + 1, month), dayText, yearText]
        .filter(Boolean)
        .join('/')
      if (dayName && dayText && !month && !yearText) return `${dayText} ${dayName}`
      return [dayName, numbers].filter(Boolean).join(', ')
    }
    const monthDay = [named(MONTHS, date.getUTCMonth(), month), dayText].filter(Boolean).join(' ')
    return [[dayName, monthDay].filter(Boolean).join(', '), yearText]
      .filter(Boolean)
      .join(dayText ? ', ' : ' ')
  }
  #time(date) {
    const { hour, minute, second, fractionalSecondDigits, timeZoneName } = this.#fields
    const two = (value) => `${value}`.padStart(2, '0')
    const hours = date.getUTCHours()
    const shown = this.#hour12 ? hours % 12 || 12 : hours
    const pieces = []
    if (hour) pieces.push(hour === '2-digit' || !this.#hour12 ? two(shown) : `${shown}`)
    if (minute) pieces.push(hour || second ? two(date.getUTCMinutes()) : `${date.getUTCMinutes()}`)
    if (second || fractionalSecondDigits)
      pieces.push(
        (second ? (minute ? two(date.getUTCSeconds()) : `${date.getUTCSeconds()}`) : '') +
          (fractionalSecondDigits
            ? `${second ? '.' : ''}${`${date.getUTCMilliseconds()}`.padStart(3, '0').slice(0, fractionalSecondDigits)}`
            : ''),
      )
    const half = hour && this.#hour12 ? (hours < 12 ? ' AM' : ' PM') : ''
    const zone = timeZoneName ? (timeZoneName.startsWith('long') ? 'Coordinated Universal Time' : 'UTC') : ''
    return [pieces.join(':') + half, zone].filter(Boolean).join(pieces.length > 0 ? ' ' : ', ')
  }
  formatToParts() {
    throw new TypeError('formatToParts is not there in cells: use format, or the methods of Date')
  }
}

class PluralRules {
  #ordinal
  constructor(locales, options = {}) {
    localesOf(locales)
    this.#ordinal = oneOf(Object(options), 'type', ['cardinal', 'ordinal'], 'cardinal') === 'ordinal'
  }
  select(value) {
    const number = Number(value)
    if (!this.#ordinal) return number === 1 ? 'one' : 'other'
    if (number % 10 === 1 && number % 100 !== 11) return 'one'
    if (number % 10 === 2 && number % 100 !== 12) return 'two'
    return number % 10 === 3 && number % 100 !== 13 ? 'few' : 'other'
  }
}

class ListFormat {
  #word
  constructor(locales, options = {}) {
    localesOf(locales)
    this.#word = oneOf(Object(options), 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction')
  }
  format(list) {
    const items = [...list].map((item) => {
      if (typeof item !== 'string') throw new TypeError('Iterable yielded a value that is not a string')
      return item
    })
    const word = { conjunction: 'and ', disjunction: 'or ', unit: '' }[this.#word]
    if (items.length < 2) return items.join('')
    if (items.length === 2) return items.join(word === '' ? ', ' : ` ${word}`)
    return `${items.slice(0, -1).join(', ')}, ${word}${items.at(-1)}`
  }
}

/** Before digits and letters, in this order. */
const MARKS = '\t\n\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$'

/** Letters without their marks, then marks, then capitals; digits as numbers when that is wanted. */
function compareText(a, b, { numeric = false, sensitivity = 'variant' } = {}) {
  if (!numeric && sensitivity === 'variant' && /^[A-Za-z0-9 ]*$/.test(a) && /^[A-Za-z0-9 ]*$/.test(b)) {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()]
    return x < y ? -1 : x > y ? 1 : a === b ? 0 : a < b ? 1 : -1
  }
  const parts = (text) => text.normalize('NFD').match(numeric ? /\d+|[^\d]/gu : /[^]/gu) ?? []
  const base = (text) =>
    parts(text.replace(/[^]/gu, (char) => char.normalize('NFD').replace(/\p{M}/gu, ''))).map((part) =>
      part.toLowerCase(),
    )
  const weight = (part) => {
    const mark = MARKS.indexOf(part)
    return mark >= 0 ? mark - MARKS.length : /^[\p{P}\p{S}]/u.test(part) ? 0 : /^\d/.test(part) ? 1 : 2
  }
  const order = (x, y) => (x < y ? -1 : x > y ? 1 : 0)
  const [left, right] = [base(a), base(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [x, y] = [left[at], right[at]]
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1
    const both = numeric && /^\d/.test(x) && /^\d/.test(y)
    const found = weight(x) - weight(y) || (both ? order(BigInt(x), BigInt(y)) : order(x, y))
    if (found !== 0) return Math.sign(found)
  }
  const marks = (text) => text.normalize('NFD').toLowerCase()
  if (sensitivity === 'accent' || sensitivity === 'variant') {
    const found = order(marks(a), marks(b))
    if (found !== 0) return found
  }
  // Small letters come first.
  return sensitivity === 'case' || sensitivity === 'variant'
    ? -order(a.normalize('NFD'), b.normalize('NFD'))
    : 0
}

class Collator {
  #options
  constructor(locales, given = {}) {
    localesOf(locales)
    const options = Object(given)
    this.#options = {
      numeric: !!options.numeric,
      sensitivity: oneOf(options, 'sensitivity', ['base', 'accent', 'case', 'variant'], 'variant'),
    }
    Object.defineProperty(this, 'compare', {
      value: (a, b) => compareText(`${a}`, `${b}`, this.#options),
      configurable: true,
      writable: true,
    })
  }
  resolvedOptions() {
    return { locale: LOCALE, usage: 'sort', ...this.#options }
  }
}

/** The class as a function that can be called without `new`. */
function callable(type) {
  const made = {
    [type.name]: function (locales, options) {
      return Reflect.construct(type, [locales, options], new.target ?? made)
    },
  }[type.name]
  for (const key of ['prototype', 'supportedLocalesOf'])
    Object.defineProperty(made, key, { value: type[key], writable: key !== 'prototype', enumerable: false })
  Object.defineProperty(type.prototype, 'constructor', { value: made, writable: true, configurable: true })
  return made
}

const Intl = {}
for (const type of [NumberFormat, DateTimeFormat, PluralRules, ListFormat, Collator]) {
  Object.defineProperty(type, 'supportedLocalesOf', {
    value: (locales) =>
      (typeof locales === 'string' ? [locales] : [...(locales ?? [])]).filter((locale) =>
        /^en(?:-US)?$/.test(locale),
      ),
    writable: true,
    configurable: true,
  })
  Object.defineProperty(type.prototype, Symbol.toStringTag, {
    value: `Intl.${type.name}`,
    configurable: true,
  })
  const made = type === PluralRules || type === ListFormat ? type : callable(type)
  Object.defineProperty(Intl, type.name, { value: made, writable: true, configurable: true })
}
Object.defineProperty(Intl, 'getCanonicalLocales', {
  value: (locales) => [locales ?? []].flat(),
  writable: true,
  configurable: true,
})
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true })

// For the methods of numbers, dates and texts.
const numberText = (value, locales, options) => new NumberFormat(locales, options).format(value)
const dateText = (value, locales, options, defaults) =>
  Number.isNaN(value.getTime())
    ? 'Invalid Date'
    : new DateTimeFormat(locales, options, defaults).format(value)
const orderText = (a, b, locales, options) => new Collator(locales, options).compare(a, b)
