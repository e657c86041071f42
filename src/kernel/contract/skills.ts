import type { Outcome } from '../types.ts'
import { type Behaviour, matches, present, same } from './behaviour.ts'
import { texts } from './portable.ts'
import { caseTools } from './tools.ts'

const STATS = {
  '@/skills/stats':
    'import { sum } from "./util"\nimport type { Row } from "./types.ts"\nexport const mean = (xs: number[]): number => sum(xs) / xs.length\nexport type { Row }\nexport { round } from "./lib/round.js"\nexport * from "./lib"',
  '@/skills/stats/util.ts':
    'export function sum(xs: readonly number[]): number { return xs.reduce((a, b) => a + b, 0) }',
  '@/skills/stats/types.ts': 'export interface Row { id: number }',
  '@/skills/stats/lib/index.ts':
    'import { sum } from "../util"\nexport enum Mode { Fast, Exact }\nexport const total = sum',
  '@/skills/stats/lib/round.ts': 'export const round = (x: number) => Math.round(x)',
  '@/skills/folder/index.ts':
    'import { name } from "./name"\nexport default class Folder { constructor(readonly name_ = name) {} }',
  '@/skills/folder/name.js': 'export const name = "folder"',
}

const place = ({ error }: Outcome): unknown[] => [error?.name, error?.line, error?.column]

export const SKILL_BEHAVIOURS: Behaviour[] = [
  {
    name: 'imports skills of several files, statically and dynamically',
    run: async (make) => {
      const kernel = await make({ modules: STATS })
      same(
        await texts(kernel, [
          'import { mean, round, Mode, total } from "@/skills/stats"; [mean([1, 2, 4]) > 2.3, round(1.6), Mode[1], total([1, 2])]',
          'const { sum } = await import("@/skills/stats/util"); sum([5, 6])',
          'const folder = "stats"; (await import(`@/skills/$' + '{folder}/util.js`)).sum === sum',
          'import Folder from "@/skills/folder"; new Folder()',
          'import * as all from "@/skills/stats/lib"; Object.keys(all)',
          'const late = async () => (await import("@/skills/folder/name")).name; await late()',
          'mean([3])',
        ]),
        [
          '[true, 2, "Exact", 3]',
          '11',
          'true',
          'Folder {name_: "folder"}',
          '["Mode", "total"]',
          'folder',
          '3',
        ],
        'imported',
      )
      await kernel.dispose()
    },
  },
  {
    name: 'evaluates a skill once, waits for its top-level await, and takes circles',
    run: async (make) => {
      const kernel = await make({
        tools: caseTools(['slow']),
        modules: {
          '@/skills/once':
            'globalThis.runs = (globalThis.runs ?? 0) + 1; export const value = await tools.slow({ ms: 2, value: 7 }); export let n = 0; export const up = () => ++n',
          '@/skills/a':
            'import { b } from "@/skills/b"; export const a = () => "a" + b(); export const name = "A"',
          '@/skills/b': 'import { name } from "@/skills/a"; export const b = () => "b" + name',
        },
      })
      const outcome = await kernel.run('import { value } from "@/skills/once"; value')
      same([outcome.text, outcome.calls.length], ['7', 1], 'top-level await')
      same(
        await texts(kernel, [
          'import { up } from "@/skills/once"; up()',
          'const again = await import("@/skills/once"); [again.up(), again.n, runs]',
          'import { a } from "@/skills/a"; a()',
        ]),
        ['1', '[2, 2, 1]', 'abA'],
        'once',
      )
      await kernel.dispose()
    },
  },
  {
    name: 'carries imported functions in an image, and loads further files where it is restored',
    run: async (make) => {
      const from = await make({ modules: STATS })
      await from.run(
        'import { mean } from "@/skills/stats"; let calls = 0; const counted = (xs: number[]) => (calls++, mean(xs))',
      )
      await from.run('counted([1])')
      const to = await make({})
      await to.restore(await to.importImage(await from.exportImage(await from.checkpoint())))
      same(
        await texts(to, [
          '[counted([2, 4]), calls]',
          '(await import("@/skills/folder")).default.name',
          'import { round } from "@/skills/stats/lib/round"; round(2.5)',
        ]),
        ['[3, 2]', 'Folder', '3'],
        'restored',
      )
      await from.dispose()
      await to.dispose()
    },
  },
  {
    name: 'says which file is missing or broken, where, and where the cell imports it',
    run: async (make) => {
      const kernel = await make({
        modules: {
          '@/skills/ok': 'export const ok = 1',
          '@/skills/broken': 'export const a = 1\nexport const b = (',
          '@/skills/uses-broken': 'import { a } from "@/skills/broken"\nexport const c = a',
          '@/skills/lost': 'export const a = 1\nimport { x } from "./nope"\nexport const b = x',
          '@/skills/escapes/index.ts':
            'export const up = () => import("../ok")\nexport const self = () => import("..")',
        },
      })
      const run = (cell: string): Promise<Outcome> => kernel.run(cell)
      const missing = await run('const a = 1\nawait import("@/skills/none")')
      matches(
        missing.text,
        /^Error: There is no module "@\/skills\/none"\. Available: @\/skills\/ok, @\/skills\/broken/,
        'missing',
      )
      same(place(missing), ['Error', 2, 7], 'missing, dynamic')
      same(place(await run('\nimport { x } from "@/skills/none"; x')), ['Error', 2, 1], 'missing, static')
      const broken = await run('const b = 1\nconst m = await import("@/skills/broken")')
      matches(
        broken.text,
        /^SyntaxError: @\/skills\/broken:2:19: [^\n]+\n {2}1 \| export const a = 1\n> 2 \| export const b = \(\n/,
        'broken',
      )
      same(place(broken), ['SyntaxError', 2, 17], 'broken')
      const through = await run('import { c } from "@/skills/uses-broken"\nc')
      matches(through.text, /^SyntaxError: @\/skills\/broken:2:19: /, 'broken, through another')
      same(place(through), ['SyntaxError', 1, 1], 'broken, through another')
      matches(
        (await run('await import("@/skills/lost")')).text,
        /^Error: @\/skills\/lost:2:1: There is no module "\.\/nope" \("@\/skills\/lost\/nope"\)\. Available: /,
        'missing, relative',
      )
      for (const [name, from] of [
        ['up', 1],
        ['self', 2],
      ] as const) {
        matches(
          (await run(`const { ${name} } = await import("@/skills/escapes"); await ${name}()`)).text,
          new RegExp(
            `^Error: @/skills/escapes/index\\.ts:${from}:\\d+: "\\.\\.(?:/ok)?" leaves the skill @/skills/escapes: import another skill by its full name`,
          ),
          'another skill by a relative path',
        )
      }
      matches(
        (await run('await import("./ok")')).text,
        /^Error: A cell has no folder that "\.\/ok" could be in\./,
        'from a cell',
      )
      matches(
        (await run('import { no } from "@/skills/ok"')).text,
        /has no export "no"\. It exports: ok\./,
        'no such export',
      )
      same((await run('import { ok } from "@/skills/ok"; ok')).text, '1', 'the others work')
      await kernel.dispose()
    },
  },
  {
    name: "shows places inside a skill in the skill's own text",
    run: async (make) => {
      const kernel = await make({
        modules: {
          '@/skills/deep':
            'enum Long { First = 1, Second = First + 1 }\ninterface Unused { a: number }\nexport function fail(x: { y?: { z: number } } | null): number {\n  const é: Long = Long.Second; return é + x!.y!.z\n}\nexport const later = async (): Promise<never> => { await null; throw new RangeError("later") }',
          '@/skills/throws/index.ts': 'const ok: number = 1\n\nthrow new TypeError("while loading" + ok)',
        },
      })
      const failed = await kernel.run('import { fail, later } from "@/skills/deep"\n\nfail({})')
      same(place(failed), ['TypeError', 3, 1], 'in the cell')
      const stack = present(failed.error?.stack, 'stack')
      matches(stack, /^at fail \(@\/skills\/deep:4:43\)\nat \(cell-1:3:1\)$/, 'stack')
      const async_ = await kernel.run('await later()')
      matches(present(async_.error?.stack, 'stack'), /^at later \(@\/skills\/deep:6:\d+\)/, 'after waiting')
      const loading = await kernel.run('const x = 1\nawait import("@/skills/throws")')
      same(loading.error?.message, 'while loading1', 'message')
      matches(
        present(loading.error?.stack, 'stack'),
        /^at \(@\/skills\/throws\/index\.ts:3:\d+\)/,
        'while loading',
      )
      const image = await kernel.exportImage(await kernel.checkpoint())
      const other = await make({})
      await other.restore(await other.importImage(image))
      const again = await other.run('fail({})')
      matches(
        present(again.error?.stack, 'stack'),
        /^at fail \(@\/skills\/deep:4:43\)/,
        'in a restored kernel',
      )
      await kernel.dispose()
      await other.dispose()
    },
  },
]
