import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import * as whole from '@babel/parser'
import { describe, expect, test } from 'vitest'
import kernelCases from '../src/kernel/cases/kernel.json' with { type: 'json' }
import cells from '../src/kernel/compile/cases/cells.json' with { type: 'json' }
import { slimParser } from './slim-parser.ts'

const text = readFileSync(createRequire(import.meta.url).resolve('@babel/parser'), 'utf8')
const slim = load(slimParser(text))

function load(code: string): typeof whole {
  const exports = {} as typeof whole
  // The package is CommonJS without imports.
  const fill = runInThisContext(`(function (exports) {${code}\n})`) as (exports: typeof whole) => void
  fill(exports)
  return exports
}

const OPTIONS: whole.ParserOptions = {
  sourceType: 'script',
  strictMode: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
  createParenthesizedExpressions: true,
  attachComment: false,
  plugins: ['typescript', 'decoratorAutoAccessors'],
}

function read(parser: typeof whole, source: string): string {
  try {
    return JSON.stringify(parser.parse(source, OPTIONS))
  } catch (error) {
    const { message, pos, reasonCode, missingPlugin } = error as Record<string, unknown>
    return JSON.stringify({ message, pos, reasonCode, missingPlugin })
  }
}

/** Cut off in the middle, so that errors are compared too. */
const half = (source: string): string => source.slice(0, source.length / 2)

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

const OTHER_LANGUAGES = [
  '<div>{a}</div>',
  'const a = <div />',
  '// @flow\nexport type A = {| b: c |}',
  'type A = ?string; opaque type B = number',
  '%DebugPrint(a)',
  'const a = %%b%%',
  'x |> f(%)',
  '@a class B {}',
  'a = do { 1 }',
  'import defer * as a from "b"',
  '#{a: 1}; #[1]',
  'export a from "b"',
  'using a = b',
]

describe('the parser that ships reads as the whole one does', () => {
  test.each<[string, string[]]>([
    ['cells', cells.flatMap((each) => each.cells)],
    ['cells of the kernel', kernelCases.flatMap((each) => each.cells)],
    ['other languages', OTHER_LANGUAGES],
    ['our own sources', sourceFiles(fileURLToPath(new URL('../src/kernel/compile', import.meta.url)))],
  ])('%s', { timeout: 60_000 }, (_, sources) => {
    expect(sources.length).toBeGreaterThan(10)
    for (const source of sources.flatMap((each) => [each, half(each)])) {
      expect(read(slim, source)).toBe(read(whole, source))
    }
  })
})

test('what is left out is gone', () => {
  expect(() => slim.parse('<div />', { plugins: ['jsx'] })).toThrow(/requires|Unexpected/)
})

test('another version is refused, with the place', () => {
  expect(() => slimParser(text.replace('  placeholders\n};', '  other\n};'))).toThrow(
    /not the version .* mixinPlugins .* is there 0 times/,
  )
})
