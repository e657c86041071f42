import type { ModelRequest } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { openCellAt } from '../../notebook/state.ts'
import type { HostCall, HostStep } from '../types.ts'
import { chainAt } from './cells.ts'
import { openingPrompt } from './engine-cells.ts'

/**
 * Every request is made by a cell; at the end of a path this is the one that its cell waits for, else the one that a first
 * cell would make.
 */
export function createRequest(
  perform: (path: NotebookPath, call: HostCall) => HostStep,
  callMe: string,
): (path: NotebookPath) => ModelRequest {
  return (path) => {
    const waiting = openCellAt(path)?.waiting.findLast(({ name }) => name === callMe)
    const step = waiting ? perform(path, waiting) : null
    if (step?.type === 'ask') return step.request
    const input = { input: openingPrompt(chainAt(path)) }
    const first = perform(path, { id: Number.MAX_SAFE_INTEGER, name: callMe, input })
    return first.type === 'ask' ? first.request : { messages: [], tools: [] }
  }
}
