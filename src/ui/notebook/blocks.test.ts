import { describe, expect, it } from 'vitest'
import type { CellView, NotebookView } from '../../notebook/view.ts'
import { blocksOf, laterBlocks, positionOf, sameCell } from './blocks.ts'

const cell = (number: number, endedBy: string | null): CellView => ({
  number,
  startedBy: `start-${number}`,
  source: '1',
  author: 'model',
  status: endedBy ? 'ok' : 'running',
  console: [],
  calls: [],
  end: null,
  endedBy,
  turn: 1,
})
const stop = (event: string, number: number): NotebookView['stops'][number] => ({
  event,
  kind: 'end',
  cell: number,
  turn: 1,
  waitingFor: [],
  status: 'ok',
})
const view = (cells: CellView[], answer?: string): NotebookView => ({
  turns: [
    { number: 0, said: null, items: [] },
    {
      number: 1,
      said: { event: 'said', text: 'hello' },
      items: [
        ...cells.map((one) => ({ type: 'cell' as const, cell: one })),
        ...(answer ? [{ type: 'answer' as const, event: 'answer', text: answer }] : []),
      ],
    },
  ],
  cells,
  stops: [stop('boot', 0), ...cells.map((one) => stop(`end-${one.number}`, one.number))],
})

describe('blocks', () => {
  it('are in the order of reading', () => {
    expect(blocksOf(view([cell(1, 'end-1')], 'done')).map((block) => block.key)).toEqual([
      'said',
      'start-1',
      'answer',
    ])
  })

  it('later ones are those that the past does not hold; a cell paused in its middle is not among them', () => {
    const past = blocksOf(view([cell(1, 'end-1'), cell(2, null)]))
    const live = blocksOf(view([cell(1, 'end-1'), cell(2, 'end-2'), cell(3, 'end-3')], 'done'))
    expect(laterBlocks(past, live).map((block) => block.key)).toEqual(['start-3', 'answer'])
  })
})

it('a finished cell is the same in every fold, an unfinished one is not', () => {
  expect(sameCell(cell(1, 'end-1'), cell(1, 'end-1'))).toBe(true)
  expect(sameCell(cell(1, 'end-1'), cell(1, 'other-end'))).toBe(false)
  expect(sameCell(cell(1, null), cell(1, null))).toBe(false)
})

it('counts steps from the boot', () => {
  const shown = view([cell(1, 'end-1'), cell(2, 'end-2')])
  expect(positionOf(shown, 'end-1')).toEqual({ step: 2, of: 3 })
  expect(positionOf(shown, 'elsewhere')).toBeNull()
})
