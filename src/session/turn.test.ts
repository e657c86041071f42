import { afterEach, describe, expect, it } from 'vitest'
import { fold } from '../notebook/fold.ts'
import { ByHand, bench, closeBenches, code, eventsOfType, pathOf, typesOf, until } from './session.testing.ts'

afterEach(closeBenches)

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
    const { session } = bench([{ text: '1' }, { text: '2' }], { demos: [demo] })
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

describe('demos', () => {
  it('go with the protocol that is chosen, under its settings', async () => {
    const demos = [
      { title: 'A', messages: ['one'], tape: 'a', protocol: 'deep-agents' },
      { title: 'B', messages: ['uno'], tape: 'b', protocol: 'codeact', options: { reAct: true } },
    ]
    const { session } = bench([{ text: 'Due.' }], { demos })
    await until(session, ({ activity }) => activity.type === 'idle')
    expect(session.getState().demoMessage).toBe('one')
    session.setProtocol('codeact')
    expect(session.getState().demoMessage).toBe('uno')
    await session.runDemo()
    expect(session.getState()).toMatchObject({
      model: { kind: 'tape', tape: 'b' },
      protocol: 'codeact',
      protocolOptions: { reAct: true },
    })
    expect(eventsOfType(session, 'said').map(({ text }) => text)).toEqual(['uno'])
    session.setProtocol('react')
    expect(session.getState().demoMessage).toBeNull()
    await expect(session.runDemo()).rejects.toThrow('no demo for this protocol')
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
