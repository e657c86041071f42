import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Bench, withBench } from './engine.testing.ts'
import type { Position } from './frame.ts'
import { programs } from './programs.testing.ts'

/** Every hole logs its number, so that order and number of evaluations show. */
function logging(template: string): string {
  let n = 0
  return template.replace(/§[SE]/g, () => `log(${n++})`)
}

const LOG = 'globalThis.logged = []; globalThis.log = (n) => { logged.push(n); return 1 }'

const HERE = (line: number, column: number): Position => ({ line, column })

function outcome(
  run: (bench: Bench) => { value: unknown; error: { message: string } | null },
): Promise<unknown> {
  return withBench((bench) => {
    bench.run(LOG)
    const { value, error } = run(bench)
    return { value, error: error?.message, logged: bench.run('logged').value }
  })
}

describe('what a program does', () => {
  it('is what TypeScript says it does', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (template) => {
        // TypeScript knows no `return` at the top, and the engine no `export`.
        fc.pre(!/^(?:return|if \(true\) return|for \(const r of)/m.test(template))
        const source = logging(template).replace(/^export /gm, '')
        const { outputText } = ts.transpileModule(source, {
          compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
        })
        const expected = await outcome((bench) =>
          bench.evaluate(outputText.replace(/^export \{\};$/m, ''), HERE),
        )
        expect(await outcome((bench) => bench.run(source))).toEqual(expected)
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    )
  }, 60_000)
})
