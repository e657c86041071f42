import type { KernelEvent } from '../types.ts'
import type { MakeKernel } from './cases.ts'
import { caseTools } from './tools.ts'

/** What every kernel does, in process or across a worker, beyond what single cells show. */
export interface Behaviour {
  name: string
  run: (make: MakeKernel) => Promise<void>
}

export function same(got: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}: ${a}, not ${b}`)
}

const present = <T>(value: T | undefined | null, what: string): T => {
  if (value === undefined || value === null) throw new Error(`${what} is missing`)
  return value
}

export const BEHAVIOURS: Behaviour[] = [
  {
    name: 'restores a checkpoint in place, closures, generators and classes included',
    run: async (make) => {
      const kernel = await make({})
      await kernel.run(
        'let n = 0; const up = () => ++n; function* g() { yield "a"; yield "b" } const it = g(); class P { #v = 1; next() { return ++this.#v } } const p = new P()',
      )
      await kernel.run('up(); it.next().value; p.next()')
      const before = await kernel.checkpoint()
      same((await kernel.run('[up(), it.next().value, p.next()]')).text, '[2, "b", 3]', 'live')
      await kernel.restore(before)
      same((await kernel.run('[up(), it.next().value, p.next()]')).text, '[2, "b", 3]', 'restored')
      await kernel.dispose()
    },
  },
  {
    name: 'carries an image into a fresh instance',
    run: async (make) => {
      const first = await make({})
      await first.run(
        'const secret = new Map([["k", { deep: [1, 2n, Symbol.for("s")] }]]); let count = 41; const next = () => ++count',
      )
      const bytes = await first.exportImage(await first.checkpoint())
      const second = await make({})
      const place = await second.importImage(bytes)
      await second.restore(place)
      same(
        (await second.run('[next(), secret]')).text,
        '[42, Map(1) {"k" => {deep: [1, 2n, Symbol(s)]}}]',
        'revived',
      )
      await first.dispose()
      await second.dispose()
    },
  },
  {
    name: 'makes a checkpoint at every wait and resumes a cell in its middle with another result',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow', 'echo']) })
      const outcome = await kernel.run(
        'const first = await tools.slow({ ms: 5, value: 1 }); const second = await tools.slow({ ms: 5, value: 2 }); [first, second]',
      )
      same(outcome.text, '[1, 2]', 'recorded')
      same(
        outcome.checkpoints.map(({ kind }) => kind),
        ['wait', 'wait', 'end'],
        'checkpoints',
      )
      const wait = present(outcome.checkpoints[1], 'second wait')
      const call = present(wait.opened[0], 'open call')
      same(
        (await kernel.resume(wait, { [call.id]: { result: 'other' } })).text,
        '[1, "other"]',
        'resumed with a result',
      )
      const failed = await kernel.resume(wait, { [call.id]: { error: new RangeError('none left') } })
      same(
        [failed.error?.kind, failed.error?.name, failed.error?.message],
        ['tool', 'RangeError', 'none left'],
        'resumed with an error',
      )
      same((await kernel.resume(wait, {})).text, '[1, 2]', 'resumed for real')
      same((await kernel.run('second')).text, '2', 'state after')
      await kernel.dispose()
    },
  },
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
    name: 'looks at the past without touching the present',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['echo']) })
      await kernel.run('let a = 1; const list = [1, { deep: "x" }]')
      const past = await kernel.checkpoint()
      await kernel.run('a = 2; list.push(3)')
      const names = (await kernel.variables(past)).map(({ name, value }) => [name, value.text ?? value.size])
      same(
        names,
        [
          ['a', '1'],
          ['list', 2],
        ],
        'variables then',
      )
      same(
        (await kernel.variables()).map(({ name, value }) => [name, value.text ?? value.size]),
        [
          ['a', '2'],
          ['list', 3],
        ],
        'variables now',
      )
      same((await kernel.inspect(past, 'list', [1]))?.children?.[0]?.value.text, 'x', 'inside')
      same((await kernel.evaluateAt(past, 'a = 50; list.length = 0; a + 1')).text, '51', 'evaluated then')
      same((await kernel.evaluateAt(past, 'await tools.echo(1)')).status, 'error', 'no tools there')
      same((await kernel.run('[a, list.length]')).text, '[2, 3]', 'now')
      same((await kernel.evaluateAt(past, 'a')).text, '1', 'then is as it was')
      await kernel.dispose()
    },
  },
  {
    name: 'stops a cell that waits, and keeps what it did',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['never']) })
      const stop = new AbortController()
      const events: KernelEvent[] = []
      const running = kernel.run('let half = "done"; console.log("at work"); await tools.never({})', {
        signal: stop.signal,
        onEvent: (event) => {
          events.push(event)
          if (event.type === 'call-started') setTimeout(() => stop.abort(), 5)
        },
      })
      const outcome = await running
      same(
        [outcome.status, outcome.error?.kind, outcome.rolledBack],
        ['stopped', 'stopped', false],
        'outcome',
      )
      same(
        outcome.calls.map(({ status }) => status),
        ['aborted'],
        'call',
      )
      same(
        events.some((event) => event.type === 'log'),
        true,
        'live console',
      )
      same((await kernel.run('half')).text, 'done', 'state')
      await kernel.dispose()
    },
  },
  {
    name: 'does not run a cell that was stopped before it started',
    run: async (make) => {
      const kernel = await make({})
      const outcome = await kernel.run('globalThis.ran = 1', { signal: AbortSignal.abort() })
      same(outcome.status, 'stopped', 'status')
      same((await kernel.run('typeof ran')).text, 'undefined', 'state')
      await kernel.dispose()
    },
  },
  {
    name: 'runs cells one after another, whoever asks',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']) })
      const texts = await Promise.all([
        kernel.run('globalThis.order = []; order.push(await tools.slow({ ms: 20, value: 1 }))'),
        kernel.run('order.push(2)'),
        kernel.run('order'),
      ])
      same(texts[2]?.text, '[1, 2]', 'order')
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
