// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are programs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize.ts'

/** `kind:text` of everything that has a colour. */
const coloured = (source: string) =>
  tokenize(source)
    .filter((token) => token.kind !== 'plain')
    .map((token) => `${token.kind}:${token.text}`)

describe('tokenize', () => {
  it('colours an ordinary cell', () => {
    expect(coloured('const late = await tools.search({ month: "2024-05", n: 1_000 }) // all')).toEqual([
      'keyword:const',
      'keyword:await',
      'call:search',
      'string:"2024-05"',
      'number:1_000',
      'comment:// all',
    ])
  })

  it('goes in and out of templates', () => {
    expect(coloured('`a ${f({ b: `c${d}` })} e` + 1')).toEqual([
      'string:`a ',
      'call:f',
      'string:`c',
      'string:`',
      'string: e`',
      'number:1',
    ])
  })

  it('tells regular expressions from division', () => {
    expect(coloured('a / b / c')).toEqual([])
    expect(coloured('return /a[/]b/g.test(x)')).toEqual(['keyword:return', 'string:/a[/]b/g', 'call:test'])
    expect(coloured('x = /"/; y')).toEqual(['string:/"/'])
  })

  it('leaves names that look like keywords alone', () => {
    expect(coloured('row.type = of')).not.toContain('keyword:type')
    expect(coloured('let type = 1')).toEqual(['keyword:let', 'number:1'])
    expect(coloured('type A = string')).toContain('keyword:type')
    expect(coloured('[...new Set(a)]')).toEqual(['keyword:new', 'call:Set'])
    expect(coloured('set.of(1)')).toEqual(['call:of', 'number:1'])
  })

  it('takes half-written code', () => {
    expect(coloured('const s = "not yet')).toEqual(['keyword:const', 'string:"not yet'])
    expect(coloured('`${a')).toEqual(['string:`'])
    expect(coloured('/* open')).toEqual(['comment:/* open'])
  })

  it('loses nothing of any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        '`',
        '${',
        '}',
        '{',
        '/',
        '//',
        '/*',
        '*/',
        '"',
        "'",
        '\\',
        '\n',
        'const ',
        '1e',
        '.',
        '#a',
        '$',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join('')
        const tokens = tokenize(source)
        expect(tokens.map((token) => token.text).join('')).toBe(source)
        expect(tokens.every((token) => token.text.length > 0)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('takes long texts in a moment', () => {
    const source = 'const a = [1, "two", `three ${4}`].map((x) => x) // five\n'.repeat(4_000)
    expect(
      tokenize(source)
        .map((token) => token.text)
        .join(''),
    ).toHaveLength(source.length)
  })
})
