import type { KernelEvent } from '../types.ts'
import { type Behaviour, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** Running, stopping, looking back. */
export const RUN_BEHAVIOURS: Behaviour[] = [
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
]
