import type { Checkpoint } from '../types.ts'
import { type Behaviour, matches, refusal, same } from './behaviour.ts'
import type { MakeKernel } from './cases.ts'
import { texts } from './portable.ts'

const TURNS = [
  'const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: "row " + id })); let x = 1',
  'const up = () => ++x; up()',
  'class Box { #v = 1; next() { return ++this.#v } }; const box = new Box(); box.next()',
  'rows.push({ id: 500, name: "late" }); [up(), box.next(), Math.random()]',
]

/** Runs turns, each part of them in a kernel of its own that goes on from the image of the one before. */
async function inParts(make: MakeKernel, parts: readonly (readonly string[])[]): Promise<string> {
  let image: Uint8Array | null = null
  let hash = ''
  for (const cells of parts) {
    const kernel = await make({})
    if (image) await kernel.restore(await kernel.importImage(image))
    await texts(kernel, [...cells])
    const here = await kernel.checkpoint()
    hash = await kernel.imageHash(here)
    image = await kernel.exportImage(here)
    await kernel.dispose()
  }
  return hash
}

/** The suites' facts about chains of snapshots and about what nobody may have changed. */
export const CHAIN_CONFORMANCE: Behaviour[] = [
  {
    name: 'conformance 15: both kinds of snapshot can be had at any time, before the first cell too',
    run: async (make) => {
      const kernel = await make({})
      same((await kernel.portableSnapshot()).values, [], 'nothing yet')
      const boot = await kernel.exportImage(await kernel.checkpoint())
      await kernel.run('const a = 1')
      same((await kernel.portableSnapshot()).values.length, 1, 'a value')
      await kernel.restore(await kernel.importImage(boot))
      same(await texts(kernel, ['typeof a']), ['undefined'], 'the boot again')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 26: however turns are split over kernels, the heap comes out the same',
    run: async (make) => {
      const [a = '', b = '', c = '', d = ''] = TURNS
      const whole = await inParts(make, [[a, b, c, d]])
      same(await inParts(make, [[a], [b], [c], [d]]), whole, 'each alone')
      same(
        await inParts(make, [
          [a, b],
          [c, d],
        ]),
        whole,
        'in the middle',
      )
      same(await inParts(make, [[a], [], [b, c, d]]), whole, 'with a kernel that does nothing')
    },
  },
  {
    name: 'conformance 28: a fork in the middle of the history goes on, and both ways stay',
    run: async (make) => {
      const kernel = await make({})
      const ends: Checkpoint[] = []
      for (const cell of TURNS) {
        await kernel.run(cell)
        ends.push(await kernel.checkpoint())
      }
      const hashes = await Promise.all(ends.map((end) => kernel.imageHash(end)))
      const [, second, , last] = ends
      if (!second || !last) throw new Error('The turns have no ends')
      await kernel.restore(second)
      same(await texts(kernel, ['x = 100; up()', 'typeof box']), ['101', 'undefined'], 'the fork')
      const fork = await kernel.checkpoint()
      await kernel.restore(last)
      same(await texts(kernel, ['[up(), rows.length]']), ['[4, 501]'], 'the first way')
      await kernel.restore(fork)
      same(await texts(kernel, ['up()']), ['102'], 'the other way')
      same(await Promise.all(ends.map((end) => kernel.imageHash(end))), hashes, 'the past is as it was')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 30: one changed bit anywhere is refused before anything is touched',
    run: async (make) => {
      const from = await make({})
      await from.run('const x = 1')
      const bytes = await from.exportImage(await from.checkpoint())
      const kernel = await make({})
      const hash = await kernel.imageHash(await kernel.checkpoint())
      for (let at = 16; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ 1
        matches(await refusal(kernel.importImage(changed)), /^ImageRefused: /, `byte ${at}`)
      }
      same(await kernel.imageHash(await kernel.checkpoint()), hash, 'untouched')
      await from.dispose()
      await kernel.dispose()
    },
  },
]
