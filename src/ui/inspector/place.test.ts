import { expect, it } from 'vitest'
import { stepsOf } from '../timeline/steps.ts'
import { stopsOf } from '../timeline/stops.testing.ts'
import { placeIn, placeWords } from './place.ts'

const seen = (letters: string, cursor: string | null) => {
  const { stop, before, step, of, past } = placeIn(stepsOf(stopsOf(letters)), cursor)
  return [stop?.event, before?.event, step, of, past]
}

it.each([
  ['the live end after a cell', 'bwe', null, ['e2', 'e1', 3, 3, false]],
  ['the live end in the middle of a cell', 'bew', null, ['e2', 'e1', 3, 3, false]],
  ['a step of the past', 'bwe', 'e1', ['e1', 'e0', 2, 3, true]],
  ['the start', 'bwe', 'e0', ['e0', undefined, 1, 3, true]],
  ['nothing at all', '', null, [undefined, undefined, 0, 0, false]],
])('%s', (_, letters, cursor, expected) => {
  expect(seen(letters, cursor)).toEqual(expected)
})

it('is told in words', () => {
  const steps = stepsOf(stopsOf('bwe'))
  expect(placeWords(placeIn(steps, 'e0'))).toBe('step 1, the start')
  expect(placeWords(placeIn(steps, 'e1'))).toBe('step 2, cell 1')
  expect(placeWords(placeIn(stepsOf(stopsOf('bc')), 'e1'))).toBe('step 2, tool calls')
})
