import { expect, it } from 'vitest'
import type { CellView, NotebookView, TurnItem } from '../../notebook/view.ts'
import { isOpenTurn, isUnanswered } from './open-turn.ts'

const cell = (endedBy: string | null): TurnItem => ({ type: 'cell', cell: { endedBy } as CellView })
const answer: TurnItem = { type: 'answer', event: 'a', text: 'Done.' }
const note: TurnItem = { type: 'note', event: 'n', text: 'Look.' }
const stop: TurnItem = { type: 'stop', event: 's', reason: 'stopped', message: 'Stopped.' }
const reply = (error: object | null): TurnItem =>
  ({ type: 'reply', event: 'r', reply: { text: 'Hm.', error } }) as TurnItem

const view = (items: TurnItem[], said = true): NotebookView =>
  ({
    turns: [{ number: 1, said: said ? { event: 'm', text: 'Go' } : null, items }],
  }) as unknown as NotebookView

it.each<[string, TurnItem[], boolean]>([
  ['a message alone', [], true],
  ['a cell that ended', [cell('e')], true],
  ['a note under it', [cell('e'), note], true],
  ['a cell that waits', [cell(null)], false],
  ['an answer', [cell('e'), answer], false],
  ['a cell of the user after the answer', [answer, cell('e')], false],
  ['a stop', [cell('e'), stop], false],
  ['a reply', [reply(null)], true],
  ['a reply that failed', [reply({ kind: 'network', message: '' })], false],
])('%s leaves the turn open: %s', (_what, items, open) => {
  expect(isOpenTurn(view(items))).toBe(open)
})

it('has no answer while it failed or was stopped', () => {
  expect(isUnanswered(view([reply({ kind: 'script', message: '' })]))).toBe(true)
  expect(isUnanswered(view([stop]))).toBe(true)
  expect(isUnanswered(view([cell('e'), answer]))).toBe(false)
})

it('is about turns that somebody began', () => {
  expect(isOpenTurn(view([cell('e')], false))).toBe(false)
})
