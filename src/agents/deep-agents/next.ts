import type { NotebookPath } from '../../notebook/events.ts'
import { openCellAt } from '../../notebook/state.ts'
import type { Next } from '../types.ts'
import { checkCall } from './calls.ts'
import { conversationOf, type Entry } from './conversation.ts'
import { settingsAt } from './options.ts'
import { isEmpty, MOST_REPEATS, Repeats } from './repeats.ts'

/** What is to be done at the end of a path. */
export function next(path: NotebookPath): Next {
  if (openCellAt(path)) return { type: 'idle' }
  const turn = turnOf(path)
  if (turn.length === 0 || turn.some(({ type }) => type === 'answered')) return { type: 'idle' }
  const held = turn.findLast(({ type }) => type === 'stopped' || type === 'resumed')
  if (held?.type === 'stopped') return { type: 'idle' }

  const last = turn.findLast(({ type }) => type === 'replied' || type === 'resumed')
  if (last?.type === 'replied' && last.reply.error) {
    return { type: 'stop', reason: 'model-error', message: last.reply.error.message }
  }
  const entries = conversationOf(path)
  const entry = entries.findLast(({ type }) => type !== 'cells')
  return entry?.type === 'reply' ? afterReply(path, entries, entry) : ask(path)
}

function afterReply(path: NotebookPath, entries: Entry[], entry: Extract<Entry, { type: 'reply' }>): Next {
  const { toolName } = settingsAt(path)
  const { reply, calls } = entry
  const resumed = path.findLast(({ type }) => type === 'resumed' || type === 'replied')?.type === 'resumed'
  for (const { call, cell } of calls) {
    const checked = checkCall(call, toolName)
    if (!cell && checked.ok) return { type: 'run-cell', source: checked.code, toolCall: call }
  }
  if (calls.length === 0 && !isEmpty(entry))
    return { type: 'answer', text: reply.text.trim() === '' ? reply.refusal : reply.text }
  if (calls.length === 0 && reply.finish === 'filter' && !resumed) {
    return {
      type: 'stop',
      reason: 'model-error',
      message:
        'The provider’s content filter withheld the reply. Say it differently, or choose another model.',
    }
  }
  const repeats = new Repeats(toolName)
  const counts = entries.flatMap((each) => repeats.read(each))
  if ((counts.at(-1) ?? 0) >= MOST_REPEATS && !resumed) {
    const what =
      calls.length === 0 ? 'replied with nothing' : 'made the same call, which failed in the same way,'
    return {
      type: 'stop',
      reason: 'repeating',
      message: `The model ${what} ${MOST_REPEATS} times in a row. Say what it should do differently, or let it go on.`,
    }
  }
  return ask(path)
}

function ask(path: NotebookPath): Next {
  const { stepLimit } = settingsAt(path)
  const from = path.findLastIndex(({ type }) => type === 'said' || type === 'resumed')
  const asked = path.slice(from + 1).filter(({ type }) => type === 'asked').length
  if (asked < stepLimit) return { type: 'ask' }
  return {
    type: 'stop',
    reason: 'step-limit',
    message: `The model was asked ${stepLimit} times without coming to an answer. Let it go on, or say something.`,
  }
}

/** From the last message of the user on. */
function turnOf(path: NotebookPath): NotebookPath {
  const from = path.findLastIndex(({ type }) => type === 'said')
  return from < 0 ? [] : path.slice(from)
}
