import type { NotebookPath } from '../../notebook/events.ts'
import { conversationOf } from '../shared/conversation.ts'
import type { Fault, Protocol, RenderDeclarations } from '../types.ts'
import { Judge } from './judge.ts'
import { next } from './next.ts'
import { limitsOf, SETTINGS, settingsAt } from './options.ts'
import { createRequests } from './request.ts'

/**
 * CodeAct: no tools on the wire. The text of each reply is a JSON object, code to run or the final words, and what came
 * of code goes back as a message.
 */
export function createCodeAct({ renderDeclarations }: { renderDeclarations: RenderDeclarations }): Protocol {
  return {
    id: 'codeact',
    title: 'CodeAct',
    summary: 'No tools on the wire: each reply is a JSON object, code to run or the final words.',
    settings: SETTINGS,
    dialect: 'codeact',
    context: 'fresh',
    codeInText: true,
    limits: limitsOf,
    request: createRequests(renderDeclarations),
    next,
    faults,
  }
}

function faults(path: NotebookPath): Fault[] {
  const last = path.at(-1)
  if (last?.type !== 'replied' || last.reply.error) return []
  const verdict = new Judge(settingsAt(path)).last(conversationOf(path))?.verdict
  switch (verdict?.type) {
    case 'fault':
      return last.reply.toolCalls.length === 0
        ? [verdict.fault]
        : last.reply.toolCalls.map(({ id }) => ({ ...verdict.fault, toolCallId: id }))
    case 'empty':
      return [{ type: 'EmptyReply', message: 'The reply was empty.' }]
    case 'finalize':
      return [{ type: 'FinalizeMode', message: 'Code was not asked for any more, so it did not run.' }]
    case 'ran':
      return verdict.outcome.error === undefined ? [] : [{ type: 'NotRun', message: verdict.outcome.error }]
    case 'answer':
    case 'run':
    case undefined:
      return []
  }
}
