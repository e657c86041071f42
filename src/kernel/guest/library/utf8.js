// UTF-8 both ways. Shared by the parts of the library that need it: put in front of their text.

const utf8Bytes = (text) => {
  const bytes = []
  for (const char of text) {
    let point = char.codePointAt(0)
    if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      )
  }
  return bytes
}

/** How many bytes must follow a first one, and between what the next of them must lie. */
const utf8Lead = (byte) => {
  if (byte >= 0xc2 && byte <= 0xdf) return { needed: 1, point: byte & 0x1f, low: 0x80, high: 0xbf }
  if (byte >= 0xe0 && byte <= 0xef)
    return {
      needed: 2,
      point: byte & 0xf,
      low: byte === 0xe0 ? 0xa0 : 0x80,
      high: byte === 0xed ? 0x9f : 0xbf,
    }
  if (byte >= 0xf0 && byte <= 0xf4)
    return { needed: 3, point: byte & 7, low: byte === 0xf0 ? 0x90 : 0x80, high: byte === 0xf4 ? 0x8f : 0xbf }
  return null
}

/** The text of bytes. What is no UTF-8 goes to `bad`; an unfinished end is handed to `rest`. */
const utf8Text = (bytes, bad, rest) => {
  const parts = []
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    if (text.length > 4000) {
      parts.push(text)
      text = ''
    }
    const byte = bytes[at]
    if (byte < 0x80) {
      text += String.fromCharCode(byte)
      at += 1
      continue
    }
    const lead = utf8Lead(byte)
    if (lead === null) {
      text += bad()
      at += 1
      continue
    }
    let { needed, point, low, high } = lead
    let next = at + 1
    while (needed > 0 && next < bytes.length && bytes[next] >= low && bytes[next] <= high) {
      point = (point << 6) | (bytes[next] & 63)
      low = 0x80
      high = 0xbf
      needed -= 1
      next += 1
    }
    if (needed === 0) text += String.fromCodePoint(point)
    else if (next >= bytes.length && rest !== undefined) {
      rest(Array.prototype.slice.call(bytes, at))
      break
    } else text += bad()
    at = next
  }
  parts.push(text)
  return parts.join('')
}
