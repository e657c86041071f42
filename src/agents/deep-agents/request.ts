import type { Message, ModelRequest } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { type Cell, conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { assistantMessage, emptyReply, isEmpty, userMessage } from '../shared/messages.ts'
import type { RenderDeclarations } from '../types.ts'
import { settingsAt } from './options.ts'
import { createPrompts } from './prompt.ts'
import { cellResult, escapeText, failureOf, resultOf } from './results.ts'

/**
 * What the model is sent at the end of a path. Messages only ever grow at their end from one request of a turn to the
 * next, so that servers can keep what they have read.
 */
export function createRequests(render: RenderDeclarations): (path: NotebookPath) => ModelRequest {
  const prompts = createPrompts(render)
  return (path) => {
    const settings = settingsAt(path)
    const repeats = new CallRepeats((call) => failureOf(call, settings.toolName))
    const messages: Message[] = [{ role: 'system', content: prompts.system(settings) }]
    for (const entry of conversationOf(path))
      messages.push(...messagesOf(entry, repeats.read(entry), settings.toolName))
    return { messages, tools: [prompts.tool(settings)] }
  }
}

function messagesOf(entry: Entry, repeats: number[], toolName: string): Message[] {
  switch (entry.type) {
    case 'said':
      return [userMessage(entry.text, entry.cells, cellsText)]
    case 'cells':
      return [{ role: 'user', content: cellsText(entry.cells) }]
    case 'answered':
      return [{ role: 'assistant', content: entry.text }]
    case 'reply':
      if (isEmpty(entry)) return emptyReply(`Call ${toolName} with code, or answer in words.`)
      return [assistantMessage(entry), ...resultMessages(entry, repeats, toolName)]
  }
}

function resultMessages({ calls }: ReplyEntry, repeats: number[], toolName: string): Message[] {
  return calls.map((call, place) => {
    const result = resultOf(call, toolName)
    const { id: toolCallId, name } = call.call
    return {
      role: 'tool',
      toolCallId,
      name,
      content: (repeats[place] ?? 0) > 1 ? `${result}\n${AGAIN}` : result,
    }
  })
}

const AGAIN =
  '<warning>This is the same call as before and it failed in the same way. Do something else: change the code, or answer without it.</warning>'

function cellsText(cells: readonly Cell[]): string {
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
