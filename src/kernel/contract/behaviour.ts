import type { MakeKernel } from './cases.ts'

/** What every kernel does, in process or across a worker, beyond what single cells show. */
export interface Behaviour {
  name: string
  run: (make: MakeKernel) => Promise<void>
}

export function same(got: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}: ${a}, not ${b}`)
}

export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`)
  return value
}

/** The message of a promise's failure. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  throw new Error('It was not refused')
}

export function matches(text: string, pattern: RegExp, what: string): void {
  if (!pattern.test(text)) throw new Error(`${what}: ${JSON.stringify(text)} does not match ${pattern}`)
}
