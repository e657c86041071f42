import { connectKernel } from '../../src/kernel/client.ts'
import { GIVEN_CASES, OWN_CASES } from '../../src/kernel/contract/all-cases.ts'
import type { Behaviour } from '../../src/kernel/contract/behaviour.ts'
import { BEHAVIOURS } from '../../src/kernel/contract/behaviours.ts'
import { type KernelCase, type MakeKernel, runCase } from '../../src/kernel/contract/cases.ts'
import { HOSTILE_BEHAVIOUR, HOSTILE_NATIVE_BEHAVIOUR } from '../../src/kernel/contract/hostile.ts'
import { KNOWN_IMAGES } from '../../src/kernel/contract/known.ts'
import { WORKER_BEHAVIOURS } from '../../src/kernel/contract/workers.ts'

/** The kernel's contract in a real worker: the names of what is checked, by group, and a way to run one. */
declare global {
  interface Window {
    contract: { names: Record<string, string[]>; run: (name: string) => Promise<void> }
  }
}

const newWorker = (): Worker =>
  new Worker(new URL('../../src/kernel/worker.ts', import.meta.url), { type: 'module' })
const make: MakeKernel = (options) => connectKernel(newWorker, options)

const behaviourOf = (entry: KernelCase): Behaviour => ({
  name: entry.id,
  run: (kernel) => runCase(entry, kernel),
})

const groups: Record<string, Behaviour[]> = {
  cases: GIVEN_CASES.map(behaviourOf),
  own: OWN_CASES.map(behaviourOf),
  behaviours: [...BEHAVIOURS, KNOWN_IMAGES],
  workers: WORKER_BEHAVIOURS,
  hostile: [HOSTILE_BEHAVIOUR, HOSTILE_NATIVE_BEHAVIOUR],
}
const checks = new Map(Object.values(groups).flatMap((group) => group.map(({ name, run }) => [name, run])))

window.contract = {
  names: Object.fromEntries(
    Object.entries(groups).map(([group, entries]) => [group, entries.map(({ name }) => name)]),
  ),
  run: async (name) => {
    const check = checks.get(name)
    if (!check) throw new Error(`There is no check ${name}`)
    await check(make)
  },
}
