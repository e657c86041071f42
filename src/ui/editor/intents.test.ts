import { expect, it } from 'vitest'
import { runIntent } from './intents.ts'

const press = (key: string, ...held: ('shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey')[]) => ({
  key,
  shiftKey: held.includes('shiftKey'),
  altKey: held.includes('altKey'),
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
})

it.each([
  [press('Enter', 'shiftKey'), 'run-next'],
  [press('Enter', 'ctrlKey'), 'run'],
  [press('Enter', 'metaKey'), 'run'],
  [press('Enter', 'altKey'), 'run-insert'],
  [press('Enter'), null],
  [press('Enter', 'ctrlKey', 'shiftKey'), null],
  [press('a', 'ctrlKey'), null],
])('%j means %s', (event, intent) => {
  expect(runIntent(event)).toBe(intent)
})
