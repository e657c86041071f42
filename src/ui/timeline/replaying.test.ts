import { expect, test } from 'vitest'
import type { BranchReplay } from '../../session/replay.ts'
import { type Replaying, replayWords } from './replaying.ts'

const done = (replay: Partial<BranchReplay>): Replaying => ({
  type: 'done',
  head: 'h',
  replay: { branch: { id: 'b', name: 'Main' }, cells: 2, steps: 4, compared: 4, difference: null, ...replay },
})

test.each<[Replaying, string]>([
  [{ type: 'running', head: 'h' }, 'Replaying …'],
  [done({}), 'Identical: 4 steps, every image'],
  [done({ compared: 3 }), 'Identical: 4 steps, 3 images'],
  [done({ difference: 'Cell 2 ends otherwise.' }), 'Differs: Cell 2 ends otherwise.'],
  [{ type: 'failed', head: 'h', message: 'no worker' }, 'The replay could not be made: no worker'],
])('%j', (replaying, words) => {
  expect(replayWords(replaying)).toBe(words)
})
