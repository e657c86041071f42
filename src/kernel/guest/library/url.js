// URL and URLSearchParams, after the URL standard.

const PORTS = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
  ['ftp', '21'],
  ['file', ''],
])
const special = (scheme) => PORTS.has(scheme)

const C0 = /[^\x20-\x7e]/
const FRAGMENT = /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7e]/
const QUERY = /[^\x21\x24-\x3b\x3d\x3f-\x7e]/
const SPECIAL_QUERY = /[^\x21\x24-\x26\x28-\x3b\x3d\x3f-\x7e]/
const PATH = /[^\x21\x24-\x3b\x3d\x40-\x5d\x5f\x61-\x7a\x7c\x7e]/
const USERINFO = /[^\x21\x24-\x2e\x30-\x39\x41-\x5a\x5f\x61-\x7a\x7e]/
const FORM = /[^*\-.0-9A-Z_a-z]/

const percent = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
const encoded = (text, outside) => {
  let done = ''
  for (const char of text) done += outside.test(char) ? utf8Bytes(char).map(percent).join('') : char
  return done
}
const decodedBytes = (text) => {
  const bytes = utf8Bytes(text)
  const done = []
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === 0x25 ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : ''
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      done.push(Number.parseInt(hex, 16))
      at += 2
    } else done.push(bytes[at])
  }
  return done
}
const decoded = (text) => utf8Text(decodedBytes(text), () => '\ufffd')

class Failure extends Error {}
const fail = () => {
  throw new Failure()
}

/** `xn--…` of a label that is not ASCII (RFC 3492). */
function punycode(label) {
  const points = [...label].map((char) => char.codePointAt(0))
  const digit = (value) => String.fromCharCode(value < 26 ? value + 97 : value + 22)
  let text = points
    .filter((point) => point < 128)
    .map((point) => String.fromCharCode(point))
    .join('')
  const basic = text.length
  if (basic > 0) text += '-'
  let [n, delta, bias, handled] = [128, 0, 72, basic]
  while (handled < points.length) {
    const least = Math.min(...points.filter((point) => point >= n))
    delta += (least - n) * (handled + 1)
    n = least
    for (const point of points) {
      if (point < n) delta += 1
      if (point !== n) continue
      let q = delta
      for (let k = 36; ; k += 36) {
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
        if (q < t) break
        text += digit(t + ((q - t) % (36 - t)))
        q = Math.floor((q - t) / (36 - t))
      }
      text += digit(q)
      delta = Math.floor(delta / (handled === basic ? 700 : 2))
      delta += Math.floor(delta / (handled + 1))
      let k = 0
      for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
      bias = k + Math.floor((36 * delta) / (delta + 38))
      delta = 0
      handled += 1
    }
    delta += 1
    n += 1
  }
  return `xn--${text}`
}

function ipv4(host) {
  const parts = host.split('.')
  if (parts.at(-1) === '' && parts.length > 1) parts.pop()
  const lastPart = parts.at(-1)
  if (!/^(?:\d+|0[xX][0-9A-Fa-f]*)$/.test(lastPart)) return null
  if (parts.length > 4) fail()
  const numbers = parts.map((part) => {
    if (/^0[xX][0-9A-Fa-f]*$/.test(part)) return part.length === 2 ? 0 : Number.parseInt(part, 16)
    if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8)
    return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : fail()
  })
  const last = numbers.pop()
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) fail()
  const address = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last)
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}

function ipv6(text) {
  let given = text
  const tail = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (tail) {
    const bytes = tail.slice(2).map(Number)
    if (bytes.some((byte, index) => byte > 255 || String(byte) !== tail[index + 2])) fail()
    given = `${tail[1]}${((bytes[0] << 8) | bytes[1]).toString(16)}:${((bytes[2] << 8) | bytes[3]).toString(16)}`
  }
  const halves = given.split('::')
  if (halves.length > 2) fail()
  const pieces = halves.map((half) =>
    half === ''
      ? []
      : half
          .split(':')
          .map((piece) => (/^[0-9A-Fa-f]{1,4}$/.test(piece) ? Number.parseInt(piece, 16) : fail())),
  )
  const missing = 8 - pieces.flat().length
  if (halves.length === 1 ? missing !== 0 : missing < 1) fail()
  const all = halves.length === 1 ? pieces[0] : [...pieces[0], ...new Array(missing).fill(0), ...pieces[1]]
  let [best, bestAt] = [1, -1]
  for (let at = 0; at < 8; at += 1) {
    let length = 0
    while (all[at + length] === 0) length += 1
    if (length > best) [best, bestAt] = [length, at]
  }
  const hex = (from, to) =>
    all
      .slice(from, to)
      .map((piece) => piece.toString(16))
      .join(':')
  return bestAt < 0 ? `[${hex(0)}]` : `[${hex(0, bestAt)}::${hex(bestAt + best)}]`
}

function hostOf(text, isSpecial) {
  if (text.startsWith('[')) return text.endsWith(']') ? ipv6(text.slice(1, -1)) : fail()
  if (!isSpecial) return /[\0\t\n\r #/:<>?@[\\\]^|]/.test(text) ? fail() : encoded(text, C0)
  const name = decoded(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u00ad/g, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
  const ascii = name
    .split('.')
    .map((label) => (/[^\0-\x7f]/.test(label) ? punycode(label) : label))
    .join('.')
  if (ascii === '' || /[\0-\x20#%/:<>?@[\\\]^|\x7f]/.test(ascii)) fail()
  return ipv4(ascii) ?? ascii
}

const drive = (part) => /^[A-Za-z][:|]$/.test(part)

/** Adds the segments of a path to those there are. */
function walk(path, text, scheme) {
  const slash = special(scheme) ? /[/\\]/ : /\//
  const parts = text.split(slash)
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1
    const dots = part.replace(/%2e/gi, '.')
    if (dots === '..') {
      if (!(scheme === 'file' && path.length === 1 && drive(path[0]))) path.pop()
      if (isLast) path.push('')
    } else if (dots === '.') {
      if (isLast) path.push('')
    } else {
      const piece = encoded(part, PATH)
      path.push(scheme === 'file' && path.length === 0 && drive(piece) ? `${piece[0]}:` : piece)
    }
  })
  return path
}

function setPort(url, text) {
  if (!/^\d*$/.test(text) || Number(text) > 65_535) fail()
  const port = text === '' ? '' : String(Number(text))
  url.port = port === PORTS.get(url.scheme) ? '' : port
}

/** `user:password@host:port`. */
function setAuthority(url, text) {
  const at = text.lastIndexOf('@')
  if (at >= 0) {
    const [, username, password = ''] = /^([^:]*)(?::([^]*))?$/.exec(text.slice(0, at))
    url.username = encoded(username, USERINFO)
    url.password = encoded(password, USERINFO)
  }
  const rest = text.slice(at + 1)
  const [, host, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::([^]*))?$/.exec(rest) ?? fail()
  if (host === '' && (special(url.scheme) || at >= 0 || port !== '')) fail()
  url.host = host === '' ? '' : hostOf(host, special(url.scheme))
  setPort(url, port)
}

function parseUrl(input, base) {
  let text = input.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '')
  const url = {
    scheme: '',
    username: '',
    password: '',
    host: null,
    port: '',
    path: [],
    query: null,
    fragment: null,
  }
  const hash = text.indexOf('#')
  if (hash >= 0) {
    url.fragment = encoded(text.slice(hash + 1), FRAGMENT)
    text = text.slice(0, hash)
  }
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):([^]*)$/.exec(text)
  const setQuery = (query) => {
    url.query = encoded(query, special(url.scheme) ? SPECIAL_QUERY : QUERY)
  }
  /** The path and query of `rest`, which begins where the path begins. */
  const finish = (rest, from = []) => {
    const mark = rest.indexOf('?')
    const path = mark < 0 ? rest : rest.slice(0, mark)
    if (mark >= 0) setQuery(rest.slice(mark + 1))
    if (path === '' && !special(url.scheme) && from.length === 0) url.path = []
    else url.path = walk([...from], path.replace(special(url.scheme) ? /^[/\\]/ : /^\//, ''), url.scheme)
    return url
  }
  const authority = (rest) => {
    const end = rest.search(special(url.scheme) ? /[/\\?]/ : /[/?]/)
    const stop = end < 0 ? rest.length : end
    if (url.scheme === 'file') {
      const host = rest.slice(0, stop)
      if (drive(host)) {
        url.host = ''
        return finish(`/${rest}`)
      }
      url.host = host === '' ? '' : hostOf(host, true)
      if (url.host === 'localhost') url.host = ''
    } else setAuthority(url, rest.slice(0, stop))
    return finish(rest.slice(stop))
  }
  const relative = (rest) => {
    url.scheme = base.scheme
    const normal = special(url.scheme)
      ? rest.replace(/^[/\\]{1,2}/, (start) => start.replace(/\\/g, '/'))
      : rest
    if (normal.startsWith('//')) {
      const rest = normal.slice(2)
      return authority(special(url.scheme) && url.scheme !== 'file' ? rest.replace(/^[/\\]+/, '') : rest)
    }
    for (const key of ['username', 'password', 'host', 'port']) url[key] = base[key]
    if (normal.startsWith('/'))
      return finish(
        normal,
        url.scheme === 'file' && drive(base.path[0] ?? '') && !drive(normal.slice(1, 3))
          ? [base.path[0]]
          : [],
      )
    if (normal === '' || normal.startsWith('?')) {
      url.path = [...base.path]
      url.query = base.query
      if (normal !== '') setQuery(normal.slice(1))
      return url
    }
    return finish(normal, base.path.slice(0, -1))
  }
  if (!scheme) {
    if (base === null) fail()
    if (typeof base.path === 'string') {
      if (text !== '' || hash < 0) fail()
      return { ...base, fragment: url.fragment }
    }
    return relative(text)
  }
  url.scheme = scheme[1].toLowerCase()
  const rest = scheme[2]
  if (url.scheme === 'file') {
    if (/^[/\\]{2}/.test(rest)) return authority(rest.slice(2))
    if (base?.scheme === 'file') return relative(rest)
    url.host = ''
    return finish(rest)
  }
  if (special(url.scheme)) {
    if (base?.scheme === url.scheme && !/^[/\\]{2}/.test(rest)) return relative(rest)
    return authority(rest.replace(/^[/\\]*/, ''))
  }
  if (rest.startsWith('//')) return authority(rest.slice(2))
  if (rest.startsWith('/')) return finish(rest)
  const mark = rest.indexOf('?')
  url.path = encoded(mark < 0 ? rest : rest.slice(0, mark), C0)
  if (mark >= 0) setQuery(rest.slice(mark + 1))
  return url
}

const pathText = ({ path }) => (typeof path === 'string' ? path : path.map((part) => `/${part}`).join(''))
const hostText = ({ host, port }) => (host ?? '') + (port === '' ? '' : `:${port}`)
function hrefOf(url) {
  const user =
    url.username === '' && url.password === ''
      ? ''
      : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`
  const authority =
    url.host !== null
      ? `//${user}${hostText(url)}`
      : Array.isArray(url.path) && url.path.length > 1 && url.path[0] === ''
        ? '/.'
        : ''
  return `${url.scheme}:${authority}${pathText(url)}${url.query === null ? '' : `?${url.query}`}${url.fragment === null ? '' : `#${url.fragment}`}`
}

const readForm = (text) =>
  text
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, name, value = ''] = /^([^=]*)=?([^]*)$/.exec(piece)
      return [name, value].map((part) => decoded(part.replaceAll('+', ' ')))
    })
const writeForm = (pairs) =>
  pairs.map((pair) => pair.map((part) => encoded(part, FORM).replaceAll('%20', '+')).join('=')).join('&')
const usv = (value) => `${value}`.toWellFormed()

class URLSearchParams {
  #pairs = []
  #changed = () => {}
  constructor(init = '') {
    if (typeof init === 'object' && init !== null) {
      if (typeof init[Symbol.iterator] === 'function') {
        for (const pair of init) {
          const parts = [...pair].map(usv)
          if (parts.length !== 2) throw new TypeError('URLSearchParams takes pairs of a name and a value')
          this.#pairs.push(parts)
        }
      } else for (const name of Object.keys(init)) this.#pairs.push([usv(name), usv(init[name])])
    } else this.#pairs = readForm(usv(init).replace(/^\?/, ''))
    this.#update()
  }
  #update() {
    const text = writeForm(this.#pairs)
    kit.show(this, `URLSearchParams(${text})`, null)
    this.#changed(text)
  }
  static connect(params, text, changed) {
    params.#pairs = readForm(text)
    params.#changed = () => {}
    params.#update()
    params.#changed = changed
  }
  get size() {
    return this.#pairs.length
  }
  append(name, value) {
    this.#pairs.push([usv(name), usv(value)])
    this.#update()
  }
  delete(name, value) {
    this.#pairs = this.#pairs.filter(
      (pair) => pair[0] !== usv(name) || (value !== undefined && pair[1] !== usv(value)),
    )
    this.#update()
  }
  get(name) {
    return this.#pairs.find((pair) => pair[0] === usv(name))?.[1] ?? null
  }
  getAll(name) {
    return this.#pairs.filter((pair) => pair[0] === usv(name)).map((pair) => pair[1])
  }
  has(name, value) {
    return this.#pairs.some(
      (pair) => pair[0] === usv(name) && (value === undefined || pair[1] === usv(value)),
    )
  }
  set(name, value) {
    const wanted = usv(name)
    const at = this.#pairs.findIndex((pair) => pair[0] === wanted)
    if (at < 0) this.#pairs.push([wanted, usv(value)])
    else {
      this.#pairs[at] = [wanted, usv(value)]
      this.#pairs = this.#pairs.filter((pair, index) => index <= at || pair[0] !== wanted)
    }
    this.#update()
  }
  sort() {
    this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
    this.#update()
  }
  forEach(visit, self) {
    for (const [name, value] of this) visit.call(self, value, name, this)
  }
  *entries() {
    for (let at = 0; at < this.#pairs.length; at += 1) yield [...this.#pairs[at]]
  }
  *keys() {
    for (let at = 0; at < this.#pairs.length; at += 1) yield this.#pairs[at][0]
  }
  *values() {
    for (let at = 0; at < this.#pairs.length; at += 1) yield this.#pairs[at][1]
  }
  toString() {
    return writeForm(this.#pairs)
  }
}
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
  value: URLSearchParams.prototype.entries,
  writable: true,
  configurable: true,
})
Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, {
  value: 'URLSearchParams',
  configurable: true,
})
const { connect } = URLSearchParams
delete URLSearchParams.connect

const parsed = (input, base) => {
  try {
    return parseUrl(usv(input), base === undefined ? null : parseUrl(usv(base), null))
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

class URL {
  #url
  #params = new URLSearchParams()
  constructor(input, base) {
    if (arguments.length === 0) throw new TypeError('URL takes an address')
    const url = parsed(input, base)
    if (url === null)
      throw new TypeError(
        `Invalid URL: ${JSON.stringify(usv(input))}${base === undefined ? '' : ` relative to ${JSON.stringify(usv(base))}`}`,
      )
    this.#become(url)
  }
  static canParse(input, base) {
    return parsed(input, base) !== null
  }
  static parse(input, base) {
    return parsed(input, base) === null ? null : new URL(input, base)
  }
  #become(url) {
    this.#url = url
    connect(this.#params, url.query ?? '', (text) => {
      url.query = text === '' ? null : text
      this.#show()
    })
    this.#show()
  }
  #show() {
    const href = hrefOf(this.#url)
    kit.show(this, `URL(${href})`, href)
  }
  /** Tries a change; what cannot be is not done, as the standard has it. */
  #change(change) {
    const url = { ...this.#url, path: Array.isArray(this.#url.path) ? [...this.#url.path] : this.#url.path }
    try {
      change(url)
    } catch (error) {
      if (error instanceof Failure) return
      throw error
    }
    this.#become(url)
  }
  get href() {
    return hrefOf(this.#url)
  }
  set href(value) {
    const url = parsed(value)
    if (url === null) throw new TypeError(`Invalid URL: ${JSON.stringify(usv(value))}`)
    this.#become(url)
  }
  get origin() {
    const { scheme, path } = this.#url
    if (scheme === 'blob') {
      const inner = typeof path === 'string' ? parsed(path) : null
      return inner !== null && /^https?$/.test(inner.scheme) ? `${inner.scheme}://${hostText(inner)}` : 'null'
    }
    return special(scheme) && scheme !== 'file' ? `${scheme}://${hostText(this.#url)}` : 'null'
  }
  get protocol() {
    return `${this.#url.scheme}:`
  }
  set protocol(value) {
    const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*)(?::|$)/.exec(usv(value)) ?? []
    if (scheme === undefined || special(scheme.toLowerCase()) !== special(this.#url.scheme)) return
    const { username, password, port, host } = this.#url
    if (scheme.toLowerCase() === 'file' && (username !== '' || password !== '' || port !== '')) return
    if (this.#url.scheme === 'file' && host === '') return
    this.#change((url) => {
      url.scheme = scheme.toLowerCase()
      setPort(url, url.port)
    })
  }
  get username() {
    return this.#url.username
  }
  set username(value) {
    if (this.#url.host) this.#change((url) => (url.username = encoded(usv(value), USERINFO)))
  }
  get password() {
    return this.#url.password
  }
  set password(value) {
    if (this.#url.host) this.#change((url) => (url.password = encoded(usv(value), USERINFO)))
  }
  get host() {
    return hostText(this.#url)
  }
  set host(value) {
    if (this.#url.scheme === 'file') {
      this.#change((url) => {
        const name = /^[^/?#\\]*/.exec(usv(value))[0]
        url.host = name === '' || name === 'localhost' ? '' : hostOf(name, true)
      })
      return
    }
    const [, host, port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d+))?/.exec(usv(value))
    if (typeof this.#url.path === 'string' || (host === '' && special(this.#url.scheme))) return
    this.#change((url) => {
      url.host = hostOf(host, special(url.scheme))
      if (port !== undefined) setPort(url, port)
    })
  }
  get hostname() {
    return this.#url.host ?? ''
  }
  set hostname(value) {
    if (!/^[^[]*:/.test(usv(value))) this.host = /^(?:\[[^\]]*\]|[^/?#\\]*)/.exec(usv(value))[0]
  }
  get port() {
    return this.#url.port
  }
  set port(value) {
    if (!this.#url.host || this.#url.scheme === 'file') return
    const text = usv(value)
    const [digits] = /^\d*/.exec(text)
    if (digits !== '' || text === '') this.#change((url) => setPort(url, digits))
  }
  get pathname() {
    return pathText(this.#url)
  }
  set pathname(value) {
    if (typeof this.#url.path === 'string') return
    this.#change((url) => {
      const text = usv(value)
      url.path =
        text === '' && !special(url.scheme)
          ? []
          : walk([], text.replace(special(url.scheme) ? /^[/\\]/ : /^\//, ''), url.scheme)
    })
  }
  get search() {
    return this.#url.query ? `?${this.#url.query}` : ''
  }
  set search(value) {
    const text = usv(value).replace(/^\?/, '')
    this.#change((url) => {
      url.query = usv(value) === '' ? null : encoded(text, special(url.scheme) ? SPECIAL_QUERY : QUERY)
    })
  }
  get searchParams() {
    return this.#params
  }
  get hash() {
    return this.#url.fragment ? `#${this.#url.fragment}` : ''
  }
  set hash(value) {
    this.#change((url) => {
      url.fragment = usv(value) === '' ? null : encoded(usv(value).replace(/^#/, ''), FRAGMENT)
    })
  }
  toString() {
    return this.href
  }
  toJSON() {
    return this.href
  }
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true })
