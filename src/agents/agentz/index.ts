import type { NotebookPath } from '../../notebook/events.ts'
import type { Protocol, RenderDeclarations } from '../types.ts'
import { ENGINE_SOURCE } from './engine-source.ts'
import { givenAt } from './given.ts'
import { BOUND, CALL_ME } from './names.ts'
import { next } from './next.ts'
import { limitsOf, SETTINGS } from './options.ts'
import { createPrompts } from './prompt.ts'
import { createRequest } from './request.ts'
import { createPerform } from './talk.ts'

/**
 * AgentZ: the model writes the next cell from inside the current one. The engine only runs one cell after the other, and
 * writes one itself when there is none or the last one failed.
 */
export function createAgentZ({ renderDeclarations }: { renderDeclarations: RenderDeclarations }): Protocol {
  const prompts = createPrompts(renderDeclarations)
  const perform = createPerform(prompts)
  const lore = { engineSource: ENGINE_SOURCE, docs: '' }
  return {
    id: 'agentz',
    title: 'AgentZ',
    summary:
      'The model writes the next cell from inside the current one, with call_me; cells that fail are followed by recovery cells.',
    settings: SETTINGS,
    dialect: 'tools',
    limits: limitsOf,
    bound: BOUND,
    given: (path: NotebookPath) => givenAt(path, lore),
    perform,
    request: createRequest(perform, CALL_ME),
    next,
  }
}
