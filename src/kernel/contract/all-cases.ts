import given from '../cases/kernel.json'
import console from '../cases/own/console.json'
import declarations from '../cases/own/declarations.json'
import errors from '../cases/own/errors.json'
import isolation from '../cases/own/isolation.json'
import limits from '../cases/own/limits.json'
import text from '../cases/own/text.json'
import tools from '../cases/own/tools.json'
import values from '../cases/own/values.json'
import type { KernelCase } from './cases.ts'

const OWN = { console, declarations, errors, isolation, limits, text, tools, values }

export const GIVEN_CASES = given as unknown as KernelCase[]

/** Our own cases of the same kinds: there, many cells share a kernel. */
export const OWN_CASES: KernelCase[] = Object.entries(OWN).flatMap(([group, cases]) =>
  (cases as unknown as KernelCase[]).map((entry) => ({ ...entry, id: `${group}: ${entry.id}` })),
)

export const ALL_CASES: KernelCase[] = [...GIVEN_CASES, ...OWN_CASES]
