import { afterEach, expect, test } from 'vitest'
import type { Tool } from '../tools/types.ts'
import { replayFile } from './headless.ts'
import { bench, closeBenches, code, eventsOfType } from './session.testing.ts'

afterEach(closeBenches)

const fails: Tool = {
  name: 'fails',
  kind: 'sample',
  readOnly: true,
  call: () => {
    throw new RangeError('nothing there')
  },
}

async function recorded(): Promise<string> {
  const { session } = bench(
    [
      code(
        'const seen = []; for (const n of [1, 2, 3]) seen.push(await tools.add({ a: n, b: n })); console.log(seen); seen',
      ),
      code('await tools.fails({})'),
      code('null.x'),
      code('const = 1'),
      code('seen.length + Math.random()'),
      { text: 'Done.' },
    ],
    { tools: [(await import('./session.testing.ts')).add, fails] },
  )
  await session.send('Go')
  await session.runCell('seen.push(99); seen')
  const events = [...session.getState().notebook.events.values()]
  const end = events.find((event) => event.type === 'cell-ended')
  if (!end) throw new Error('No cell ended')
  await session.fork(end.id, 'other')
  await session.runCell('seen.map((n) => n * 10)')
  const file = await session.exportFile()
  await session.dispose()
  return file
}

/** Whole notebooks run twice here. */
const SLOW = { timeout: 30_000 }

test('a recorded notebook replays identically, every branch, every image', SLOW, async () => {
  const report = await replayFile(await recorded())
  expect(report.repairs).toEqual([])
  expect(report.branches.map(({ difference }) => difference)).toEqual([null, null])
  expect(report.branches.map(({ cells }) => cells)).toEqual([5, 2])
  for (const { steps, compared } of report.branches) {
    expect(steps).toBeGreaterThan(4)
    expect(compared).toBe(steps)
  }
  expect(report.identical).toBe(true)
})

test('a cell that was taken back after it had waited does not stand in the way', SLOW, async () => {
  const { session } = bench([
    code('let n = 1'),
    code('n = await tools.add({ a: n, b: 1 }); const all = []; for (;;) all.push("x".repeat(1e6) + n++)'),
    code('n + 1'),
    { text: 'Done.' },
  ])
  await session.send('Go')
  const ends = eventsOfType(session, 'cell-ended').map(({ end }) => [end.rolledBack, end.text])
  expect(ends.map(([back]) => back)).toEqual([false, true, false])
  expect(ends[2]).toEqual([false, '2'])
  const [report] = (await replayFile(await session.exportFile())).branches
  expect(report).toMatchObject({ cells: 2, difference: null })
  expect(report?.compared).toBe(report?.steps)
})

test('a result, a text or an image that was changed is found', SLOW, async () => {
  const file = await recorded()
  const changes: [RegExp, string, RegExp][] = [
    [/"payload": "4"/, '"payload": "5"', /another heap/],
    [/"text": "\[2, 4, 6\]"/, '"text": "[2, 4, 7]"', /gives "\[2, 4, 6\]" instead of "\[2, 4, 7\]"/],
    [/seen\.length \+/, 'seen.length -', /another heap|gives/],
  ]
  for (const [from, to, difference] of changes) {
    expect(file).toMatch(from)
    const report = await replayFile(file.replaceAll(new RegExp(from, 'g'), to))
    expect(report.identical).toBe(false)
    expect(report.branches.map((branch) => branch.difference).join()).toMatch(difference)
  }
})

test('what is no notebook is refused with the reason', async () => {
  await expect(replayFile('{')).rejects.toThrow(/not JSON/)
  await expect(replayFile('{"type":"other"}')).rejects.toThrow(/no Backstep notebook/)
})

test('images of another build are not compared, and that is said; outcomes are', SLOW, async () => {
  const file = await recorded()
  const build = /"build": "([^"]+)"/.exec(file)?.[1] ?? ''
  expect(build).toMatch(/^quickjs.*guest-/)
  const other = await replayFile(
    file.replace(build, 'quickjs-ng-9.9.9').replaceAll(/"[0-9a-f]{64}"/g, '"00"'),
  )
  expect(other.note).toMatch(/quickjs-ng-9\.9\.9.*only outcomes/)
  expect([other.identical, other.branches.map(({ compared }) => compared)]).toEqual([true, [0, 0]])
  const changed = await replayFile(file.replace(build, 'old').replace('"text": "3', '"text": "4'))
  expect(changed.identical).toBe(false)
  expect((await replayFile(file)).note).toBeNull()
})
