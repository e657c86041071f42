import { type Behaviour, matches, present, refusal, same } from './behaviour.ts'
import { named, notRestored, texts } from './portable.ts'
import { caseTools } from './tools.ts'

/** Portable snapshots and the history: taking them leaves no trace, restoring them is a step. */
export const PORTABLE_HISTORY_BEHAVIOURS: Behaviour[] = [
  {
    name: 'takes a portable snapshot without touching the live heap, at any past checkpoint',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['echo']) })
      await kernel.run('let a = 1; const up = () => ++a')
      const past = await kernel.checkpoint()
      await kernel.run('await tools.echo(up())')
      const here = await kernel.checkpoint()
      const hash = await kernel.imageHash(here)
      const value = async (at?: typeof past): Promise<unknown> => {
        const entry = (await kernel.portableSnapshot(at)).values.find(({ name }) => name === 'a')
        return entry && 'value' in entry ? entry.value : null
      }
      same([await value(), await value(past), await value()], [2, 1, 2], 'values')
      same([(await kernel.checkpoint()).id, await kernel.imageHash(here)], [here.id, hash], 'place')
      same((await kernel.run('[up(), Math.random() < 1]')).text, '[3, true]', 'goes on')
      await kernel.dispose()
    },
  },
  {
    name: 'records a portable restore as a step: replayed, exported and gone back to, exactly',
    run: async (make) => {
      const first = await make({})
      await first.run('const data = new Map([["k", [1, 2n]]]); const fn = () => 1; let n = 1')
      const snapshot = await first.portableSnapshot()
      const kernel = await make({ tools: caseTools(['slow']) })
      const boot = await kernel.checkpoint()
      const before = await kernel.run('let n = 5; var fn = () => 2; const mine = 3')
      const { checkpoint } = await kernel.restorePortable(snapshot)
      same([checkpoint.kind, checkpoint.step.type], ['end', 'restore-portable'], 'step')
      const after = await kernel.run(
        'data.get("k")!.push(n); [await tools.slow({ ms: 1, value: mine }), data]',
      )
      same(after.text, '[3, Map(1) {"k" => [1, 2n, 1]}]', 'after')
      same(
        await texts(kernel, ['fn()', 'fn.x']),
        Array(2).fill(`Error: ${notRestored('fn', 'function')}`),
        'over a variable',
      )
      const steps = [boot, ...before.checkpoints, checkpoint, ...after.checkpoints]
      const report = await kernel.replay(steps.map((entry) => ({ checkpoint: entry })))
      same([report.identical, report.divergence], [true, null], 'replay')
      const other = await make({})
      await other.adopt(steps)
      const end = present(steps.at(-1), 'end')
      same(await other.imageHash(end), await kernel.imageHash(end), 'recomputed')
      await kernel.restore(present(before.checkpoints.at(-1), 'before'))
      same(await texts(kernel, ['[n, fn(), typeof data]']), ['[5, 2, "undefined"]'], 'gone back')
      await kernel.restore(checkpoint)
      same(await texts(kernel, ['n + mine', 'fn = 4; fn']), ['4', '4'], 'and forth')
      for (const each of [first, kernel, other]) await each.dispose()
    },
  },
  {
    name: 'refuses a portable snapshot that is wrong or too large, says why, and changes nothing',
    run: async (make) => {
      const kernel = await make({ limits: { snapshotBytes: 2_000 } })
      await kernel.run('const small = 1; const large = "x".repeat(1900); const medium = "y".repeat(200)')
      matches(
        await refusal(kernel.portableSnapshot()),
        /^SnapshotTooLarge: .*takes \d+ bytes; the limit is 2000\. Largest: large \(1902 bytes\), medium \(202 bytes\)/,
        'too large',
      )
      same(named(await kernel.portableReport(), 'large').bytes, 1902, 'its report is still told')
      const other = await make({})
      await other.run('const large = "x".repeat(3000)')
      const tooLarge = await other.portableSnapshot()
      const here = await kernel.checkpoint()
      const hash = await kernel.imageHash(here)
      const wrong: [unknown, RegExp][] = [
        [tooLarge, /SnapshotTooLarge/],
        ['nonsense', /SnapshotRefused: .*not JSON/],
        [{ type: 'other' }, /not a portable snapshot/],
        [{ ...tooLarge, version: 2 }, /version 2; this program reads version 1/],
        [
          {
            ...tooLarge,
            values: [{ name: 'a', status: 'kept', type: 'object', bytes: 1, value: { ref: 9 } }],
          },
          /not there/,
        ],
        [
          {
            type: 'backstep-portable',
            version: 1,
            values: [],
            objects: [{ type: 'regexp', source: '(', flags: '', lastIndex: 0 }],
          },
          /SnapshotRefused/,
        ],
        [
          {
            type: 'backstep-portable',
            version: 1,
            values: [
              { name: 'undefined', status: 'missing' },
              { name: 'q', status: 'missing' },
            ],
            objects: [],
          },
          /undefined cannot be given a value/,
        ],
      ]
      for (const [given, pattern] of wrong) {
        matches(await refusal(kernel.restorePortable(given as string)), pattern, 'refused')
        same([(await kernel.checkpoint()).id, await kernel.imageHash(here)], [here.id, hash], 'place')
        same((await kernel.run('[small, typeof a, typeof q]')).text, '[1, "undefined", "undefined"]', 'state')
        await kernel.restore(here)
      }
      await kernel.dispose()
      await other.dispose()
    },
  },
  {
    name: 'goes back to its boot',
    run: async (make) => {
      const kernel = await make({})
      const boot = await kernel.checkpoint()
      await kernel.run('globalThis.x = 1; Array.prototype.extra = 1')
      const back = await kernel.reset()
      same([back.id, (await kernel.checkpoint()).id], [boot.id, boot.id], 'place')
      same((await kernel.run('[typeof x, typeof [].extra]')).text, '["undefined", "undefined"]', 'state')
      await kernel.dispose()
    },
  },
]
