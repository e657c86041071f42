/**
 * 64 bits over a text as hex, by two 32-bit lanes (multiply and xor). It tells requests apart; it does not resist
 * somebody who builds collisions.
 */
export function hashText(text: string): string {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x27d4eb2d)
    a ^= a >>> 15
    b = (b << 7) | (b >>> 25)
  }
  a = Math.imul(a ^ (b >>> 16), 0x2c1b3c6d)
  b = Math.imul(b ^ (a >>> 13), 0x297a2d39)
  return [a ^ (a >>> 16), b ^ (b >>> 15)].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
