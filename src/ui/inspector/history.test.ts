import { expect, it } from 'vitest'
import { type LineHistory, NO_LINES, recalled, sent } from './history.ts'

const three = ['a', 'b', 'c'].reduce(sent, NO_LINES)

function walk(history: LineHistory, text: string, steps: (-1 | 1)[]): string[] {
  const seen: string[] = []
  let state = { history, text }
  for (const step of steps) {
    state = recalled(state.history, step, state.text) ?? state
    seen.push(state.text)
  }
  return seen
}

it('goes back through what was sent and forward to what was being written', () => {
  expect(walk(three, 'draft', [-1, -1, -1, -1, 1, 1, 1, 1])).toEqual([
    'c',
    'b',
    'a',
    'a',
    'b',
    'c',
    'draft',
    'draft',
  ])
})

it('keeps the draft when an earlier line is changed and left', () => {
  const earlier = recalled(three, -1, 'draft')
  expect(earlier?.text).toBe('c')
  expect(recalled(earlier?.history ?? NO_LINES, 1, 'c changed')?.text).toBe('draft')
})

it('does not keep the same line twice in a row, nor all lines for ever', () => {
  expect(sent(three, 'c').lines).toEqual(['a', 'b', 'c'])
  expect(sent(three, 'a').lines).toEqual(['a', 'b', 'c', 'a'])
  let history = NO_LINES
  for (let line = 0; line < 500; line += 1) history = sent(history, String(line))
  expect(history.lines.length).toBe(100)
  expect(history.lines.at(-1)).toBe('499')
})

it('has nowhere to go when nothing was sent', () => {
  expect(recalled(NO_LINES, -1, 'x')).toBeNull()
  expect(recalled(NO_LINES, 1, 'x')).toBeNull()
})
