import { describe, expect, it } from 'vitest'
import { withBench } from './engine.testing.ts'
import { compileModule, originalPosition } from './index.ts'

/** What a cell sees of a module: the JSON of `cell`. */
function use(modules: Record<string, string>, cell: string): Promise<unknown> {
  return withBench((bench) => {
    const { value, error } = bench.run(cell)
    return error ? `${error.name}: ${error.message}` : value
  }, modules)
}

describe('skill modules', () => {
  it.each([
    [
      'export const mean = (xs: number[]): number => xs.reduce((a, b) => a + b, 0) / xs.length',
      'm.mean([1, 3])',
      2,
    ],
    ['export enum Color { Red = "r", Blue = "b" }', 'm.Color.Blue', 'b'],
    ['export enum A { X }\nexport enum A { Y = 1 }', 'm.A.X + m.A.Y', 1],
    ['export namespace N { export const a = 1; export interface I {} }', 'm.N.a', 1],
    ['export class P { constructor(public x: number) {} }', 'new m.P(4).x', 4],
    ['export abstract class S { abstract a(): number; static s = 5 }', 'm.S.s', 5],
    ['export default function f<T>(x: T): T { return x }', 'm.default(6)', 6],
    ['export default (x: number) => x!', 'm.default(7)', 7],
    [
      'export interface I { a: 1 }\nexport type T = I\nexport declare const d: 1\nexport const a = 8',
      'Object.keys(m).join()',
      'a',
    ],
    ['interface I { a: 1 }\nconst v = 9\nexport { type I, v }', 'Object.keys(m).join()', 'v'],
    ['interface I { a: 1 }\ntype J = I\nconst v = 9\nexport { I, J, v }', 'Object.keys(m).join()', 'v'],
    ['class I {}\ninterface I { a: 1 }\nexport { I }', 'typeof m.I', 'function'],
    ['export type { X } from "nowhere"\nexport const a = 1', 'm.a', 1],
    ['import type { X } from "nowhere"\nimport { type Y } from "nowhere"\nexport const a = 1', 'm.a', 1],
    ['namespace N { export const q = 3 }\nexport import Q = N.q', 'm.Q', 3],
    ['export let n = 1; export const up = () => { n++ }', 'm.up(), m.n', 2],
    ['const { a, ...rest } = { a: 1, b: 2 }\nexport { rest as others }', 'm.others.b', 2],
    ['export const { a, b: [c] } = { a: 1, b: [2] }', 'm.a + m.c', 3],
    ['const wait = await Promise.resolve(4)\nexport default wait', 'm.default', 4],
    ['#!/usr/bin/env node\nexport const a = 1', 'm.a', 1],
    ['\uFEFFexport const a = 1', 'm.a', 1],
  ])('%s', async (source, expression, expected) => {
    expect(await use({ '@/m': source }, `import * as m from '@/m'\n${expression}`)).toEqual(expected)
  })

  it('import from each other, with types left out', async () => {
    const modules = {
      '@/types': 'export interface Row { id: number }\nexport const limit = 2',
      '@/rows': "import { Row, limit } from '@/types'\nexport const rows: Row[] = [{ id: limit }]",
    }
    expect(await use(modules, "import { rows } from '@/rows'\nrows[0].id")).toBe(2)
  })

  it('keep their constants constant', async () => {
    const modules = { '@/m': 'export const k = 1\nexport const set = () => { k = 2 }' }
    expect(await use(modules, "import { set } from '@/m'\nset()")).toContain('read-only')
  })

  it('name the place of a syntax error', () => {
    const broken = compileModule('export const a = 1\nexport const = 2', '@/skills/x')
    expect(broken).toEqual({
      ok: false,
      error: {
        kind: 'syntax',
        name: 'SyntaxError',
        message: 'Unexpected token "="',
        line: 2,
        column: 14,
        frame: '@/skills/x:2:14\n  1 | export const a = 1\n> 2 | export const = 2\n    |              ^',
      },
    })
  })

  it.each([
    ['import x = require("y")', '`import … = require(…)` is not supported: write `import x from "y"`.'],
    ['export = 1', '`export =` is not supported: write `export default`.'],
    ['return 1', "'return' outside of function."],
    ['@dec class A {}', 'Decorators are not supported: call the function on the class or the value instead.'],
  ])('refuse %s', (source, message) => {
    const result = compileModule(source, 'm')
    expect(result.ok ? '' : result.error.message).toBe(message)
  })

  it('map places in functions called from cells', async () => {
    const source =
      'interface A {\n  a: 1\n}\nexport const f = (a: A) => {\n  const b: number = a.c.d\n  return b\n}'
    const stack = await withBench((bench) => bench.run("import { f } from '@/m'\nf({})").error?.stack ?? '', {
      '@/m': source,
    })
    const compiled = compileModule(source, '@/m')
    const place = /@\/m:(\d+):(\d+)/.exec(stack)
    if (!compiled.ok || !place) throw new Error(stack)
    expect(originalPosition(compiled.map, Number(place[1]), Number(place[2]))).toEqual({
      line: 5,
      column: 21,
    })
  })
})
