import { expect, it, vi } from 'vitest'
import { type Frames, oncePerFrame } from './frame.ts'

function fakeFrames() {
  const waiting = new Map<number, () => void>()
  let next = 1
  const frames: Frames = {
    request: (callback) => {
      waiting.set(next, callback)
      return next++
    },
    cancel: (id) => waiting.delete(id),
  }
  const draw = () => {
    const callbacks = [...waiting.values()]
    waiting.clear()
    for (const callback of callbacks) callback()
  }
  return { frames, draw, waiting }
}

it('gives the latest value, once a frame', () => {
  const { frames, draw } = fakeFrames()
  const apply = vi.fn()
  const each = oncePerFrame<number>(apply, frames)
  for (let value = 0; value < 500; value += 1) each.set(value)
  expect(apply).not.toHaveBeenCalled()
  draw()
  expect(apply.mock.calls).toEqual([[499]])
  draw()
  expect(apply).toHaveBeenCalledTimes(1)
  each.set(7)
  draw()
  expect(apply.mock.calls).toEqual([[499], [7]])
})

it('flushes at once and not again', () => {
  const { frames, draw, waiting } = fakeFrames()
  const apply = vi.fn()
  const each = oncePerFrame<number>(apply, frames)
  each.flush()
  each.set(1)
  each.flush()
  expect(apply.mock.calls).toEqual([[1]])
  expect(waiting.size).toBe(0)
  draw()
  expect(apply).toHaveBeenCalledTimes(1)
})

it('forgets what waits when it is cancelled', () => {
  const { frames, draw } = fakeFrames()
  const apply = vi.fn()
  const each = oncePerFrame<number>(apply, frames)
  each.set(1)
  each.cancel()
  draw()
  expect(apply).not.toHaveBeenCalled()
  each.set(2)
  draw()
  expect(apply.mock.calls).toEqual([[2]])
})
