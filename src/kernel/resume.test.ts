import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingAt } from './checkpoints.ts'
import { answerFor, type End, expected, programs, type Settle } from './contract/programs.testing.ts'
import { createKernel } from './kernel.ts'
import type { CallId, Checkpoint, Kernel, KernelTool, Outcome, Settlement } from './types.ts'

/** Answers each key the same way, after as many turns of the event loop as the key says. */
function askTool(salt: () => number): KernelTool {
  return {
    name: 'ask',
    call: async (input) => {
      for (let turn = Number(input) % 4; turn > 0; turn -= 1)
        await new Promise((resolve) => setImmediate(resolve))
      const answer = answerFor(input, salt())
      if ('error' in answer) throw new Error(answer.error)
      return answer.result
    },
  }
}

const settlesOf = (path: readonly Checkpoint[]): Settle[] =>
  path.flatMap(({ step }) => (step.type === 'settle' ? [step] : []))

const firstCall = (path: readonly Checkpoint[]): number => path.flatMap(({ opened }) => opened)[0]?.id ?? 1

const endOf = (outcome: Outcome): End =>
  outcome.error ? { error: outcome.error.message } : { value: outcome.text }

const cellOf = (program: string): string => `${program}\nJSON.stringify(log)`

async function check(program: string, path: readonly Checkpoint[], outcome: Outcome): Promise<void> {
  const { end, inputs } = await expected(program, settlesOf(path), firstCall(path))
  expect(endOf(outcome)).toEqual(end)
  const opened = path.flatMap((checkpoint) => checkpoint.opened)
  expect(opened.map(({ input }) => input)).toEqual(inputs.slice(0, opened.length))
}

/** A place in a run and what is answered there, chosen by numbers. */
interface Choice {
  place: number
  answers: { which: number; fails: boolean; value: number }[]
}
const choices = fc.record({
  place: fc.nat(),
  answers: fc.array(fc.record({ which: fc.nat(), fails: fc.boolean(), value: fc.nat(9) }), { maxLength: 4 }),
})

function choose(
  path: readonly Checkpoint[],
  { place, answers }: Choice,
): { at: number; list: [CallId, Settlement][] } | null {
  const waits = path.flatMap((_, index) => (waitingAt(path.slice(0, index + 1)).length > 0 ? [index] : []))
  const at = waits[place % Math.max(waits.length, 1)]
  if (at === undefined) return null
  const open = waitingAt(path.slice(0, at + 1)).map(({ id }) => id)
  const list: [CallId, Settlement][] = []
  for (const { which, fails, value } of answers) {
    const [id] = open.splice(which % Math.max(open.length, 1), 1)
    if (id !== undefined) list.push([id, fails ? { error: new Error(`given ${value}`) } : { result: value }])
  }
  return { at, list }
}

async function runAndResume(
  kernel: Kernel,
  boot: Checkpoint,
  program: string,
  turns: Choice[],
): Promise<void> {
  await kernel.restore(boot)
  let outcome = await kernel.run(cellOf(program))
  let path = outcome.checkpoints
  await check(program, path, outcome)
  for (const turn of turns) {
    const chosen = choose(path, turn)
    if (!chosen) return
    const { at, list } = chosen
    const here = path[at]
    if (!here) return
    outcome = await kernel.resume(here, list)
    const given = settlesOf(outcome.checkpoints).slice(0, list.length)
    expect(given.map(({ call, status }) => [call, status])).toEqual(
      list.map(([id, answer]) => [id, 'error' in answer ? 'error' : 'ok']),
    )
    path = [...path.slice(0, at + 1), ...outcome.checkpoints]
    await check(program, path, outcome)
  }
  const report = await kernel.replay([boot, ...path].map((checkpoint) => ({ checkpoint })))
  expect(report.divergence).toBeNull()
}

test('any wait goes on with any answers in any order, as the language says', async () => {
  let salt = 0
  const kernel = await createKernel({ tools: [askTool(() => salt)], limits: { toolCalls: 1_000 } })
  const boot = await kernel.checkpoint()
  await fc.assert(
    fc.asyncProperty(
      programs,
      fc.array(choices, { minLength: 1, maxLength: 3 }),
      fc.nat(1_000),
      async (program, turns, seed) => {
        salt = seed
        await runAndResume(kernel, boot, program, turns)
      },
    ),
    { numRuns: 60 },
  )
  await kernel.dispose()
}, 120_000)
