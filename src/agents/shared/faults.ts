import type { NotebookPath } from '../../notebook/events.ts'
import type { Fault } from '../types.ts'
import { conversationOf, type ReplyEntry } from './conversation.ts'
import { isBlank } from './turn.ts'

/** Faults of the reply at the end of a path: as `faultsOf` finds them. */
export function faultsAt(path: NotebookPath, faultsOf: (entry: ReplyEntry) => Fault[]): Fault[] {
  const last = path.at(-1)
  const entry = conversationOf(path).at(-1)
  if (last?.type !== 'replied' || last.reply.error || entry?.type !== 'reply') return []
  return faultsOf(entry)
}

export function emptyFault({ reply }: ReplyEntry): Fault[] {
  const empty = isBlank(reply) && reply.toolCalls.length === 0
  return empty ? [{ type: 'EmptyReply', message: 'The reply was empty.' }] : []
}
