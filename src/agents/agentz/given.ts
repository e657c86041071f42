import type { Given, Json } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { type AgentCell, chainAt } from './cells.ts'
import { settingsAt } from './options.ts'
import { inputRecord, lastError, outputRecord } from './records.ts'

/** What stands in every interpreter of this protocol. */
export interface Lore {
  engineSource: string
  docs: string
}

/**
 * What a cell is given when it starts, at the end of the path that starts it: the records that its interpreter does not
 * have yet, as every heap carries those that were given before.
 */
export function givenAt(path: NotebookPath, { engineSource, docs }: Lore): Given {
  const { cells } = chainAt(path)
  const cell = cells.at(-1)
  const known = knownCells(cells, settingsAt(path).rollBack)
  const inputs = cells.filter(({ number }) => !known.inputs.has(number))
  const outputs = cells.filter(({ number, endedAt }) => endedAt !== null && !known.outputs.has(number))
  const isFirst = known.inputs.size === 0
  const constants = isFirst
    ? { values: { ENGINE_SOURCE: engineSource, openai_docs: docs, RUNTIME_INFO } }
    : {}
  return {
    number: cell?.number ?? 0,
    ...constants,
    records: { CELL_INPUTS: byNumber(inputs, inputRecord), CELL_OUTPUTS: byNumber(outputs, outputRecord) },
    results: { get_last_error: lastError(cells) },
  }
}

/** Nothing of the system around the page. */
const RUNTIME_INFO: Json = {
  provider: 'browser',
  platform: 'QuickJS in a Web Worker',
  workspace: 'this notebook',
}

const byNumber = (
  cells: readonly AgentCell[],
  record: (cell: AgentCell) => Record<string, Json>,
): Record<string, Json> => Object.fromEntries(cells.map((cell) => [String(cell.number), record(cell)]))

/** What the heap of the last cell knows: what each cell was given is gone when its interpreter was put back. */
function knownCells(
  cells: readonly AgentCell[],
  rollBack: boolean,
): { inputs: ReadonlySet<number>; outputs: ReadonlySet<number> } {
  let known = { inputs: new Set<number>(), outputs: new Set<number>() }
  for (const [place, cell] of cells.slice(0, -1).entries()) {
    if (!cell.moved || (rollBack && isRepaired(cell, cells[place + 1]))) continue
    const before = cells.slice(0, place)
    known = {
      inputs: new Set([...before.map(({ number }) => number), cell.number]),
      outputs: new Set(before.map(({ number }) => number)),
    }
  }
  return known
}

/** A recovery cell of a protocol that rolls back starts where the failed one did. */
const isRepaired = ({ status }: AgentCell, after: AgentCell | undefined): boolean =>
  after?.author === 'recovery' && (status === 'error' || status === 'interrupted')
