import type { NotebookPath } from '../../notebook/events.ts'
import { openCellAt } from '../../notebook/state.ts'
import type { Next } from '../types.ts'
import { type AgentCell, type Chain, chainAt, isOwn } from './cells.ts'
import { openingCell, recoveryCell } from './engine-cells.ts'
import { type Settings, settingsAt } from './options.ts'

/** What is to be done at the end of a path: the engine's loop, which runs one cell after the other. */
export function next(path: NotebookPath): Next {
  if (openCellAt(path) || isHeld(path)) return { type: 'idle' }
  const chain = chainAt(path)
  const settings = settingsAt(path)
  const cell = chain.cells.slice(chain.turn).findLast((each) => !isOwn(each))
  if (cell?.status === 'exited') return { type: 'answer', text: farewell(cell), by: 'executor' }
  const since = chain.cells.slice(chain.since).filter((each) => !isOwn(each))
  if (since.length >= settings.stepLimit) return tooLong(settings)
  if (!cell) return openingCell(chain)
  if (cell.status === 'ok' && cell.successor) {
    const { code, summary } = cell.successor
    return { type: 'run-cell', source: code, author: 'model', summary, from: cell.shown }
  }
  return stopAfter(since, settings) ?? recoveryCell(chain, cell, settings)
}

/** Whether anything goes on here: nothing was said, or the turn is over or stopped. */
function isHeld(path: NotebookPath): boolean {
  const from = path.findLastIndex(({ type }) => type === 'said' || type === 'configured')
  if (path[from]?.type !== 'said') return true
  const turn = path.slice(from)
  if (turn.some(({ type }) => type === 'answered')) return true
  return turn.findLast(({ type }) => type === 'stopped' || type === 'resumed')?.type === 'stopped'
}

/** Cells that failed one after the other, to the end. */
function failuresIn(cells: readonly AgentCell[]): number {
  return cells.length - 1 - cells.findLastIndex(({ status }) => status !== 'error')
}

function stopAfter(since: Chain['cells'], { mostFailures }: Settings): Next | null {
  const last = since.at(-1)
  // The engine's own cells do nothing but ask: when the model cannot be asked, asking for a repair fails as well.
  if (last?.status === 'error' && last.author !== 'model' && last.modelError !== null)
    return { type: 'stop', reason: 'model-error', message: last.modelError }
  if (failuresIn(since) < mostFailures) return null
  const message = `${mostFailures === 1 ? 'A cell' : `${mostFailures} cells in a row`} failed, recovery included; the last with ${last?.error?.type ?? 'an error'}. Say what to do differently, or let it go on.`
  return { type: 'stop', reason: 'repeating', message }
}

const tooLong = ({ stepLimit }: Settings): Next => ({
  type: 'stop',
  reason: 'step-limit',
  message: `${stepLimit} cells ran without coming to an end. Let it go on, or say something.`,
})

/** What the last cell printed. */
const farewell = ({ output }: AgentCell): string => (output.trim() === '' ? 'The agent quit.' : output.trim())
