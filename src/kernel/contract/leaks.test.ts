import { expect, test } from 'vitest'
import { BrokenEngine, Machine, type StepControl } from '../machine.ts'
import { configurationOf } from '../options.ts'
import type { Step } from '../types.ts'
import { HOSTILE } from './hostile.ts'
import { caseTools } from './tools.ts'

const CONFIGURATION = configurationOf({ tools: caseTools(['echo', 'fail', 'slow', 'never']) })

/** The bare engine, with nothing of ours, keeps objects of its own when a job of this is interrupted. */
const ENGINE_KEEPS: ReadonlySet<string> = new Set(['a promise chain without end'])

const control = (polls: number): StepControl => {
  let left = polls
  return {
    interrupt: () => {
      left -= 1
      return left < 0
    },
    now: () => 0,
    onLine: () => undefined,
    onCall: () => undefined,
  }
}

async function configured(): Promise<Machine> {
  const machine = await Machine.boot()
  machine.configureHost(CONFIGURATION)
  machine.apply({ type: 'configure', ...CONFIGURATION }, control(10))
  return machine
}

/** Runs a cell to its end. Each call is answered, with a result or an error. */
function runCell(machine: Machine, name: string, source: string): void {
  const report = machine.apply({ type: 'cell', name, source }, control(30))
  let answered = 0
  while (machine.open.size > 0 && answered < 300 && !report.interrupted) {
    const call = [...machine.open][0] ?? 0
    answered += 1
    const step: Step =
      answered % 3 === 0
        ? { type: 'settle', call, status: 'error', payload: '{"name":"Error","message":"no","kind":"tool"}' }
        : { type: 'settle', call, status: 'ok', payload: '{"i":[1]}' }
    if (machine.apply(step, control(30)).interrupted) break
  }
  if (machine.open.size > 0) machine.apply({ type: 'abandon', reason: 'ended' }, control(10))
}

test('no program makes the host keep a handle of the interpreter', async () => {
  let machine = await configured()
  let checked = 0
  for (const [index, { code, id }] of HOSTILE.entries()) {
    if (ENGINE_KEEPS.has(id)) continue
    try {
      runCell(machine, `cell-${index + 1}`, code)
    } catch (error) {
      if (!(error instanceof BrokenEngine) && !String(error).includes('does not compile')) throw error
      machine = await configured()
      continue
    }
    // A leak is told only at the end of an instance, so each program gets its own end.
    expect(() => machine.dispose(), id).not.toThrow()
    checked += 1
    machine = await configured()
  }
  expect(checked).toBeGreaterThan(100)
}, 120_000)

test('cells that leave nothing behind leave nothing behind', async () => {
  const machine = await configured()
  const run = (from: number, to: number): void => {
    for (let n = from; n < to; n += 1)
      runCell(
        machine,
        'cell-1',
        'console.log({ a: [1] }); [1, new Map([[1, 2]]), await tools.echo(1), () => 1]',
      )
  }
  run(0, 50)
  const before = machine.capture().image.end
  run(50, 1_000)
  expect(machine.capture().image.end - before).toBeLessThan(64 * 1024)
}, 60_000)
