import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { checkCall } from '../shared/code-call.ts'
import { conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { isEmpty } from '../shared/messages.ts'
import { ask, askAgain, held } from '../shared/turn.ts'
import type { Next } from '../types.ts'
import { settingsAt } from './options.ts'
import { failureOf } from './results.ts'

/** What is to be done at the end of a path. */
export function next(path: NotebookPath): Next {
  const hold = held(path)
  if (hold) return hold
  const entries = conversationOf(path)
  const entry = entries.findLast(({ type }) => type !== 'cells')
  return entry?.type === 'reply' ? afterReply(path, entries, entry) : ask(path, settingsAt(path).stepLimit)
}

function afterReply(path: NotebookPath, entries: Entry[], entry: ReplyEntry): Next {
  const { toolName, stepLimit } = settingsAt(path)
  const { reply, calls } = entry
  for (const { call, cell } of calls) {
    const checked = checkCall(call, [toolName])
    if (!cell && checked.ok) return { type: 'run-cell', source: checked.code, toolCall: call }
  }
  if (calls.length === 0 && !isEmpty(entry))
    return { type: 'answer', text: reply.text.trim() === '' ? reply.refusal : reply.text }
  const repeats = new CallRepeats((call) => failureOf(call, toolName)).last(entries)
  return askAgain(path, { reply, repeats, stepLimit })
}
