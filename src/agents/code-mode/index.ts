import type { NotebookPath } from '../../notebook/events.ts'
import { checkCall } from '../shared/code-call.ts'
import { emptyFault, faultsAt } from '../shared/faults.ts'
import type { Fault, Protocol, RenderDeclarations } from '../types.ts'
import { toolNames } from './calls.ts'
import { next } from './next.ts'
import { limitsOf, SETTINGS, scopesOf, settingsAt } from './options.ts'
import { createRequests } from './request.ts'

/**
 * Code mode as in Mastra: the model has one tool, or several with different tools behind them, that takes a program.
 * Each run starts afresh and gives back one JSON object.
 */
export function createCodeMode({ renderDeclarations }: { renderDeclarations: RenderDeclarations }): Protocol {
  return {
    id: 'code-mode',
    title: 'Code mode (Mastra)',
    summary:
      'The model sends a whole program to execute_typescript; it starts afresh, calls external_* functions and returns one JSON object.',
    settings: SETTINGS,
    dialect: 'external',
    context: 'fresh',
    checksOutputs: true,
    limits: limitsOf,
    scopes: scopesOf,
    request: createRequests(renderDeclarations),
    next,
    faults,
  }
}

function faults(path: NotebookPath): Fault[] {
  const names = toolNames(settingsAt(path))
  return faultsAt(path, (entry) => [
    ...emptyFault(entry),
    ...entry.reply.toolCalls.flatMap((call) => {
      const checked = checkCall(call, names)
      return checked.ok ? [] : [checked.fault]
    }),
  ])
}
