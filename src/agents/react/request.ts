import type { Message, ModelRequest, ModelTool } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { type Cell, conversationOf, type Entry } from '../shared/conversation.ts'
import { assistantMessage, emptyReply, isEmpty, userMessage } from '../shared/messages.ts'
import { failureOf, parametersOf, resultOf } from './calls.ts'
import type { NativeTool } from './names.ts'
import { type Settings, settingsAt } from './options.ts'

/** What the model is sent at the end of a path. Messages only ever grow at their end within a turn. */
export function request(path: NotebookPath): ModelRequest {
  const settings = settingsAt(path)
  const repeats = new CallRepeats((call) => failureOf(call, settings))
  const messages: Message[] = [{ role: 'system', content: systemPrompt(settings) }]
  for (const entry of conversationOf(path)) messages.push(...messagesOf(entry, repeats.read(entry), settings))
  return { messages, tools: settings.tools.map(modelTool) }
}

function modelTool({ name, tool }: NativeTool): ModelTool {
  return { name, description: tool.description ?? '', parameters: parametersOf(tool.inputSchema) }
}

function systemPrompt({ instructions, tools }: Settings): string {
  const parts = [
    instructions === '' ? 'You answer the user, and you look things up by calling tools.' : instructions,
  ]
  if (tools.length > 0)
    parts.push(
      'Call tools one step at a time and read what comes back before you decide on the next. Calls that do not depend on each other may stand in one reply: they run at the same time. A call that fails comes back as {"error": {"name", "message"}}.',
    )
  parts.push(
    'When you know the answer, reply in words without calling a tool. Base it on results that you have seen.',
  )
  return parts.join('\n\n')
}

function messagesOf(entry: Entry, repeats: number[], settings: Settings): Message[] {
  switch (entry.type) {
    case 'said':
      return [userMessage(entry.text, entry.cells, cellsText)]
    case 'cells':
      return [{ role: 'user', content: cellsText(entry.cells) }]
    case 'answered':
      return [{ role: 'assistant', content: entry.text }]
    case 'reply': {
      if (isEmpty(entry)) return emptyReply('Call a tool, or answer in words.')
      const results = entry.calls.map((call, place): Message => {
        const { id: toolCallId, name } = call.call
        const text = resultOf(call, settings)
        return {
          role: 'tool',
          toolCallId,
          name,
          content: (repeats[place] ?? 0) > 1 ? `${text}\n${AGAIN}` : text,
        }
      })
      return [assistantMessage(entry), ...results]
    }
  }
}

const AGAIN =
  'This is the same call as before and it failed in the same way. Call it differently, or answer without it.'

/** What the user ran in the notebook: the model has no interpreter here, but the user has seen the results. */
function cellsText(cells: readonly Cell[]): string {
  const runs = cells.map(({ source, console, end }) =>
    JSON.stringify({
      code: source,
      ...(console.length > 0 ? { printed: console.map(({ text }) => text).join('\n') } : {}),
      [end?.status === 'ok' ? 'value' : 'error']: end?.text ?? 'It has not come to its end.',
    }),
  )
  return `The user ran ${cells.length === 1 ? 'this' : 'these'} in the notebook:\n${runs.join('\n')}`
}
