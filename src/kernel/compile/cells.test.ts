import { describe, expect, it } from 'vitest'
import list from './cases/cells.json'
import { type Ran, withBench } from './engine.testing.ts'

/**
 * Cells and what becomes of them in the engine: `value` (JSON; "undefined" for none) or `error` (`name: message`) with
 * the place `at`, and all `warnings`.
 */
interface Expected {
  value?: unknown
  error?: string
  at?: string
  warnings?: string[]
}

interface Case {
  group: string
  cells: string[]
  expect: Expected[]
}

const MODULES = {
  '@/m': 'export const a: number = 1; export default function d(){ return 2 }\nexport let u: string',
}

function seen({ value, error, at, compiled }: Ran): Expected {
  const warnings = compiled.ok ? compiled.compiled.warnings : compiled.warnings
  return {
    ...(error ? { error: `${error.name}: ${error.message}` } : { value: jsonOf(value) }),
    ...(error && at ? { at: `${at.line}:${at.column}` } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

const jsonOf = (value: unknown): unknown =>
  value === undefined ? 'undefined' : JSON.parse(JSON.stringify(value))

const cases: Case[] = list

describe.each([...new Set(cases.map(({ group }) => group))])('%s', (group) => {
  it.each(
    cases.filter((entry) => entry.group === group).map((entry) => [entry.cells.join(' ⏎ '), entry] as const),
  )('%s', async (_, { cells, expect: expected }) => {
    await withBench((bench) => {
      for (const [index, cell] of cells.entries()) expect(seen(bench.run(cell))).toEqual(expected[index])
    }, MODULES)
  })
})
