import { expect, test } from 'vitest'
import type { NotebookEvent } from '../../notebook/events.ts'
import { hasEnded } from './worth-looking.ts'

const events = (...types: NotebookEvent['type'][]) => types.map((type) => ({ type }) as NotebookEvent)

test('there is something to look back at when a cell or a turn has come to its end, not before', () => {
  const running = events(
    'opened',
    'configured',
    'said',
    'asked',
    'replied',
    'cell-started',
    'waited',
    'settled',
  )
  expect(hasEnded([])).toBe(false)
  expect(hasEnded(running)).toBe(false)
  expect(hasEnded([...running, ...events('cell-ended')])).toBe(true)
  expect(hasEnded(events('opened', 'configured', 'said', 'answered'))).toBe(true)
  expect(hasEnded(events('opened', 'configured', 'said', 'stopped'))).toBe(true)
})
