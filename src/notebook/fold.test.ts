import { describe, expect, it } from 'vitest'
import { fold, foldMore } from './fold.ts'
import { cellsAt, checkpointAt, openCellAt, settledPart, usageAt } from './state.ts'
import {
  asked,
  called,
  configured,
  ended,
  evalCall,
  failed,
  opened,
  pathOf,
  replied,
  said,
  settled,
  started,
  waited,
} from './story.testing.ts'

const call = (id: number) => ({ id, name: id === 1 ? 'web_search' : 'read', input: null })

const turn = pathOf(
  opened,
  configured(),
  started(1, '1 + 1'),
  ended('c1', { text: '2' }),
  said('Look it up'),
  asked,
  replied({
    text: 'Searching.',
    toolCalls: [evalCall('a', 'await search()'), { id: 'b', name: 'nope', arguments: {} }],
  }),
  started(2, 'await search()', 'a'),
  called(1),
  called(2, 'read'),
  waited('w1', [call(1), call(2)]),
  settled(1),
  waited('w2', [], 1),
  settled(2),
  { type: 'logged', line: { level: 'log', text: 'found' } },
  failed('c2', 'Error', 'bad'),
  asked,
  replied({ text: 'It is 2.' }),
  { type: 'answered', text: 'It is 2.' },
)

describe('what is shown of a path', () => {
  const view = fold(turn)

  it('puts what came before the first message into turn 0', () => {
    expect(view.turns.map(({ number, said }) => [number, said?.text])).toEqual([
      [0, undefined],
      [1, 'Look it up'],
    ])
    expect(view.turns[0]?.items).toEqual([{ type: 'cell', cell: view.cells[0] }])
    expect(view.cells[0]).toMatchObject({ number: 1, author: 'user', status: 'ok', turn: 0 })
  })

  it('shows a turn in the order of reading, the answer in place of the reply that it was', () => {
    expect(view.turns[1]?.items.map(({ type }) => type)).toEqual(['reply', 'cell', 'answer'])
    expect(view.turns[1]?.items[2]).toMatchObject({ text: 'It is 2.', from: { reply: { text: 'It is 2.' } } })
  })

  it('names calls of a reply that became no cell', () => {
    expect(view.turns[1]?.items[0]).toMatchObject({ turnedBack: [{ name: 'nope' }] })
  })

  it('shows a silent reply only when something of it was turned back', () => {
    const silent = (name: string) =>
      fold(pathOf(said('x'), asked, replied({ toolCalls: [{ id: 'a', name, arguments: {} }] }), asked))
    expect(silent('nope').turns[0]?.items).toMatchObject([{ type: 'reply', turnedBack: [{ name: 'nope' }] }])
    const run = fold(
      pathOf(
        said('x'),
        asked,
        replied({ toolCalls: [evalCall('a', '1')] }),
        started(1, '1', 'a'),
        ended('c'),
        asked,
      ),
    )
    expect(run.turns[0]?.items.map(({ type }) => type)).toEqual(['cell'])
  })

  it('has a stop at the boot, at each wait with what it waits for, and at each end', () => {
    expect(
      view.stops.map(({ kind, cell, turn, waitingFor, status }) => [kind, cell, turn, waitingFor, status]),
    ).toEqual([
      ['boot', 0, 0, [], null],
      ['end', 1, 0, [], 'ok'],
      ['wait', 2, 1, ['web_search', 'read'], null],
      ['wait', 2, 1, ['read'], null],
      ['end', 2, 1, [], 'error'],
    ])
  })

  it('shows a cell as it was in its middle', () => {
    const middle = fold(turn.slice(0, 13))
    expect(middle.cells[1]).toMatchObject({ status: 'running', end: null, console: [] })
    expect(middle.cells[1]?.calls.map(({ status }) => status)).toEqual(['ok', 'running'])
    expect(middle.waiting).toEqual([call(2)])
  })

  it('keeps the objects that an event does not touch', () => {
    const event = turn.at(-2)
    if (!event) throw new Error('no event')
    const more = foldMore(view, { ...event, id: 'later', type: 'noted', text: 'n' })
    expect(more.cells).toBe(view.cells)
    expect(more.stops).toBe(view.stops)
    expect(more.turns[0]).toBe(view.turns[0])
    expect(more.turns[1]).not.toBe(view.turns[1])
  })
})

describe('where things stand at the end of a path', () => {
  it('finds the last place of the interpreter, also in the middle of a cell', () => {
    expect(checkpointAt(turn)?.id).toBe('c2')
    expect(checkpointAt(turn.slice(0, 10))?.id).toBe('c1')
    expect(checkpointAt(turn.slice(0, 11))?.id).toBe('w1')
    expect(checkpointAt(turn.slice(0, 1))).toBeNull()
  })

  it('knows the cell that is open and what it waits for', () => {
    expect(openCellAt(turn)).toBeNull()
    expect(openCellAt(turn.slice(0, 13))).toMatchObject({ started: { cell: 2 }, waiting: [call(2)] })
    expect(openCellAt(turn.slice(0, 9))?.wait).toBeNull()
  })

  it('cuts a path back to where the interpreter can stand', () => {
    expect(settledPart(turn)).toHaveLength(turn.length)
    expect(settledPart(turn.slice(0, 14))).toHaveLength(13)
    expect(settledPart(turn.slice(0, 9))).toHaveLength(7)
  })

  it('counts cells and tokens', () => {
    expect(cellsAt(turn)).toBe(2)
    expect(usageAt(turn)).toEqual({ input: 20, output: 10 })
  })
})
