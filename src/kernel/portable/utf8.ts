/** UTF-8 bytes of a text, without making them. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    // A surrogate pair is two units and four bytes.
    bytes += code < 0x800 ? 1 : code >= 0xd800 && code < 0xdc00 ? 1 : code >= 0xdc00 && code < 0xe000 ? 1 : 2
  }
  return bytes
}
