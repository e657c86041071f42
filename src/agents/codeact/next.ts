import type { NotebookPath } from '../../notebook/events.ts'
import { conversationOf, type Entry } from '../shared/conversation.ts'
import { ask, askAgain, held } from '../shared/turn.ts'
import type { Next } from '../types.ts'
import { Judge, type Judged } from './judge.ts'
import { type Settings, settingsAt } from './options.ts'
import { type CodeOutcome, directOutput, fallbackOutput } from './outcome.ts'

/** What is to be done at the end of a path. */
export function next(path: NotebookPath): Next {
  const hold = held(path)
  if (hold) return hold
  const settings = settingsAt(path)
  const entries = conversationOf(path)
  const entry = entries.findLast(({ type }) => type !== 'cells')
  if (entry?.type !== 'reply') return ask(path, settings.stepLimit)
  const judged = new Judge(settings).last(entries)
  return judged ? afterReply(path, entries, judged, settings) : ask(path, settings.stepLimit)
}

function afterReply(path: NotebookPath, entries: Entry[], judged: Judged, settings: Settings): Next {
  const { entry, verdict, repeats } = judged
  const steps = stepsOf(entries)
  switch (verdict.type) {
    case 'answer':
      return { type: 'answer', text: verdict.text }
    case 'run': {
      const toolCall = { id: `code_execution_${steps}`, name: 'code', arguments: { code: verdict.code } }
      return { type: 'run-cell', source: withResult(verdict.code), toolCall }
    }
    case 'ran': {
      const text = verdict.stopped ? null : answerOf(verdict.outcome, settings)
      if (text !== null) return { type: 'answer', text, by: 'executor' }
      break
    }
    case 'empty':
    case 'fault':
    case 'finalize':
      break
  }
  if (settings.maxSteps !== null && steps >= settings.maxSteps)
    return { type: 'answer', text: entry.reply.text }
  return askAgain(path, { reply: entry.reply, repeats, stepLimit: settings.stepLimit })
}

/** Without `reAct` the code itself answers: always, unless the model may repair it. */
function answerOf(outcome: CodeOutcome, { reAct, selfRepair }: Settings): string | null {
  if (reAct || (selfRepair && outcome.error !== undefined)) return null
  return directOutput(outcome) ?? fallbackOutput(outcome)
}

/** The model's replies in this turn. */
function stepsOf(entries: readonly Entry[]): number {
  const from = entries.findLastIndex(({ type }) => type === 'said')
  return entries.slice(from + 1).filter(({ type }) => type === 'reply').length
}

/** Code may leave its result in a variable of this name, declared or not, as the published program has it. */
const RESULT_NAME = '__codeact_result'

function withResult(code: string): string {
  if (!code.includes(RESULT_NAME)) return code
  const declared = new RegExp(`\\b(var|let|const)\\s+${RESULT_NAME}\\b`).test(code)
  return `${code}\n${declared ? '' : `var ${RESULT_NAME}; `}${RESULT_NAME}`
}
