import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { checkCall } from '../shared/code-call.ts'
import { conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { ask, askAgain, held, isBlank } from '../shared/turn.ts'
import type { Next } from '../types.ts'
import { failureOf, toolNames } from './calls.ts'
import { settingsAt } from './options.ts'

/** What is to be done at the end of a path. */
export function next(path: NotebookPath): Next {
  const hold = held(path)
  if (hold) return hold
  const entries = conversationOf(path)
  const entry = entries.findLast(({ type }) => type !== 'cells')
  return entry?.type === 'reply' ? afterReply(path, entries, entry) : ask(path, settingsAt(path).stepLimit)
}

function afterReply(path: NotebookPath, entries: Entry[], { reply, calls }: ReplyEntry): Next {
  const settings = settingsAt(path)
  const names = toolNames(settings)
  for (const { call, cell } of calls) {
    const checked = checkCall(call, names)
    if (cell || !checked.ok) continue
    const scope = settings.codeTools.find(({ id }) => id === call.name)?.scope
    const run = { type: 'run-cell' as const, source: checked.code, toolCall: call }
    return scope === undefined ? run : { ...run, scope }
  }
  if (calls.length === 0 && !isBlank(reply))
    return { type: 'answer', text: reply.text.trim() === '' ? reply.refusal : reply.text }
  const repeats = new CallRepeats((call) => failureOf(call, settings)).last(entries)
  return askAgain(path, { reply, repeats, stepLimit: settings.stepLimit })
}
