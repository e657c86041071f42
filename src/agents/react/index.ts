import type { NotebookPath } from '../../notebook/events.ts'
import { emptyFault, faultsAt } from '../shared/faults.ts'
import type { Fault, Protocol } from '../types.ts'
import { checkCall } from './calls.ts'
import { next } from './next.ts'
import { SETTINGS, settingsAt } from './options.ts'
import { request } from './request.ts'

/** The baseline: the model calls the tools themselves and reads every result. No code. */
export function createReact(): Protocol {
  return {
    id: 'react',
    title: 'ReAct',
    summary:
      'No code, to compare with: the model calls the tools itself, step by step, and reads each result.',
    settings: SETTINGS,
    dialect: 'none',
    request,
    next,
    faults,
  }
}

function faults(path: NotebookPath): Fault[] {
  const settings = settingsAt(path)
  return faultsAt(path, (entry) => [
    ...emptyFault(entry),
    ...entry.reply.toolCalls.flatMap((call) => {
      const checked = checkCall(call, settings)
      return checked.ok ? [] : [checked.fault]
    }),
  ])
}
