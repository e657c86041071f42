import hostile from '../cases/hostile.json'
import { DEFAULT_LIMITS, type Kernel, type Outcome } from '../types.ts'
import type { Behaviour } from './behaviour.ts'
import { type MakeKernel, unsound } from './cases.ts'
import { caseTools } from './tools.ts'

/** A program that tries to harm the kernel. Each is followed by a cell that has to work as if nothing had happened. */
interface HostileProgram {
  id: string
  code: string
  /**
   * What it breaks stays broken for cells, as it should: the checkpoint before it is restored after the cell that
   * follows it, so that the next one finds everything whole.
   */
  undo?: boolean
}

export const HOSTILE: readonly HostileProgram[] = hostile.programs
/** Loops in native code: only another thread can end them. */
const HOSTILE_NATIVE: readonly HostileProgram[] = hostile.native

const LIMITS = { cpuMs: 500, graceMs: 20 }

const START =
  'globalThis.sentinel = { n: 0 }; const up = () => ++sentinel.n; class Kept { #v = 7; get v() { return this.#v } } const kept = new Kept()'

/** Variables, closures, private fields and calls: all as they were. */
const CHECK = '[up(), kept.v, (await tools.echo({ i: [sentinel.n] })).i[0]]'

async function checked(kernel: Kernel, times: number): Promise<string | null> {
  const { text } = await kernel.run(CHECK)
  return text === `[${times}, 7, ${times}]` ? null : `afterwards ${text.slice(0, 300)}`
}

async function survives(make: MakeKernel, programs: readonly HostileProgram[]): Promise<void> {
  const kernel = await make({ tools: caseTools(['echo', 'fail', 'slow', 'never']), limits: LIMITS })
  await kernel.run(START)
  const problems: string[] = []
  let times = 0
  for (const { id, code, undo } of programs) {
    const before = undo ? await kernel.checkpoint() : null
    const outcome: Outcome | Error = await kernel
      .run(code)
      .catch((error: unknown) => new Error(String(error)))
    const odd =
      outcome instanceof Error
        ? `run rejected: ${outcome.message}`
        : unsound(outcome, { ...DEFAULT_LIMITS, ...LIMITS })
    if (odd !== null) problems.push(`${id}: ${odd}`)
    const problem = await checked(kernel, times + 1)
    if (before) await kernel.restore(before)
    else times += 1
    if (problem !== null) problems.push(`${id}: ${problem}`)
  }
  await kernel.dispose()
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

export const HOSTILE_BEHAVIOUR: Behaviour = {
  name: `goes on after each of ${HOSTILE.length} hostile programs in one kernel`,
  run: (make) => survives(make, HOSTILE),
}

/** For kernels in threads of their own. */
export const HOSTILE_NATIVE_BEHAVIOUR: Behaviour = {
  name: 'goes on after native loops that no interrupt reaches',
  run: (make) => survives(make, HOSTILE_NATIVE),
}
