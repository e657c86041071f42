import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { ask, askAgain, held, isBlank } from '../shared/turn.ts'
import type { Next } from '../types.ts'
import { checkCall, failureOf } from './calls.ts'
import { settingsAt } from './options.ts'

/** What is to be done at the end of a path: all calls of a reply at once, then the model again. */
export function next(path: NotebookPath): Next {
  const hold = held(path)
  if (hold) return hold
  const entries = conversationOf(path)
  const entry = entries.findLast(({ type }) => type !== 'cells')
  return entry?.type === 'reply' ? afterReply(path, entries, entry) : ask(path, settingsAt(path).stepLimit)
}

function afterReply(path: NotebookPath, entries: Entry[], { reply, calls }: ReplyEntry): Next {
  const settings = settingsAt(path)
  const open = calls.flatMap(({ call, made }) => {
    const checked = checkCall(call, settings)
    return made === null && checked.ok ? [checked.call] : []
  })
  if (open.length > 0) return { type: 'call-tools', calls: open }
  if (calls.length === 0 && !isBlank(reply))
    return { type: 'answer', text: reply.text.trim() === '' ? reply.refusal : reply.text }
  const repeats = new CallRepeats((call) => failureOf(call, settings)).last(entries)
  return askAgain(path, { reply, repeats, stepLimit: settings.stepLimit })
}
