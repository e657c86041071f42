import { describe, expect, it, vi } from 'vitest'
import { createPersonModel } from './person.ts'
import type { ModelRequest } from './types.ts'

const ask: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }], tools: [] }

describe('a person as a model', () => {
  it('waits for an answer: text, or a call', async () => {
    const model = createPersonModel()
    const listener = vi.fn()
    const unsubscribe = model.subscribe(listener)
    expect(model.getPending()).toBeNull()
    const reply = model.reply(ask, {
      onEvent: (event) => expect(event).toEqual({ type: 'text', text: 'Hello' }),
    })
    expect(model.getPending()).toMatchObject({ id: 1, request: ask })
    expect(model.getPending()).toBe(model.getPending())
    expect(model.answer({ text: 'Hello' })).toBe(true)
    expect(await reply).toMatchObject({ text: 'Hello', finish: 'stop', error: null })
    expect(model.getPending()).toBeNull()
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()

    const call = model.reply(ask)
    model.answer({
      toolCalls: [
        { name: 'eval', arguments: { code: '1' } },
        { name: 'eval', arguments: '{"code": ' },
      ],
    })
    const { toolCalls, finish } = await call
    expect(finish).toBe('tool-calls')
    expect(toolCalls).toMatchObject([{ arguments: { code: '1' } }, { argumentsText: '{"code": ' }])
    expect(toolCalls[0]?.id).not.toBe(toolCalls[1]?.id)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('several wait in order; one can be named', async () => {
    const model = createPersonModel()
    const replies = [model.reply(ask), model.reply(ask), model.reply(ask)]
    expect(model.getWaiting()).toBe(3)
    model.answer({ text: 'two' }, 2)
    model.answer({ text: 'one' })
    model.answer({ text: 'three' })
    expect((await Promise.all(replies)).map((reply) => reply.text)).toEqual(['one', 'two', 'three'])
    expect(model.answer({ text: 'late' })).toBe(false)
    expect(model.answer({ text: 'late' }, 2)).toBe(false)
  })

  it('is stopped by the run or by the person', async () => {
    const model = createPersonModel()
    const stop = new AbortController()
    const stopped = model.reply(ask, { signal: stop.signal })
    const cancelled = model.reply(ask)
    stop.abort()
    expect(model.getWaiting()).toBe(1)
    model.cancel()
    expect((await stopped).error?.kind).toBe('stopped')
    expect((await cancelled).error?.kind).toBe('stopped')
    expect((await model.reply(ask, { signal: AbortSignal.abort() })).error?.kind).toBe('stopped')
    expect(model.getWaiting()).toBe(0)
  })
})
