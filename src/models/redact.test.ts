import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const KEY = 'sk-proj/Ab1+x"&y_secret-value'

describe('secrets in text from outside', () => {
  const redact = createRedactor([KEY])
  const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

  it.each([
    ['plain', `bad key ${KEY}!`],
    ['upper case', KEY.toUpperCase()],
    ['in a URL', `?key=${encodeURIComponent(KEY)}`],
    ['in a URL, lower-case digits', encodeURIComponent(KEY).toLowerCase()],
    ['every byte percent-encoded', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in JSON', JSON.stringify({ message: KEY })],
    ['in JSON with escaped slashes', JSON.stringify({ message: KEY }).replaceAll('/', '\\/')],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ message: KEY }))],
    [
      'in JSON as code points',
      [...KEY].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['in HTML', KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in base64', base64(KEY)],
    ['in base64 behind one byte', base64(`:${KEY}`)],
    ['in base64 of a header', base64(`Bearer ${KEY} and more`)],
    ['in base64url', Buffer.from(`ab${KEY}?`).toString('base64url')],
    ['cut off', KEY.slice(0, 20)],
  ])('%s', (_, text) => {
    const clean = redact(text)
    expect(clean).toContain('[REDACTED]')
    expect(clean).not.toContain(KEY)
    expect(clean.toLowerCase()).not.toContain('secret')
    expect(clean).not.toContain(base64('secret-value').slice(2, -4))
  })

  it('leaves other text alone', () => {
    expect(redact('The model "m" is not there.')).toBe('The model "m" is not there.')
    expect(createRedactor(['', 'x', 'none'])('none of x')).toBe('none of x')
  })

  it('finds any key in any of its forms, wherever it stands', () => {
    const key = fc.string({ minLength: 16, maxLength: 60, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(key, fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (secret, before, after) => {
        const clean = createRedactor([secret])
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
          expect(clean(before + form + after)).not.toContain(secret)
        }
        // The outermost characters of the base64 text mix with their neighbours: at most two remain of it.
        const inner = base64(before + secret + after)
        const decoded = Buffer.from(clean(inner).replaceAll('[REDACTED]', '____'), 'base64').toString(
          'latin1',
        )
        expect(decoded).not.toContain(secret.slice(2, -2))
      }),
    )
  })
})
