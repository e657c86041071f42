import { type Behaviour, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** A page that was busy itself has not lost its worker. */
const HELD_UP: Behaviour = {
  name: 'does not take a page that was held up for a worker that hangs',
  run: async (make) => {
    const kernel = await make({ limits: { cpuMs: 100 }, tools: caseTools(['slow']) })
    const running = kernel.run('await tools.slow({ ms: 1200, value: "came" })')
    // The worker was asked whether it is there, and its answer waits while the page is busy.
    await new Promise((resolve) => setTimeout(resolve, 490))
    const until = performance.now() + 2_500
    while (performance.now() < until);
    const outcome = await running
    same([outcome.status, outcome.text], ['ok', 'came'], 'outcome')
    await kernel.dispose()
  },
}

/** What only a kernel in a thread of its own can do: end a worker that hangs. */
export const WORKER_BEHAVIOURS: Behaviour[] = [
  HELD_UP,
  {
    name: 'stops a cell that loops for ever, at once, and keeps the state before it',
    run: async (make) => {
      const kernel = await make({})
      await kernel.run('let kept = 7; const up = () => ++kept')
      const stop = new AbortController()
      setTimeout(() => stop.abort(), 50)
      const startedAt = performance.now()
      const outcome = await kernel.run('console.log("going"); while (true) {}', { signal: stop.signal })
      const ms = performance.now() - startedAt
      same([outcome.status, outcome.rolledBack], ['stopped', true], 'outcome')
      if (ms > 3_000) throw new Error(`it took ${ms} ms`)
      same((await kernel.run('up()')).text, '8', 'state')
      await kernel.dispose()
    },
  },
  {
    name: 'ends a native loop that no interrupt reaches, and keeps the state before it',
    run: async (make) => {
      const kernel = await make({ limits: { cpuMs: 300 }, tools: caseTools(['echo']) })
      await kernel.run('let kept = 7; await tools.echo(kept)')
      const startedAt = performance.now()
      const outcome = await kernel.run('Array(1e9) + ""')
      const ms = performance.now() - startedAt
      same([outcome.error?.kind, outcome.rolledBack], ['timeout', true], 'outcome')
      if (ms > 8_000) throw new Error(`it took ${ms} ms`)
      same((await kernel.run('await tools.echo(kept + 1)')).text, '8', 'state')
      await kernel.dispose()
    },
  },
]
