import type { NextCell } from '../types.ts'
import type { AgentCell, Chain } from './cells.ts'
import { CALL_ME, SET_NEXT } from './names.ts'
import type { Settings } from './options.ts'
import { historyRecord } from './records.ts'

/** The two kinds of cells that the engine writes itself: each asks the model and prints what it says. */

export function openingPrompt({ task, cells }: Chain): string {
  return `${task}\n\nSubmit the ${cells.length === 0 ? 'first' : 'next'} cell with ${SET_NEXT}.`
}

export function openingCell(chain: Chain): NextCell {
  const source = asking(openingPrompt(chain))
  return { type: 'run-cell', source, author: 'engine', summary: 'Hand the task to the model.' }
}

export function recoveryCell({ task }: Chain, failed: AgentCell, { rollBack }: Settings): NextCell {
  const state = rollBack
    ? 'The interpreter was put back to its state before that cell'
    : 'What the cell did to variables until then is kept'
  const prompt = `The last cell failed. Repair it and go on with the task: submit the next cell with ${SET_NEXT}. ${state}; what it did outside is not undone.\n${JSON.stringify({ task, ...historyRecord(failed) })}`
  const cell: NextCell = {
    type: 'run-cell',
    source: asking(prompt),
    author: 'recovery',
    summary: 'Find out why the last cell failed, and write a repair.',
  }
  return rollBack && failed.before ? { ...cell, at: failed.before } : cell
}

const asking = (prompt: string): string =>
  `const response = await ${CALL_ME}({\n  input: ${JSON.stringify(prompt)},\n})\nconsole.log(response.output_text)`
