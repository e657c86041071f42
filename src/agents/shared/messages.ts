import type { Message } from '../../models/types.ts'
import type { Cell, ReplyEntry } from './conversation.ts'
import { isBlank } from './turn.ts'

/** A message of the user, with what they ran since the model was last asked. */
export function userMessage(
  text: string,
  cells: readonly Cell[],
  tell: (cells: readonly Cell[]) => string,
): Message {
  return { role: 'user', content: cells.length > 0 ? `${tell(cells)}\n\n${text}` : text }
}

/** A reply as it is sent back, with all that servers want back of it. */
export function assistantMessage({ reply, calls }: ReplyEntry): Extract<Message, { role: 'assistant' }> {
  const { text, refusal, reasoning, toolCalls, extra } = reply
  return {
    role: 'assistant',
    content: text === '' && calls.length === 0 ? refusal : text,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(calls.length > 0 ? { toolCalls } : {}),
    ...(extra ? { extra } : {}),
  }
}

/** Nothing to do and nothing to read. */
export function isEmpty({ reply, calls }: ReplyEntry): boolean {
  return calls.length === 0 && isBlank(reply)
}

/** Many servers refuse an assistant message without content, and two user messages after each other. */
export function emptyReply(cure: string): Message[] {
  return [
    { role: 'assistant', content: '(empty)' },
    { role: 'user', content: `Your reply was empty. ${cure}` },
  ]
}
