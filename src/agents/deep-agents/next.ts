import type { NotebookPath } from '../../notebook/events.ts'
import { checkCall } from '../shared/code-call.ts'
import { conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { ask, askAgain, held } from '../shared/turn.ts'
import type { Next } from '../types.ts'
import { settingsAt } from './options.ts'
import { isEmpty, Repeats } from './repeats.ts'

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
  const repeats = new Repeats(toolName)
  const counts = entries.flatMap((each) => repeats.read(each))
  return askAgain(path, { reply, repeats: counts.at(-1) ?? 0, stepLimit })
}
