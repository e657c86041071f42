import { expect, it } from 'vitest'
import type { NotebookPath } from '../../notebook/events.ts'
import { modelCalls, nearestCall } from './model-calls.ts'

const event = (id: string, type: string, rest: object = {}) => ({ id, parent: null, at: 0, type, ...rest })
const path = [
  event('o', 'opened'),
  event('u1', 'said'),
  event('a1', 'asked'),
  event('r1', 'replied', { reply: { usage: { input: 10, output: 2 }, error: null } }),
  event('c1', 'cell-started'),
  event('e1', 'cell-ended'),
  event('a2', 'asked'),
  event('r2', 'replied', { reply: { usage: null, error: { kind: 'network', message: 'gone' } } }),
  event('u2', 'said'),
  event('a3', 'asked'),
] as unknown as NotebookPath

const calls = modelCalls(path)

it('counts each asking, with its turn and what the server counted', () => {
  expect(calls).toEqual([
    { event: 'a1', number: 1, turn: 1, usage: { input: 10, output: 2 }, failed: false },
    { event: 'a2', number: 2, turn: 1, usage: null, failed: true },
    { event: 'a3', number: 3, turn: 2, usage: null, failed: false },
  ])
})

it.each([
  [10, 'a3'],
  [8, 'a2'],
  [6, 'a1'],
  [1, 'a1'],
])('the call nearest to the end of %i events is %s', (length, expected) => {
  expect(nearestCall(calls, path.slice(0, length))?.event).toBe(expected)
})

it('there is none before the model was asked', () => {
  expect(nearestCall([], path)).toBeNull()
})
