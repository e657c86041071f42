// TextEncoder, TextDecoder, atob and btoa.

class TextEncoder {
  get encoding() {
    return 'utf-8'
  }
  encode(text = '') {
    return Uint8Array.from(utf8Bytes(`${text}`))
  }
  encodeInto(text, target) {
    let [read, written] = [0, 0]
    for (const char of `${text}`) {
      const bytes = utf8Bytes(char)
      if (written + bytes.length > target.length) break
      target.set(bytes, written)
      written += bytes.length
      read += char.length
    }
    return { read, written }
  }
}

const ENCODINGS = new Map([
  ...['utf-8', 'utf8', 'unicode-1-1-utf-8', 'x-unicode20utf8'].map((label) => [label, 'utf-8']),
  ...['utf-16le', 'utf-16', 'unicode', 'ucs-2', 'iso-10646-ucs-2', 'csunicode'].map((label) => [
    label,
    'utf-16le',
  ]),
  ['utf-16be', 'utf-16be'],
  ...[
    'windows-1252',
    'latin1',
    'iso-8859-1',
    'iso8859-1',
    'iso88591',
    'iso_8859-1',
    'ascii',
    'us-ascii',
    'l1',
    'cp1252',
    'x-cp1252',
    'ansi_x3.4-1968',
  ].map((label) => [label, 'windows-1252']),
])
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const bytesOf = (source) => {
  if (source === undefined) return new Uint8Array()
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) return new Uint8Array(source)
  throw new TypeError('TextDecoder.decode takes an ArrayBuffer or a view of one')
}

class TextDecoder {
  #encoding
  #fatal
  #ignoreBom
  #rest = []
  #started = false
  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    const encoding = ENCODINGS.get(`${label}`.trim().toLowerCase())
    if (encoding === undefined)
      throw new RangeError(
        `The encoding '${label}' is not supported: use utf-8, utf-16le, utf-16be or windows-1252`,
      )
    this.#encoding = encoding
    this.#fatal = !!fatal
    this.#ignoreBom = !!ignoreBOM
  }
  get encoding() {
    return this.#encoding
  }
  get fatal() {
    return this.#fatal
  }
  get ignoreBOM() {
    return this.#ignoreBom
  }
  decode(source, { stream = false } = {}) {
    const given = bytesOf(source)
    const bytes = this.#rest.length > 0 ? [...this.#rest, ...given] : given
    this.#rest = []
    const keep = stream ? (rest) => (this.#rest = rest) : undefined
    const bad = () => {
      if (this.#fatal) {
        this.#started = false
        this.#rest = []
        throw new TypeError(`The encoded data was not valid for encoding ${this.#encoding}`)
      }
      return '\ufffd'
    }
    let text = this.#read(bytes, bad, keep)
    if (!this.#started && !this.#ignoreBom && text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    this.#started = stream && (this.#started || text !== '' || this.#rest.length === 0)
    return text
  }
  #read(bytes, bad, keep) {
    if (this.#encoding === 'utf-8') return utf8Text(bytes, bad, keep)
    const parts = []
    if (this.#encoding === 'windows-1252') {
      for (const byte of bytes)
        parts.push(byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252[byte - 0x80] : String.fromCharCode(byte))
      return parts.join('')
    }
    const big = this.#encoding === 'utf-16be'
    let at = 0
    for (; at + 1 < bytes.length; at += 2)
      parts.push(
        String.fromCharCode(big ? (bytes[at] << 8) | bytes[at + 1] : bytes[at] | (bytes[at + 1] << 8)),
      )
    if (at < bytes.length) {
      if (keep) keep([bytes[at]])
      else parts.push(bad())
    }
    const text = parts.join('')
    return text.isWellFormed() ? text : this.#fatal ? bad() : text.toWellFormed()
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function btoa(data) {
  const text = `${data}`
  const parts = []
  for (let at = 0; at < text.length; at += 3) {
    const codes = [0, 1, 2].map((offset) => text.charCodeAt(at + offset))
    if (codes.some((code) => code > 255))
      throw new DOMException(
        'btoa takes characters up to U+00FF: encode text first, as in btoa(String.fromCharCode(...new TextEncoder().encode(text)))',
        'InvalidCharacterError',
      )
    const bits = (codes[0] << 16) | (codes[1] << 8) | codes[2]
    const left = text.length - at
    parts.push(
      DIGITS[bits >> 18] +
        DIGITS[(bits >> 12) & 63] +
        (left > 1 ? DIGITS[(bits >> 6) & 63] : '=') +
        (left > 2 ? DIGITS[bits & 63] : '='),
    )
  }
  return parts.join('')
}

function atob(data) {
  let text = `${data}`.replace(/[\t\n\f\r ]+/g, '')
  if (text.length % 4 === 0) text = text.replace(/==?$/, '')
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text))
    throw new DOMException('The string to be decoded is not base64', 'InvalidCharacterError')
  const parts = []
  let [bits, count] = [0, 0]
  for (const char of text) {
    bits = ((bits << 6) | DIGITS.indexOf(char)) & 0xffffff
    count += 6
    if (count < 8) continue
    count -= 8
    parts.push(String.fromCharCode((bits >> count) & 255))
  }
  return parts.join('')
}
