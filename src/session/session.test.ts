import { afterEach, describe, expect, it } from 'vitest'
import { fold } from '../notebook/fold.ts'
import type { Session } from './index.ts'
import {
  type Bench,
  ByHand,
  code,
  eventsOfType,
  bench as makeBench,
  pathOf,
  typesOf,
  until,
} from './session.testing.ts'

const open: Session[] = []
const bench: typeof makeBench = (...args): Bench => {
  const made = makeBench(...args)
  open.push(made.session)
  return made
}
afterEach(async () => {
  for (const session of open.splice(0)) await session.dispose()
})

describe('a turn', () => {
  it('asks, runs the cells that the model writes, and ends with its answer', async () => {
    const { session, model } = bench([
      code('let x = await tools.add({ a: 1, b: 2 })\nconsole.log("sum", x)\nx * 2'),
      code('x + 1'),
      { text: 'It is 4.' },
    ])
    await session.send('Add them')
    expect(typesOf(session)).toEqual([
      'opened',
      'configured',
      'said',
      'asked',
      'replied',
      'cell-started',
      'called',
      'waited',
      'settled',
      'logged',
      'cell-ended',
      'asked',
      'replied',
      'cell-started',
      'cell-ended',
      'asked',
      'replied',
      'answered',
    ])
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.text)).toEqual(['6', '4'])
    expect(eventsOfType(session, 'settled')[0]).toMatchObject({ status: 'ok', output: 3, source: 'live' })
    expect(model.requests[1]?.messages.at(-1)?.content).toBe('<stdout>\nsum 3\n</stdout>\n<result>6</result>')
    expect(session.getState()).toMatchObject({
      activity: { type: 'idle' },
      activeBranch: null,
      announcement: 'The agent answered',
    })
  })

  it('keeps what a failed cell did and lets the model repair it', async () => {
    const { session, model } = bench([code('let n = 1; n.nope()'), code('n + 1'), { text: 'Two.' }])
    await session.send('go')
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.status)).toEqual(['error', 'ok'])
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/^<error type="TypeError">/)
    expect(eventsOfType(session, 'cell-ended')[1]?.end.text).toBe('2')
  })

  it('shows code while it arrives', async () => {
    const seen: string[] = []
    const { session } = bench([code('1 + 1'), { text: 'Two.' }], { schedule: (callback) => callback() })
    session.subscribe(({ activity }) => {
      if (activity.type === 'asking')
        for (const cell of activity.cells) seen.push(`${cell.name}: ${cell.code}`)
    })
    await session.send('go')
    expect(seen).toContain('eval: 1 + 1')
  })

  it('keeps a failed model call in the notebook and tries again on demand', async () => {
    const { session, model } = bench([
      { error: { kind: 'network', message: 'No connection. Check it.' } },
      { text: 'Hello' },
    ])
    await session.send('hi')
    expect(typesOf(session).slice(2)).toEqual(['said', 'asked', 'replied', 'stopped'])
    expect(eventsOfType(session, 'stopped')[0]).toMatchObject({
      reason: 'model-error',
      message: 'No connection. Check it.',
    })
    await session.resumeTurn()
    expect(typesOf(session).slice(5)).toEqual(['stopped', 'resumed', 'asked', 'replied', 'answered'])
    expect(model.requests[1]).toEqual(model.requests[0])
  })

  it('survives a model that breaks its promise not to throw', async () => {
    const { session } = bench([() => Promise.reject(new Error('boom'))])
    await session.send('hi')
    expect(eventsOfType(session, 'stopped')[0]?.message).toContain('boom')
  })

  it('lets a person play the model', async () => {
    const { session } = bench([], { model: { kind: 'person' } })
    const done = session.send('hi')
    await until(session, ({ activity }) => activity.type === 'awaiting-person')
    session.answerAsModel({ code: '6 * 7' })
    await until(
      session,
      ({ notebook, activity }) => activity.type === 'awaiting-person' && notebook.events.size === 8,
    )
    session.answerAsModel({ text: '42' })
    await done
    expect(fold(pathOf(session)).cells[0]).toMatchObject({ source: '6 * 7', status: 'ok', author: 'model' })
    expect(eventsOfType(session, 'answered')[0]?.text).toBe('42')
  })

  it('plays the demo message by message, and not when the user has left it', async () => {
    const demo = { title: 'Demo', messages: ['one', 'two'], tape: 'demo' }
    const { session } = bench([{ text: '1' }, { text: '2' }], { demo })
    await until(session, ({ activity }) => activity.type === 'idle')
    expect(session.getState().demoMessage).toBe('one')
    await session.runDemo()
    expect(session.getState().demoMessage).toBe('two')
    await session.runDemo()
    expect(session.getState().demoMessage).toBeNull()
    expect(eventsOfType(session, 'answered').map(({ text }) => text)).toEqual(['1', '2'])
    await expect(session.runDemo()).rejects.toThrow('own script')
    await session.send('three')
    expect(eventsOfType(session, 'replied').at(-1)?.reply.error?.kind).toBe('script')
  })
})

describe('stopping', () => {
  it('ends a cell that waits for a tool, and the next cell works', async () => {
    const hands = new ByHand()
    const { session } = bench([code('let a = 1\nawait tools.slow({})'), { text: 'ok' }], {
      tools: [hands.tool('slow')],
    })
    const done = session.send('go')
    await hands.calls(1)
    session.stop()
    await done
    expect(eventsOfType(session, 'cell-ended')[0]?.end.status).toBe('stopped')
    expect(eventsOfType(session, 'settled')[0]?.status).toBe('aborted')
    expect(typesOf(session).at(-1)).toBe('stopped')
    await session.runCell('a + 1')
    expect(eventsOfType(session, 'cell-ended')[1]?.end.text).toBe('2')
    await session.resumeTurn()
    expect(typesOf(session).at(-1)).toBe('answered')
  })

  it('aborts a request and keeps what had arrived', async () => {
    const { session } = bench([
      (_, signal) =>
        new Promise((resolve) => {
          const stopped = { text: 'Half', error: { kind: 'stopped' as const, message: 'Stopped.' } }
          signal?.addEventListener('abort', () => resolve(stopped))
        }),
    ])
    const done = session.send('go')
    await until(session, ({ activity }) => activity.type === 'asking')
    session.stop()
    await done
    expect(eventsOfType(session, 'replied')[0]?.reply.text).toBe('Half')
    expect(eventsOfType(session, 'stopped')[0]?.reason).toBe('user')
  })

  it('does one thing at a time, and loses nothing that was typed', async () => {
    const hands = new ByHand()
    const { session } = bench([code('await tools.slow({})'), { text: 'ok' }], { tools: [hands.tool('slow')] })
    const done = session.send('go')
    await hands.calls(1)
    await expect(session.send('more')).rejects.toThrow('still running')
    await expect(session.runCell('1')).rejects.toThrow('still running')
    hands.waiting[0]?.answer(1)
    await done
    await expect(session.send('  ')).rejects.toThrow('Write a message')
    await expect(session.resumeTurn()).rejects.toThrow('nothing to go on with')
  })
})

describe('the past', () => {
  it('shows variables as they were, while the live end stays', async () => {
    const { session } = bench()
    await session.runCell('let x = 1')
    await session.runCell('x = 2; let y = 3')
    const [first, second] = eventsOfType(session, 'cell-ended')
    const names = async (event: string | null) =>
      (await session.variables(event)).map(({ name, value }) => `${name}=${value.text}`)
    expect(await names(first?.id ?? '')).toEqual(['x=1'])
    expect(await names(second?.id ?? '')).toEqual(['x=2', 'y=3'])
    expect(await names(null)).toEqual(['x=2', 'y=3'])
    expect((await session.evaluateAt(first?.id ?? '', 'x + 10')).text).toBe('11')
    session.lookAt(first?.id ?? '')
    expect(session.getState().cursor).toBe(first?.id)
  })

  it('continues from there on a new branch; both stay', async () => {
    const { session } = bench([code('x += 10; x'), { text: 'Eleven' }])
    await session.runCell('let x = 1')
    const first = eventsOfType(session, 'cell-ended')[0]
    await session.runCell('x = 2')
    const main = session.getState().branch
    session.lookAt(first?.id ?? '')
    await session.send('go on')
    const { branch, cursor, notebook } = session.getState()
    expect(branch).not.toBe(main)
    expect(cursor).toBeNull()
    expect(notebook.branches.map(({ name }) => name)).toEqual(['Main', 'Branch 2'])
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.text)).toEqual(['undefined', '11'])
    await session.switchBranch(main)
    await session.runCell('x')
    expect(eventsOfType(session, 'cell-ended').at(-1)?.end.text).toBe('2')
  })

  it('goes on from the middle of a cell with another answer, on a new branch', async () => {
    const { session } = bench([
      code('let first = "ran"\nconst got = await tools.add({ a: 1, b: 2 })\nfirst + got'),
      { text: 'done' },
    ])
    await session.send('go')
    const wait = eventsOfType(session, 'waited')[0]
    const call = eventsOfType(session, 'called')[0]?.call ?? 0
    await session.continueWith(wait?.id ?? '', { [call]: { result: 'edited' } })
    const ends = eventsOfType(session, 'cell-ended')
    expect(ends.map(({ end }) => end.text)).toEqual(['ranedited'])
    expect(eventsOfType(session, 'settled')[0]).toMatchObject({ output: 'edited', source: 'edited' })
    expect(eventsOfType(session, 'called')).toHaveLength(1)
    expect(session.getState().notebook.branches).toHaveLength(2)
    await session.resumeTurn().catch(() => undefined)
    expect(eventsOfType(session, 'asked')).toHaveLength(2)
  })

  it('tells answers that were recorded from those that were edited', async () => {
    const { session } = bench()
    await session.runCell('await Promise.all([tools.add({ a: 1, b: 1 }), tools.add({ a: 2, b: 2 })])')
    const wait = eventsOfType(session, 'waited')[0]
    await session.continueWith(wait?.id ?? '', { 1: { result: 2 }, 2: { error: new Error('no') } })
    expect(eventsOfType(session, 'settled').map(({ source }) => source)).toEqual(['recorded', 'edited'])
    expect(eventsOfType(session, 'cell-ended')[0]?.end.status).toBe('error')
  })

  it('makes calls that get no answer for real', async () => {
    const { session } = bench()
    await session.runCell('await Promise.all([tools.add({ a: 1, b: 1 }), tools.add({ a: 2, b: 2 })])')
    const wait = eventsOfType(session, 'waited')[0]
    await session.continueWith(wait?.id ?? '', { 1: { result: 100 } })
    expect(eventsOfType(session, 'cell-ended')[0]?.end.text).toBe('[100, 4]')
    expect(eventsOfType(session, 'settled').map(({ source }) => source)).toEqual(['edited', 'live'])
  })

  it('gives a cell up that waits where the user says something', async () => {
    const hands = new ByHand()
    const { session, model } = bench(
      [
        code('var t = 1; try { await tools.slow({}) } catch { t = 2; await tools.slow({}) }'),
        { text: 'first' },
        code('t'),
        { text: 'second' },
      ],
      {
        tools: [hands.tool('slow', false)],
      },
    )
    const done = session.send('go')
    await hands.calls(1)
    hands.waiting[0]?.answer(1)
    await done
    const wait = eventsOfType(session, 'waited')[0]
    await session.fork(wait?.id ?? '')
    expect(session.getState().waiting).toMatchObject({ cell: 1, calls: [{ name: 'slow', readOnly: false }] })
    await expect(session.resumeTurn()).rejects.toThrow('slow')
    await session.send('never mind')
    expect(hands.waiting).toHaveLength(1)
    const ends = eventsOfType(session, 'cell-ended')
    expect(ends.map(({ end }) => end.status)).toEqual(['stopped', 'ok'])
    expect(session.getState().waiting).toBeNull()
    expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ])
    // Everything that is recorded can be computed anew: no step is missing in between.
    expect((await session.variables(ends[1]?.id ?? '')).map(({ name }) => name)).toEqual(['t'])
  })

  it('knows the exact request behind a reply', async () => {
    const { session, model } = bench([code('1'), { text: 'One' }])
    await session.send('go')
    const replies = eventsOfType(session, 'replied')
    expect(session.requestAt(replies[0]?.id ?? '')).toEqual(model.requests[0])
    expect(session.requestAt(replies[1]?.id ?? '')).toEqual(model.requests[1])
  })

  it('deletes a branch and puts it back', async () => {
    const { session } = bench()
    await session.runCell('1')
    const main = session.getState().branch
    expect(session.deleteBranch(main)).toBeNull()
    const { id } = await session.fork()
    const removed = session.deleteBranch(id)
    expect(session.getState().branch).toBe(main)
    if (removed) session.restoreBranch(removed)
    expect(session.getState().notebook.branches).toHaveLength(2)
  })
})

describe('opening again', () => {
  it('goes on where it was, with everything computed anew', async () => {
    const { session } = bench([code('let x = await tools.add({ a: 1, b: 2 })'), { text: 'ok' }])
    await session.send('go')
    const { notebook } = session.getState()
    const again = bench([], { notebook }).session
    await again.runCell('x + 1')
    expect(eventsOfType(again, 'cell-ended').at(-1)?.end.text).toBe('4')
    expect(eventsOfType(again, 'configured')).toHaveLength(1)
  })

  it('goes on in the middle of a cell that was open when the page was closed', async () => {
    const hands = new ByHand()
    const tools = [hands.tool('slow', true)]
    const first = bench([code('let a = "before"\na + await tools.slow({})')], { tools })
    const done = first.session.send('go')
    await hands.calls(1)
    await until(first.session, ({ notebook }) => [...notebook.events.values()].at(-1)?.type === 'waited')
    const { notebook } = first.session.getState()
    const again = bench([{ text: 'done' }], { notebook, tools })
    await until(again.session, ({ activity }) => activity.type === 'idle')
    expect(again.session.getState().waiting).toMatchObject({
      cell: 1,
      calls: [{ name: 'slow', readOnly: true }],
    })
    const resumed = again.session.resumeTurn()
    await hands.calls(2)
    hands.waiting[1]?.answer(' after')
    await resumed
    expect(eventsOfType(again.session, 'cell-ended')[0]?.end.text).toBe('before after')
    expect(typesOf(again.session).at(-1)).toBe('answered')
    first.session.stop()
    await done
  })

  it('says that a request was cut off when the page was closed, and asks again on demand', async () => {
    const never = () => new Promise<never>(() => undefined)
    const first = makeBench([never])
    void first.session.send('go')
    await until(
      first.session,
      ({ activity, notebook }) => activity.type === 'asking' && notebook.events.size === 4,
    )
    const { notebook } = first.session.getState()
    const again = bench([{ text: 'Hello' }], { notebook })
    await until(again.session, ({ activity }) => activity.type === 'idle')
    expect(eventsOfType(again.session, 'stopped')[0]?.reason).toBe('closed')
    await again.session.resumeTurn()
    expect(typesOf(again.session).at(-1)).toBe('answered')
  })

  it('changes nothing when it may only be read', async () => {
    const { session } = bench()
    await session.runCell('let x = 1')
    const { notebook } = session.getState()
    const reader = bench([], { notebook, readOnly: 'Another tab has this notebook open.' }).session
    await expect(reader.send('hi')).rejects.toThrow('Another tab')
    await expect(reader.runCell('2')).rejects.toThrow('Another tab')
    await until(reader, ({ activity }) => activity.type === 'idle')
    expect((await reader.variables(null)).map(({ name }) => name)).toEqual(['x'])
    expect(reader.getState().notebook).toEqual(notebook)
  })

  it('says why when the interpreter does not start', async () => {
    const { session } = bench([], { createKernel: () => Promise.reject(new Error('no WebAssembly')) })
    await until(session, ({ activity }) => activity.type === 'idle')
    expect(session.getState().failure).toContain('no WebAssembly')
    await expect(session.runCell('1')).rejects.toThrow('no WebAssembly')
  })
})

describe('secrets', () => {
  it('stay out of the notebook', async () => {
    const endpoints: unknown[] = []
    const { session } = bench([], {
      createModel: (setup, endpoint) => {
        endpoints.push(endpoint)
        return { reply: () => Promise.reject(new Error(JSON.stringify(setup))) }
      },
    })
    session.setEndpoint({
      baseUrl: 'https://user:pass@example.org/v1?api_key=sk-1&v=2',
      model: 'm',
      apiKey: 'sk-2',
      headers: { 'X-Api-Key': 'sk-3', 'X-Title': 'mine' },
      body: { temperature: 0 },
    })
    await session.send('hi')
    const text = JSON.stringify([...session.getState().notebook.events.values()])
    expect(text).not.toMatch(/sk-|pass/)
    expect(session.getState().model).toEqual({
      kind: 'chat',
      baseUrl: 'https://example.org/v1?v=2',
      model: 'm',
      headers: { 'X-Title': 'mine' },
      body: { temperature: 0 },
    })
    expect(endpoints[0]).toMatchObject({ apiKey: 'sk-2' })
    session.setModel({ kind: 'chat', baseUrl: 'https://elsewhere.org', model: 'm', headers: {}, body: {} })
    await session.resumeTurn()
    expect(endpoints[1]).toBeNull()
  })
})
