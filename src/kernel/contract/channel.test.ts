import { describe, test } from 'vitest'
import { connectKernel, type KernelWorker } from '../client.ts'
import { serveKernel } from '../serve.ts'
import { GIVEN_CASES } from './all-cases.ts'
import { BEHAVIOURS } from './behaviours.ts'
import { type KernelCase, type MakeKernel, runCase } from './cases.ts'

/** A kernel at the other end of a channel in this thread: all messages are really cloned. */
function channelWorker(): KernelWorker {
  const { port1, port2 } = new MessageChannel()
  serveKernel(port2)
  return {
    postMessage: (message, transfer) => port1.postMessage(message, transfer),
    addEventListener: (_type, listener) => port1.addEventListener('message', listener),
    start: () => port1.start(),
    terminate: () => port1.close(),
  }
}

const SETUPS: [string, MakeKernel, KernelCase[]][] = [
  // Our own cases differ from the given ones in what cells do, not in how outcomes travel: they run in process.
  ['one worker', (options) => connectKernel(channelWorker(), options), GIVEN_CASES],
  ['a live and an archive worker', (options) => connectKernel(channelWorker, options), GIVEN_CASES],
]

describe.each(SETUPS)('kernel, across %s', (_name, make, cases) => {
  test.each(cases.map((entry) => [entry.id, entry] as const))(
    '%s',
    async (_id, entry) => {
      await runCase(entry, make)
    },
    60_000,
  )
  test.each(BEHAVIOURS.map((entry) => [entry.name, entry] as const))(
    '%s',
    async (_name, entry) => {
      await entry.run(make)
    },
    30_000,
  )
})
