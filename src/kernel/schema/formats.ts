interface Format {
  test(text: string): boolean
  /** Shown to whoever sent something else. */
  words: string
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i
const DURATION = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/
const EMAIL = /^[^\s@"]{1,64}@[^\s@]{1,253}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/
const LONGEST_TEXT = 2_000

/**
 * The formats that are checked, after RFC 3339 (dates and times), RFC 3986 and RFC 4122. All others, and texts of
 * more than 2,000 characters, pass: a tool that wants more says so itself.
 */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['date', { test: isDate, words: 'date such as "2001-02-28"' }],
  ['time', { test: (text: string) => TIME.test(text), words: 'time with a zone such as "10:54:00Z"' }],
  ['date-time', { test: isDateTime, words: 'date and time with a zone such as "2001-02-28T10:54:00Z"' }],
  ['duration', { test: (text: string) => DURATION.test(text), words: 'ISO 8601 duration such as "PT90M"' }],
  ['email', { test: (text: string) => EMAIL.test(text), words: 'email address' }],
  ['uri', { test: (text: string) => URL.canParse(text), words: 'absolute URL' }],
  ['url', { test: (text: string) => URL.canParse(text), words: 'absolute URL' }],
  ['uuid', { test: (text: string) => UUID.test(text), words: 'UUID' }],
  ['ipv4', { test: (text: string) => IPV4.test(text), words: 'IPv4 address' }],
])

export function hasFormat(name: string, text: string): boolean {
  return text.length > LONGEST_TEXT || FORMATS.get(name)?.test(text) !== false
}

/** The format in words for a person, its own name where it is not one that is checked. */
export function formatInWords(name: string): string {
  return FORMATS.get(name)?.words ?? name
}

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay
}

function isDateTime(text: string): boolean {
  const separator = text.charAt(10)
  return (
    (separator === 'T' || separator === 't' || separator === ' ') &&
    isDate(text.slice(0, 10)) &&
    TIME.test(text.slice(11))
  )
}
