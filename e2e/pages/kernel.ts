import { connectKernel } from '../../src/kernel/client.ts'
import { GIVEN_CASES } from '../../src/kernel/contract/all-cases.ts'
import { BEHAVIOURS } from '../../src/kernel/contract/behaviours.ts'
import { type MakeKernel, runCase } from '../../src/kernel/contract/cases.ts'
import { KNOWN_IMAGES } from '../../src/kernel/contract/known.ts'
import { WORKER_BEHAVIOURS } from '../../src/kernel/contract/workers.ts'

/** The kernel's contract in a real worker: the names of what is checked, and a way to run one. */
declare global {
  interface Window {
    contract: { names: string[]; run: (name: string) => Promise<void> }
  }
}

const newWorker = (): Worker =>
  new Worker(new URL('../../src/kernel/worker.ts', import.meta.url), { type: 'module' })
const make: MakeKernel = (options) => connectKernel(newWorker, options)

const checks = new Map<string, () => Promise<void>>([
  ...GIVEN_CASES.map((entry): [string, () => Promise<void>] => [entry.id, () => runCase(entry, make)]),
  ...[...BEHAVIOURS, ...WORKER_BEHAVIOURS, KNOWN_IMAGES].map((entry): [string, () => Promise<void>] => [
    entry.name,
    () => entry.run(make),
  ]),
])

window.contract = {
  names: [...checks.keys()],
  run: async (name) => {
    await checks.get(name)?.()
  },
}
