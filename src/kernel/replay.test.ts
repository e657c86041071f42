import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectKernel, type KernelWorker } from './client.ts'
import { answerFor, programs } from './contract/programs.testing.ts'
import { createKernel } from './kernel.ts'
import { serveKernel } from './serve.ts'
import type { Kernel, KernelOptions, Recorded } from './types.ts'

/** Answers after some turns of the event loop, so that they come in any order. */
let timings: readonly number[] = [0]
let asked = 0
const OPTIONS: KernelOptions = {
  limits: { toolCalls: 1_000 },
  clock: 'recorded',
  tools: [
    {
      name: 'ask',
      call: async (input) => {
        const turns = timings[asked % timings.length] ?? 0
        asked += 1
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
        const answer = answerFor(input, turns)
        if ('error' in answer) throw new Error(answer.error)
        return answer.result
      },
    },
  ],
}

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

let [live, other, remote]: Kernel[] = []
beforeAll(async () => {
  live = await createKernel(OPTIONS)
  other = await createKernel({})
  remote = await connectKernel(channelWorker, {})
})
afterAll(async () => {
  for (const kernel of [live, other, remote]) await kernel?.dispose()
})

const chance = 'const drawn = [Math.random(), Date.now() > 0, performance.now() >= 0]'

test('any program with any timing of its tools is replayed to the same heaps, wherever', async () => {
  if (!live || !other || !remote) throw new Error('There is no kernel')
  const kernel = live
  const boot = await kernel.checkpoint()
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(programs, { minLength: 1, maxLength: 2 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 7 }),
      async (cells, given) => {
        timings = given
        asked = 0
        await kernel.restore(boot)
        const path: Recorded[] = [{ checkpoint: boot, hash: await kernel.imageHash(boot) }]
        for (const cell of cells) {
          const outcome = await kernel.run(`${chance}\n${cell}\nlog`)
          for (const checkpoint of outcome.checkpoints)
            path.push({ checkpoint, hash: await kernel.imageHash(checkpoint) })
        }
        for (const where of [kernel, other, remote]) {
          const report = await where?.replay(path)
          expect(report?.divergence).toBeNull()
          expect([report?.identical, report?.compared]).toEqual([true, path.length])
          compared += path.length
        }
      },
    ),
    { numRuns: 30 },
  )
  expect(compared).toBeGreaterThan(200)
}, 240_000)

test('another result is another heap, and the first place of it is named', async () => {
  if (!live || !other) throw new Error('There is no kernel')
  timings = [0]
  await live.reset()
  const boot = await live.checkpoint()
  const { checkpoints } = await live.run('let first = await tools.ask(1); let second = 2; await tools.ask(3)')
  const path: Recorded[] = []
  for (const checkpoint of [boot, ...checkpoints])
    path.push({ checkpoint, hash: await live.imageHash(checkpoint) })
  const at = path.findIndex(({ checkpoint }) => checkpoint.step.type === 'settle')
  const changed = path.map((entry, index): Recorded => {
    const { step } = entry.checkpoint
    return index === at && step.type === 'settle'
      ? { ...entry, checkpoint: { ...entry.checkpoint, step: { ...step, payload: '"other"' } } }
      : entry
  })
  const report = await other.replay(changed)
  expect(report.identical).toBe(false)
  expect(report.divergence).toMatchObject({ checkpoint: path[at]?.checkpoint.id, step: at })
})
