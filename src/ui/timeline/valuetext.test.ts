import { describe, expect, it } from 'vitest'
import type { Activity } from '../../session/types.ts'
import { stepsOf } from './steps.ts'
import { itemAt, stopsOf } from './stops.testing.ts'
import { shownText, statusText, stopWords, valueText, waitedFor } from './valuetext.ts'

const steps = stepsOf(stopsOf('bewwxs'))

it.each([
  [0, false, 'Step 1 of 6, start'],
  [1, false, 'Step 2 of 6, cell 1, finished'],
  [2, false, 'Step 3 of 6, cell 2, waiting for search'],
  [4, false, 'Step 5 of 6, cell 2, failed'],
  [5, false, 'Step 6 of 6, cell 3, stopped'],
  [5, true, 'Step 6 of 6, cell 3, stopped, live'],
])('place %i, live %s: %s', (place, live, text) => {
  expect(valueText(steps, place, live)).toBe(text)
})

it('tells of a cell that is still open at the live end', () => {
  const open = stepsOf(stopsOf('bew'))
  expect(valueText(open, 3, true)).toBe('Step 4 of 4, cell 2, still open, live')
})

it('tells of an interpreter that has not started', () => {
  expect(valueText(stepsOf([]), 0, true)).toBe('Step 1 of 1, nothing has run yet, live')
})

it('separates the parts for the eye', () => {
  expect(shownText(steps, 2)).toBe('Step 3 of 6 · cell 2 · waiting for search')
})

it('tells of calls that belong to no cell', () => {
  const calls = stopsOf('bc')
  expect(valueText(stepsOf(calls), 1, true)).toBe('Step 2 of 2, tool calls, search came back, live')
  expect(stopWords({ ...itemAt(calls, 1), status: 'error' })).toBe('search failed')
})

describe('what is waited for', () => {
  it.each([
    [['search'], 'search'],
    [['search', 'get'], 'search and get'],
    [['get', 'get', 'search', 'get'], 'get (3) and search'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
    [[], 'the cell to go on'],
  ])('%j: %s', (names, words) => {
    expect(waitedFor(names)).toBe(words)
  })

  it('stands in the words of a stop', () => {
    expect(stopWords(itemAt(stopsOf('bw'), 1))).toBe('waiting for search')
  })
})

describe('the status line', () => {
  it.each<[Activity, string]>([
    [{ type: 'idle' }, 'Live · step 6 of 6'],
    [{ type: 'running', since: 0, cell: 3 }, 'Live · cell 3 runs'],
    [{ type: 'asking', since: 0, text: '', reasoning: '', cells: [] }, 'Live · the model writes'],
    [{ type: 'awaiting-person', request: { messages: [], tools: [] } }, 'Live · you are the model'],
    [{ type: 'starting', done: 0, total: 0 }, 'Live · starting'],
    [{ type: 'calling', since: 0, calls: 2 }, 'Live · 2 tools at work'],
    [{ type: 'starting', done: 3, total: 9 }, 'Live · starting, 3 of 9'],
  ])('%j', (activity, words) => {
    expect(statusText(steps, 5, true, activity)).toBe(words)
  })

  it('is about the past while one looks there, whatever runs', () => {
    expect(statusText(steps, 1, false, { type: 'running', since: 0, cell: 3 })).toBe(
      'Step 2 of 6 · cell 1 · finished',
    )
  })
})
