import { afterEach, describe, expect, it } from 'vitest'
import { fold } from '../notebook/fold.ts'
import type { Tool } from '../tools/types.ts'
import { replayFile } from './headless.ts'
import { add, ByHand, bench, closeBenches, eventsOfType, pathOf, until } from './session.testing.ts'

afterEach(closeBenches)

const calls = (...given: [string, unknown][]) => ({
  toolCalls: given.map(([name, input], place) => ({
    id: `${name}-${place}-${JSON.stringify(input)}`,
    name,
    arguments: input as Record<string, unknown>,
  })),
})
const checked: Tool = {
  ...add,
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
}

describe('ReAct with real tools', { timeout: 30_000 }, () => {
  it('calls what one reply asks for, at once, and sends every result back', async () => {
    const { session, model } = bench(
      [
        calls(['add', { a: 1, b: 2 }], ['add', { a: 3, b: 4 }]),
        calls(['add', { a: 'x' }], ['sub', {}]),
        { text: 'Three and seven.' },
      ],
      { tools: [checked] },
    )
    session.setProtocol('react')
    await session.send('Add')
    const told = model.requests.map(({ messages }) =>
      messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])),
    )
    expect(told[1]).toEqual(['3', '7'])
    expect(told[2]?.[2]).toContain('ValidationError')
    expect(told[2]?.[3]).toContain('UnknownTool')
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['add'])
    const { turns, stops, cells } = fold(pathOf(session))
    expect(turns.at(-1)?.items.map(({ type }) => type)).toEqual(['calls', 'calls', 'reply', 'answer'])
    expect(stops.filter(({ kind }) => kind === 'calls').map(({ status }) => status)).toEqual(['ok', 'error'])
    expect(cells).toEqual([])
  })

  it('goes on from any step as another branch, which leaves the first as it was', async () => {
    const { session, model } = bench([
      calls(['add', { a: 1, b: 2 }]),
      { text: 'Three.' },
      { text: 'Three, said otherwise.' },
    ])
    session.setProtocol('react')
    await session.send('Add')
    const before = pathOf(session).map(({ id }) => id)
    const first = session.getState().branch
    const step = eventsOfType(session, 'settled')[0]
    session.lookAt(step?.id ?? '')
    await session.send('In other words?')
    expect(session.getState().branch).not.toBe(first)
    expect(pathOf(session, first).map(({ id }) => id)).toEqual(before)
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ])
    const report = await replayFile(await session.exportFile())
    expect(report.identical).toBe(true)
  })

  it('can be stopped while a tool works, and says so to the model', async () => {
    const hand = new ByHand()
    const { session, model } = bench([calls(['slow', {}]), { text: 'Stopped, I see.' }], {
      tools: [hand.tool('slow')],
    })
    session.setProtocol('react')
    const sending = session.send('Go')
    await hand.calls(1)
    await until(session, ({ activity }) => activity.type === 'calling')
    session.stop()
    await sending
    expect(eventsOfType(session, 'settled')[0]?.status).toBe('aborted')
    expect(eventsOfType(session, 'stopped')[0]?.reason).toBe('user')
    await session.resumeTurn()
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('AbortError')
    expect(eventsOfType(session, 'answered')).toHaveLength(1)
  })
})
