import type { Message, ModelRequest } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { type Cell, conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import type { RenderDeclarations } from '../types.ts'
import { settingsAt } from './options.ts'
import { createPrompts } from './prompt.ts'
import { isEmpty, Repeats } from './repeats.ts'
import { cellResult, escapeText, resultOf } from './results.ts'

/**
 * What the model is sent at the end of a path. Messages only ever grow at their end from one request of a turn to the
 * next, so that servers can keep what they have read.
 */
export function createRequests(render: RenderDeclarations): (path: NotebookPath) => ModelRequest {
  const prompts = createPrompts(render)
  return (path) => {
    const settings = settingsAt(path)
    const repeats = new Repeats(settings.toolName)
    const messages: Message[] = [{ role: 'system', content: prompts.system(settings) }]
    for (const entry of conversationOf(path))
      messages.push(...messagesOf(entry, repeats.read(entry), settings.toolName))
    return { messages, tools: [prompts.tool(settings)] }
  }
}

function messagesOf(entry: Entry, repeats: number[], toolName: string): Message[] {
  switch (entry.type) {
    case 'said':
      return [
        {
          role: 'user',
          content: entry.cells.length > 0 ? `${cellsText(entry.cells)}\n\n${entry.text}` : entry.text,
        },
      ]
    case 'cells':
      return [{ role: 'user', content: cellsText(entry.cells) }]
    case 'answered':
      return [{ role: 'assistant', content: entry.text }]
    case 'reply':
      return isEmpty(entry) ? emptyReply(toolName) : replyMessages(entry, repeats, toolName)
  }
}

function replyMessages({ reply, calls }: ReplyEntry, repeats: number[], toolName: string): Message[] {
  const message: Extract<Message, { role: 'assistant' }> = {
    role: 'assistant',
    content: reply.text === '' && calls.length === 0 ? reply.refusal : reply.text,
  }
  if (reply.reasoning !== '') message.reasoning = reply.reasoning
  if (calls.length > 0) message.toolCalls = reply.toolCalls
  if (reply.extra) message.extra = reply.extra
  const results = calls.map((call, place): Message => {
    const result = resultOf(call, toolName)
    return {
      role: 'tool',
      toolCallId: call.call.id,
      name: call.call.name,
      content: (repeats[place] ?? 0) > 1 ? `${result}\n${AGAIN}` : result,
    }
  })
  return [message, ...results]
}

const AGAIN =
  '<warning>This is the same call as before and it failed in the same way. Do something else: change the code, or answer without it.</warning>'

/** Many servers refuse an assistant message without content, and two user messages after each other. */
function emptyReply(toolName: string): Message[] {
  return [
    { role: 'assistant', content: '(empty)' },
    { role: 'user', content: `Your reply was empty. Call ${toolName} with code, or answer in words.` },
  ]
}

function cellsText(cells: Cell[]): string {
  const texts = cells.map(
    (cell) => `<cell>\n<code>\n${escapeText(cell.source)}\n</code>\n${cellResult(cell)}\n</cell>`,
  )
  return [
    '<cells-run-by-user>',
    'The user ran this code in your interpreter. What it changed or declared is in effect.',
    ...texts,
    '</cells-run-by-user>',
  ].join('\n')
}
