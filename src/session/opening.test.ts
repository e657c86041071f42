import { afterEach, describe, expect, it } from 'vitest'
import { ByHand, bench, closeBenches, code, eventsOfType, typesOf, until } from './session.testing.ts'

afterEach(closeBenches)

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
    const first = bench([never])
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
