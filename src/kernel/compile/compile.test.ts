import { describe, expect, it } from 'vitest'
import { type Compiled, codeFrame, compileCell, decodeMap, encodeMap, originalPosition } from './index.ts'

function compiled(source: string, modules: string[] = []): Compiled {
  const result = compileCell(source, { modules })
  if (!result.ok) throw new Error(result.error.message)
  return result.compiled
}

const failure = (source: string) => {
  const result = compileCell(source, { modules: [] })
  if (result.ok) throw new Error('it compiled')
  return result.error
}

describe('what a compiled cell says about itself', () => {
  it('lists the names it declares in source order, each once', () => {
    const source = `import { i } from '@/m'
      const a = 1, { b, c: [d, ...e] } = f()
      let g: number
      function f() { const inner = 1; return { b: inner, c: [] } }
      if (a) { var h; let block }
      class K {}
      enum L { A }
      namespace M { export const inside = 1 }
      interface N {}
      type O = 1
      declare const p: number
      for (var q of []) {}
      for (let r of []) {}
      var h
      namespace Types { export interface T {} }
      import type { S } from 's'
      export const t = 1`
    expect(compiled(source, ['@/m']).declared).toEqual([
      'i',
      'a',
      'b',
      'd',
      'e',
      'g',
      'f',
      'h',
      'K',
      'L',
      'M',
      'q',
      't',
    ])
  })

  it('says which built-in names it declares', () => {
    const { clobbered, warnings } = compiled(
      'const Array = 1, name = 2; function console() {}; let undefined',
    )
    expect(clobbered).toEqual(['Array', 'console'])
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toContain('this cell only')
  })

  it('says whether it returns', () => {
    expect(compiled('if (a) return 1').usesReturn).toBe(true)
    expect(compiled('(() => { return 1 })()').usesReturn).toBe(false)
  })

  it('is the same each time', () => {
    const source = 'enum A { B }\nconst c = A.B, d = x.y.z\nreturn { c, d }'
    expect(compiled(source)).toEqual(compiled(source))
  })
})

describe('the script', () => {
  it.each([
    ['1 + 1', '\n1 + 1'],
    ['const a: number = 1', '\nvar   a         = 1'],
    ['let b = 2 as const', '\nvar b = 2 ;       '],
    ['interface A { a: 1 }\n1', '\n;                   \n1'],
    ['f<string>(x!)', '\nf(x )'],
    ['```js\n5\n```', '\n     \n5\n   '],
  ])('keeps everything where it was: %s', (source, script) => {
    expect(compiled(source).script).toBe(script)
  })

  it('holds no name of ours', () => {
    const { script } = compiled('const cell = 1\nconst cell1 = 2\nreturn cell + cell1')
    expect(script).toContain('cell2:{')
  })
})

describe('the map', () => {
  it('is no text at all where nothing moved', () => {
    expect(encodeMap(compiled('interface A {}\nconst f = (x: number): A => x as A\nf(1)').map)).toBe('')
    expect(originalPosition(decodeMap(''), 3, 7)).toEqual({ line: 2, column: 7 })
  })

  it('never gives a place in front of the text', () => {
    expect(originalPosition(decodeMap(''), 1, 1)).toEqual({ line: 1, column: 1 })
    expect(originalPosition(decodeMap(''), 0, 0)).toEqual({ line: 1, column: 1 })
  })

  it('counts characters where the engine counts bytes', () => {
    const { map } = compiled("'日本' + f()")
    expect(originalPosition(map, 2, 12)).toEqual({ line: 1, column: 8 })
  })

  it('stays short', () => {
    const line = 'const v = rows.filter((row: Row) => row.score > 1).map((row) => row.name)\n'
    expect(encodeMap(compiled(line.replace('v', 'v0').repeat(1)).map).length).toBeLessThan(60)
  })
})

describe('syntax errors', () => {
  it('show the place', () => {
    expect(failure('const a = 1\nconst b = = 2\nconst c = 3')).toEqual({
      kind: 'syntax',
      name: 'SyntaxError',
      message: 'Unexpected token "="',
      line: 2,
      column: 11,
      frame: '  1 | const a = 1\n> 2 | const b = = 2\n    |           ^\n  3 | const c = 3',
    })
  })

  it('are found in the whole text, fences and prose included', () => {
    expect(failure('So:\n\n```ts\nlet x = )\n```')).toMatchObject({ line: 4, column: 9 })
  })

  it.each([
    ['parentheses', '('.repeat(100_000)],
    ['brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['functions', `${'(() => '.repeat(60)}1${')'.repeat(60)}`],
    ['a chain', `x${'.y()'.repeat(300)}`],
  ])('refuse what is nested too deeply: %s', (_, source) => {
    expect(failure(source)).toMatchObject({
      kind: 'syntax',
      message: expect.stringContaining('nested too deeply'),
    })
  })

  it('compile what is long but not deep', () => {
    expect(compileCell(`1${' + 1'.repeat(1_000)}`, { modules: [] }).ok).toBe(true)
    expect(compileCell(`x${'.y()'.repeat(200)}`, { modules: [] }).ok).toBe(true)
    expect(compileCell(`if (a) {}${' else if (b) {}'.repeat(300)}`, { modules: [] }).ok).toBe(true)
    expect(compileCell('x\n'.repeat(20_000), { modules: [] }).ok).toBe(true)
  })
})

describe('a code frame', () => {
  it('shows two lines before and one after', () => {
    expect(codeFrame('a\nb\nc\nd\ne', 4, 1)).toBe('  2 | b\n  3 | c\n> 4 | d\n    | ^\n  5 | e')
  })

  it('keeps the caret under its character after a tab', () => {
    expect(codeFrame('\tx y', 1, 4)).toBe('> 1 | \tx y\n    | \t  ^')
  })

  it('cuts long lines around the caret', () => {
    const frame = codeFrame(`${'a'.repeat(500)}!${'b'.repeat(500)}`, 1, 501)
    const [line = '', caret = ''] = frame.split('\n')
    expect(line.length).toBeLessThan(120)
    expect(line[caret.indexOf('^')]).toBe('!')
  })

  it('is empty outside of the text', () => {
    expect(codeFrame('a', 5, 1)).toBe('')
  })

  it('knows all line breaks', () => {
    expect(codeFrame('a\r\nb\rc', 3, 1)).toBe('  1 | a\n  2 | b\n> 3 | c\n    | ^')
  })
})
