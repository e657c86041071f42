import { type Behaviour, present, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** The recorded past, run again. */
export const REPLAY_BEHAVIOURS: Behaviour[] = [
  {
    name: 'replays recorded steps to the same heap, byte for byte',
    run: async (make) => {
      const options = { tools: caseTools(['slow', 'echo', 'fail']) }
      const live = await make(options)
      const boot = await live.checkpoint()
      const outcomes = [
        await live.run(
          'const rows: number[] = []; for (let i = 0; i < 5; i++) rows.push(await tools.echo(i)); rows',
        ),
        await live.run(
          'const all = await Promise.all([3, 1, 2].map((ms) => tools.slow({ ms, value: ms }))); const r = Math.random(); [all, r]',
        ),
        await live.run(
          'try { await tools.fail({ message: "x" }) } catch (error) { globalThis.seen = error.message } seen',
        ),
        await live.run('null.boom'),
      ]
      const steps = outcomes.flatMap((outcome) => outcome.checkpoints)
      const hashes = []
      for (const checkpoint of steps) hashes.push(await live.imageHash(checkpoint))
      const other = await make(options)
      await other.adopt([boot, ...steps])
      for (const [index, checkpoint] of steps.entries())
        same(await other.imageHash(checkpoint), hashes[index], `image ${index}`)
      await other.restore(present(steps.at(-1), 'last step'))
      same((await other.run('[rows.length, all, seen]')).text, '[5, [3, 1, 2], "x"]', 'goes on')
      await live.dispose()
      await other.dispose()
    },
  },
  {
    name: 'replays a whole history and proves that nothing differs, or says where it does',
    run: async (make) => {
      const kernel = await make({
        tools: caseTools(['slow', 'echo', 'fail', 'never']),
        limits: { cpuMs: 200, graceMs: 10 },
      })
      const boot = await kernel.checkpoint()
      const cells = [
        'const xs = await Promise.all([6, 2, 4].map((ms) => tools.slow({ ms, value: ms }))); console.log(xs); xs',
        'await tools.fail({ message: "no" })',
        'let i = 0; while (true) i++',
        'tools.never({}); "left"',
        'await new Promise(() => {})',
        'null.x',
        '[xs.length, i > 0]',
      ]
      const outcomes = []
      for (const cell of cells) {
        outcomes.push(await kernel.run(cell))
        await kernel.variables()
      }
      const recorded = [boot, ...outcomes.flatMap((outcome) => outcome.checkpoints)].map((checkpoint) => ({
        checkpoint,
      }))
      const report = await kernel.replay(recorded)
      same([report.identical, report.steps, report.divergence], [true, recorded.length, null], 'report')
      if (report.compared < cells.length) throw new Error(`only ${report.compared} images were compared`)
      const said = (outcome: { status: string; text: string; warnings: string[]; console: unknown[] }) => [
        outcome.status,
        outcome.text,
        outcome.warnings,
        outcome.console,
      ]
      same(
        report.outcomes.map(({ outcome }) => said(outcome)),
        outcomes.map(said),
        'outcomes',
      )
      const settled = recorded.findIndex(({ checkpoint }) => checkpoint.step.type === 'settle')
      const forged = recorded.map((entry, index) => {
        const { step } = entry.checkpoint
        return index === settled && step.type === 'settle'
          ? { checkpoint: { ...entry.checkpoint, step: { ...step, payload: '77' } } }
          : entry
      })
      const end = recorded.findIndex(({ checkpoint }) => checkpoint.kind === 'end')
      const { hashes } = report
      const known = forged.map(({ checkpoint }) => ({ checkpoint, hash: hashes[checkpoint.id] ?? null }))
      const apart = await kernel.replay(known)
      same(
        [apart.identical, apart.divergence?.step === settled, end > settled],
        [false, true, true],
        'divergence',
      )
      await kernel.dispose()
    },
  },
  {
    name: 'gives real clock readings when asked, the same in a replay',
    run: async (make) => {
      const options = { clock: 'recorded' as const }
      const kernel = await make(options)
      const boot = await kernel.checkpoint()
      const outcome = await kernel.run(
        'const t = Date.now(); const d = new Date(); t > 1.6e12 && d.getTime() >= t && performance.now() >= 0',
      )
      same(outcome.text, 'true', 'clock')
      const end = present(outcome.checkpoints.at(-1), 'end')
      const other = await make(options)
      await other.adopt([boot, ...outcome.checkpoints])
      same(await other.imageHash(end), await kernel.imageHash(end), 'image')
      await kernel.dispose()
      await other.dispose()
    },
  },
]
