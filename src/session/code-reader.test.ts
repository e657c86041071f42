import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodeReader } from './code-reader.ts'

function read(text: string, key = 'code'): string {
  const reader = new CodeReader(key)
  reader.feed(text)
  return reader.text
}

describe('code that is still arriving', () => {
  it.each([
    ['{"code": "let x', 'let x'],
    ['{"code":"a\\nb\\"c\\\\', 'a\nb"c\\'],
    ['{"code":"a\\', 'a'],
    ['{"code":"\\u00e', ''],
    ['{"code":"\\u00e9\\ud83d\\ude00', 'é😀'],
    ['{"why":"\\"code\\": \\"no\\"","code":"yes', 'yes'],
    ['{"inner":{"code":"no"},"list":["code",":"],"code":"yes"}', 'yes'],
    ['{"code":"one","code":"two"}', 'one'],
    ['{"code":"raw\nline', 'raw\nline'],
    ['{"code":', ''],
    ['{"code":12}', ''],
    ['', ''],
    ['nonsense', ''],
  ])('%j reads %j', (text, code) => {
    expect(read(text)).toBe(code)
  })

  it('reads what JSON means, in whatever pieces it comes, and only ever more of it', () => {
    const data = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(
        data,
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.nat({ max: 7 })),
        (before, code, cuts) => {
          const { code: _, ...rest } = before
          const text = JSON.stringify({ ...rest, code, after: code })
          const reader = new CodeReader('code')
          let at = 0
          let last = ''
          for (const cut of [...cuts, text.length]) {
            reader.feed(text.slice(at, at + cut))
            at += cut
            expect(reader.text.startsWith(last)).toBe(true)
            last = reader.text
          }
          expect(reader.text).toBe(code)
        },
      ),
    )
  })
})
