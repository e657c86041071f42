import {
  type ConsoleLevel,
  DEFAULT_LIMITS,
  type Kernel,
  type KernelOptions,
  type Limits,
  type Outcome,
} from '../types.ts'
import { caseTools } from './tools.ts'

export interface KernelCase {
  id: string
  cells: string[]
  expect: (Expectation | null)[]
  limits?: Partial<Limits>
  modules?: Record<string, string>
  tools?: string[]
  options?: Partial<KernelOptions>
}

export interface Expectation {
  text?: string
  textMatch?: string
  error?: {
    kind?: string
    name?: string
    message?: string
    kindMatch?: string
    line?: number
    column?: number
  }
  console?: [ConsoleLevel, string][]
  warnings?: string[]
  calls?: number
  ok?: true
  any?: true
  rolledBack?: true
}

export type MakeKernel = (options: KernelOptions) => Promise<Kernel>

/** Runs the cells of a case one after the other. Throws at the first that is not as expected. */
export async function runCase(testCase: KernelCase, make: MakeKernel): Promise<void> {
  let calls = 0
  const kernel = await make({
    ...testCase.options,
    ...(testCase.limits ? { limits: testCase.limits } : {}),
    ...(testCase.modules ? { modules: testCase.modules } : {}),
    tools: caseTools(testCase.tools ?? [], () => {
      calls += 1
    }),
  })
  try {
    for (const [index, cell] of testCase.cells.entries()) {
      calls = 0
      const outcome = await kernel.run(cell)
      const limits = { ...DEFAULT_LIMITS, ...testCase.limits }
      const problem = unsound(outcome, limits) ?? problemWith(outcome, calls, testCase.expect[index] ?? null)
      if (problem !== null)
        throw new Error(
          `cell ${index + 1}: ${problem}\n${JSON.stringify({ ...outcome, value: null, checkpoints: [] }, null, 1)}`,
        )
    }
  } finally {
    await kernel.dispose()
  }
}

/** What holds of every outcome. */
export function unsound(outcome: Outcome, limits: Limits): string | null {
  structuredClone(outcome)
  const { status, text, error, rolledBack, console } = outcome
  if (text.length > limits.resultChars) return `text has ${text.length} characters`
  const written = console.reduce((sum, line) => sum + line.text.length + 1, 0)
  if (written > limits.consoleChars + 1) return `console has ${written} characters`
  if ((status === 'ok') !== (error === null)) return `status ${status} does not fit the error`
  if (rolledBack && status === 'ok') return 'a cell that went well was rolled back'
  return null
}

function problemWith(outcome: Outcome, calls: number, expected: Expectation | null): string | null {
  if (expected === null) return null
  const { error } = expected
  if (!error && !expected.any && outcome.status !== 'ok') return `status is ${outcome.status}`
  if (expected.text !== undefined && outcome.text !== expected.text)
    return `text is ${JSON.stringify(outcome.text)}, not ${JSON.stringify(expected.text)}`
  if (expected.textMatch !== undefined && !new RegExp(expected.textMatch).test(outcome.text))
    return `text does not match ${expected.textMatch}`
  if (error) {
    const got = outcome.error
    if (!got) return 'there is no error'
    if (error.kind !== undefined && got.kind !== error.kind) return `kind is ${got.kind}, not ${error.kind}`
    if (error.kindMatch !== undefined && !new RegExp(error.kindMatch).test(got.kind))
      return `kind ${got.kind} does not match ${error.kindMatch}`
    if (error.name !== undefined && got.name !== error.name) return `name is ${got.name}, not ${error.name}`
    if (error.message !== undefined && !new RegExp(error.message).test(got.message))
      return `message does not match ${error.message}`
    if (error.line !== undefined && got.line !== error.line) return `line is ${got.line}, not ${error.line}`
    if (error.column !== undefined && got.column !== error.column)
      return `column is ${got.column}, not ${error.column}`
  }
  if (
    expected.console &&
    JSON.stringify(outcome.console.map(({ level, text }) => [level, text])) !==
      JSON.stringify(expected.console)
  ) {
    return `console is ${JSON.stringify(outcome.console)}`
  }
  for (const pattern of expected.warnings ?? []) {
    if (!outcome.warnings.some((warning) => new RegExp(pattern, 'i').test(warning)))
      return `no warning matches ${pattern}`
  }
  if (expected.rolledBack && !outcome.rolledBack) return 'it was not rolled back'
  if (expected.calls !== undefined && calls !== expected.calls)
    return `${calls} calls ran, not ${expected.calls}`
  return null
}
