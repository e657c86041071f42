import type { NotebookPath } from '../../notebook/events.ts'
import { checkCall } from '../shared/code-call.ts'
import { emptyFault, faultsAt } from '../shared/faults.ts'
import type { Fault, Protocol, RenderDeclarations } from '../types.ts'
import { next } from './next.ts'
import { allowedBy, contextOf, interpreterOf, limitsOf, settingsAt } from './options.ts'
import { createRequests } from './request.ts'
import { SETTINGS } from './settings.ts'

/**
 * The interpreter of Deep Agents: the model has one tool, `eval`, whose code runs in an interpreter that lasts, and
 * reads what the code printed and returned. Tools are functions that the code calls.
 */
export function createDeepAgents({
  renderDeclarations,
}: {
  renderDeclarations: RenderDeclarations
}): Protocol {
  return {
    id: 'deep-agents',
    title: 'Deep Agents',
    summary:
      'The model calls one tool, eval, with code; the code calls the other tools and keeps its variables.',
    settings: SETTINGS,
    dialect: 'tools',
    context: contextOf,
    interpreter: interpreterOf,
    allows: allowedBy,
    limits: limitsOf,
    request: createRequests(renderDeclarations),
    next,
    faults,
  }
}

function faults(path: NotebookPath): Fault[] {
  const { toolName } = settingsAt(path)
  return faultsAt(path, (entry) => [
    ...emptyFault(entry),
    ...entry.reply.toolCalls.flatMap((call) => {
      const checked = checkCall(call, [toolName])
      return checked.ok ? [] : [checked.fault]
    }),
  ])
}
