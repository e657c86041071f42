import { expect, it } from 'vitest'
import type { NotebookView, TurnItem } from '../../notebook/view.ts'
import { nextDemoMessage } from './demo.ts'

const demo = { title: 'Demo', tape: 'demo', messages: ['one', 'two'] }
const tape = { kind: 'tape', tape: 'demo' } as const
const answer: TurnItem = { type: 'answer', event: 'a', text: 'done' }
const view = (...said: string[]): NotebookView => ({
  turns: said.map((text, i) => ({ number: i + 1, said: { event: `s${i}`, text }, items: [answer] })),
  cells: [],
  stops: [],
})

it('offers the next message of the script', () => {
  expect(nextDemoMessage(demo, tape, view('one'))).toBe('two')
})

it('offers nothing before the start, at the end, off the script, or with another model', () => {
  expect(nextDemoMessage(demo, tape, view())).toBeNull()
  expect(nextDemoMessage(demo, tape, view('one', 'two'))).toBeNull()
  expect(nextDemoMessage(demo, tape, view('else'))).toBeNull()
  expect(nextDemoMessage(demo, { kind: 'person' }, view('one'))).toBeNull()
  expect(nextDemoMessage(null, tape, view('one'))).toBeNull()
})

it('offers nothing while a turn has no answer', () => {
  const open = view('one')
  open.turns[0]?.items.pop()
  expect(nextDemoMessage(demo, tape, open)).toBeNull()
})
