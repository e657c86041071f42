import { afterEach, expect, test } from 'vitest'
import type { Reply } from '../models/index.ts'
import { fold } from '../notebook/fold.ts'
import { replayFile } from './headless.ts'
import {
  add,
  type Bench,
  bench,
  closeBenches,
  eventsOfType,
  type Line,
  pathOf,
  until,
} from './session.testing.ts'

afterEach(closeBenches)

const next = (code: string, summary = 'A cell'): Partial<Reply> => ({
  toolCalls: [{ id: `next-${code.length}`, name: 'set_next_cell_code', arguments: { code, summary } }],
  finish: 'tool-calls',
})
const says = (text: string): Partial<Reply> => ({ text })

function agentz(lines: Line[], options = {}, more = {}): Bench {
  const made = bench(lines, more)
  made.session.setProtocol('agentz', options)
  return made
}

const cells = ({ session }: Bench): [string, string][] =>
  fold(pathOf(session)).cells.map(({ author, status }) => [author, status])
const printed = ({ session }: Bench): string[] => eventsOfType(session, 'logged').map(({ line }) => line.text)

async function replaysIdentically({ session }: Bench): Promise<void> {
  const replayed = await replayFile(await session.exportFile())
  expect(replayed.branches.map(({ difference }) => difference)).toEqual(replayed.branches.map(() => null))
  expect(replayed.branches.every(({ compared }) => compared > 1)).toBe(true)
}

test('the model writes each cell from inside the one before, until it quits', async () => {
  const made = agentz([
    next(
      'const sum = await tools.add({ a: 1, b: 2 })\nconst r = await call_me({ input: "It is " + sum })\nconsole.log(r.output_text)',
    ),
    says('submitted'),
    (request) => {
      expect(request.messages.at(-1)).toEqual({ role: 'user', content: 'It is 3' })
      return Promise.resolve(
        next('console.log("sum", sum, Object.keys(CELL_OUTPUTS).length)\nquit()\nconsole.log("never")'),
      )
    },
    says('bye'),
  ])
  await made.session.send('Add one and two')
  expect(cells(made)).toEqual([
    ['engine', 'ok'],
    ['model', 'ok'],
    ['model', 'ok'],
  ])
  expect(printed(made)).toEqual(['submitted', 'bye', 'sum 3 2'])
  expect(eventsOfType(made.session, 'answered')).toMatchObject([{ text: 'sum 3 2', by: 'executor' }])
  expect(eventsOfType(made.session, 'cell-started').map(({ summary, from }) => [summary, from])).toEqual([
    ['Hand the task to the model.', undefined],
    ['A cell', 1],
    ['A cell', 2],
  ])
  await replaysIdentically(made)
})

test('a cell that fails is followed by a recovery cell, which shows the model what happened', async () => {
  const made = agentz([
    next('let half = 1\nnothing.here()'),
    says('ok'),
    (request) => {
      const { content } = request.messages.at(-1) ?? { content: '' }
      expect(content).toContain('ReferenceError')
      expect(content).toContain('"task":"Do it"')
      return Promise.resolve(next('console.log(half, get_last_error().exception_type)\nquit()'))
    },
    says('repaired'),
  ])
  await made.session.send('Do it')
  expect(cells(made)).toEqual([
    ['engine', 'ok'],
    ['model', 'error'],
    ['recovery', 'recovery'],
    ['model', 'ok'],
  ])
  expect(printed(made)).toEqual(['ok', 'repaired', '1 ReferenceError'])
  await replaysIdentically(made)
})

test('what a failed cell did is rolled back by choice', async () => {
  const lines = [
    next('let half = 1\nglobalThis.count = (globalThis.count ?? 0) + 1\nthrow new Error("no")'),
    says('ok'),
    next(
      'console.log(typeof half, typeof count, CELL_OUTPUTS[1].status, CELL_INPUTS[1].summary)\nquit()',
      'Look',
    ),
    says('repaired'),
  ]
  const kept = agentz(lines)
  await kept.session.send('Do it')
  expect(printed(kept).at(-1)).toBe('number number error A cell')
  const rolledBack = agentz(lines, { rollBack: true })
  await rolledBack.session.send('Do it')
  expect(printed(rolledBack).at(-1)).toBe('undefined undefined error A cell')
  await replaysIdentically(rolledBack)
})

test('a second registration ends the cell, and the registered code does not run', async () => {
  const made = agentz([
    next(
      'await call_me({ input: "one" })\ntry { await call_me({ input: "two" }) } catch { console.log("caught") }\nconsole.log("after")',
    ),
    says('ok'),
    next('console.log("first")'),
    says('done'),
    next('console.log("second")'),
    // recovery
    next('quit()'),
    says('repaired'),
  ])
  await made.session.send('Do it')
  expect(cells(made).map(([author]) => author)).toEqual(['engine', 'model', 'recovery', 'model'])
  expect(printed(made)).toEqual(['ok', 'repaired'])
  expect(eventsOfType(made.session, 'cell-ended')[1]?.end.error?.name).toBe('NextCellAlreadyScheduled')
  await replaysIdentically(made)
})

test('three failures in a row stop the turn', async () => {
  const made = agentz([says('no code'), says('still none'), says('none again'), next('quit()'), says('ok')])
  await made.session.send('Do it')
  expect(cells(made)).toEqual([
    ['engine', 'ok'],
    ['recovery', 'recovery'],
    ['recovery', 'recovery'],
  ])
  expect(eventsOfType(made.session, 'stopped')).toMatchObject([{ reason: 'repeating' }])
  await made.session.resumeTurn()
  expect(cells(made).at(-1)).toEqual(['model', 'ok'])
})

test('a model that cannot be reached stops the turn at once, and it can go on', async () => {
  const made = agentz([{ error: { kind: 'network', message: 'No connection.' } }, next('quit()'), says('ok')])
  await made.session.send('Do it')
  expect(eventsOfType(made.session, 'stopped')).toMatchObject([
    { reason: 'model-error', message: 'No connection.' },
  ])
  await made.session.resumeTurn()
  expect(cells(made).at(-1)).toEqual(['model', 'ok'])
})

const REACT = `const messages = [{ role: 'user', content: 'What is 2 + 3?' }]
const own = [{ type: 'function', name: 'add', description: 'Adds', parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } }]
let response = await call_me({ input: messages, tools: own })
while (response.output.some(({ type }) => type === 'function_call')) {
  const outputs = []
  for (const call of response.output) {
    if (call.type !== 'function_call' || call.name !== 'add') continue
    outputs.push({ type: 'function_call_output', call_id: call.call_id, output: String(await tools.add(JSON.parse(call.arguments))) })
  }
  response = await call_me({ input: outputs, previous_response_id: response.id, tools: own })
}
console.log(response.output_text)`

test('a loop of tool calls can be written inside a cell', async () => {
  const made = agentz([
    next(REACT),
    says('ok'),
    {
      text: 'I add.',
      toolCalls: [{ id: 'c1', name: 'add', arguments: { a: 2, b: 3 } }],
      finish: 'tool-calls',
    },
    (request) => {
      expect(request.messages.slice(1)).toMatchObject([
        { role: 'user', content: 'What is 2 + 3?' },
        { role: 'assistant', content: 'I add.', toolCalls: [{ id: 'c1' }] },
        { role: 'tool', toolCallId: 'c1', content: '5' },
      ])
      return Promise.resolve(next('quit()'))
    },
    says('It is 5.'),
  ])
  await made.session.send('Work it out')
  expect(printed(made)).toEqual(['ok', 'It is 5.'])
  await replaysIdentically(made)
})

test('input() asks the person, whose message is the answer', async () => {
  const made = agentz([
    next('const name = await input("Who are you?")\nconsole.log("Hello", name)\nquit()'),
    says('ok'),
  ])
  const done = made.session.send('Greet me')
  await until(made.session, ({ activity }) => activity.type === 'awaiting-input')
  expect(made.session.getState().activity).toMatchObject({ prompt: 'Who are you?', cell: 2 })
  await made.session.send('Ada')
  await done
  expect(printed(made)).toEqual(['ok', 'Hello Ada'])
  await replaysIdentically(made)
})

test('a fork at a wait asks the model again, goes on with the recorded response, or with another one', async () => {
  const lines = [
    next('console.log("one")\nquit()'),
    says('ok'),
    next('console.log("two")\nquit()'),
    says('fine'),
  ]
  const made = agentz(lines)
  const { session } = made
  await session.send('Do it')
  const [wait] = eventsOfType(session, 'waited')
  const [settled] = eventsOfType(session, 'settled')
  if (!wait || settled?.output === undefined) throw new Error('no wait')
  session.lookAt(wait.id)
  await session.resumeTurn()
  expect(printed(made)).toEqual(['fine', 'two'])
  await session.continueWith(wait.id, { [settled.call]: { result: settled.output } })
  await session.resumeTurn()
  expect(printed(made)).toEqual(['ok', 'one'])
  const other = { output_text: 'by hand', host_calls: [next('console.log("three")\nquit()').toolCalls?.[0]] }
  await session.continueWith(wait.id, {
    [settled.call]: { result: JSON.parse(JSON.stringify(other)) as object },
  })
  await session.resumeTurn()
  expect(printed(made)).toEqual(['by hand', 'three'])
  await replaysIdentically(made)
})

test('a request that a cell stopped waiting for registers nothing', async () => {
  let late: (reply: Partial<Reply>) => void = () => undefined
  const made = agentz([
    next('void call_me({ input: "late" })\nconst again = await call_me({ input: "now" })'),
    says('ok'),
    () =>
      new Promise((resolve) => {
        late = resolve
      }),
    next('await call_me({ input: "last" })'),
    says('fine'),
    () => {
      late(next('console.log("from the past")\nquit()'))
      return Promise.resolve(next('console.log("now")\nquit()'))
    },
    says('end'),
  ])
  await made.session.send('Do it')
  expect(printed(made)).toEqual(['ok', 'now'])
  await replaysIdentically(made)
})

test('a cell that hangs is stopped by its limit, and repaired', async () => {
  const made = agentz([next('for (;;);'), says('ok'), next('quit()'), says('repaired')], { cpuMs: 50 })
  await made.session.send('Do it')
  expect(cells(made)).toEqual([
    ['engine', 'ok'],
    ['model', 'error'],
    ['recovery', 'recovery'],
    ['model', 'ok'],
  ])
  expect(eventsOfType(made.session, 'cell-ended')[1]?.end.error?.name).toBe('TimeoutError')
  await replaysIdentically(made)
})

test('every configured secret is kept out of the records', async () => {
  const leak = { ...add, name: 'leak', call: () => ({ seen: 'sk-key-1234567890 and hdr-abcdefghij' }) }
  const lines: Line[] = [
    next(
      'console.log((await tools.leak({})).seen, "sk-key-" + 1234567890)\nquit()',
      'uses sk-key-1234567890',
    ),
    says('your key is sk-key-1234567890'),
  ]
  const made = bench(lines, { tools: [leak] })
  made.session.setEndpoint({
    baseUrl: 'http://127.0.0.1/v1',
    model: 'm',
    apiKey: 'sk-key-1234567890',
    headers: { 'x-other': 'hdr-abcdefghij' },
    body: {},
  })
  made.session.setProtocol('agentz')
  await made.session.send('Do it with hdr-abcdefghij')
  const [, ...rest] = eventsOfType(made.session, 'cell-started')
  expect(printed(made)).toEqual(['your key is [REDACTED]', '[REDACTED] and [REDACTED] [REDACTED]'])
  expect(
    JSON.stringify([rest, eventsOfType(made.session, 'settled'), eventsOfType(made.session, 'replied')]),
  ).not.toMatch(/sk-key-1234567890|hdr-abcdefghij/)
  await replaysIdentically(made)
})

test('while the model writes, the state tells what has arrived and how much', async () => {
  const made = agentz([next('quit()'), says('ok')])
  const lines: string[] = []
  made.session.subscribe(({ activity }) => {
    if (activity.type === 'running' && activity.line !== undefined) lines.push(activity.line)
  })
  await made.session.send('Do it')
  expect(lines.some((line) => line.startsWith('≈ '))).toBe(true)
  expect(lines.at(-1)).toBe('20 tokens in all')
})
