import type { Message, ModelRequest } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { CallRepeats } from '../shared/call-repeats.ts'
import { type Cell, conversationOf, type Entry } from '../shared/conversation.ts'
import { assistantMessage, emptyReply, isEmpty, userMessage } from '../shared/messages.ts'
import type { RenderDeclarations } from '../types.ts'
import { failureOf, resultOf } from './calls.ts'
import { type Settings, settingsAt } from './options.ts'
import { createPrompts } from './prompt.ts'
import { type RunResult, runResult } from './result.ts'

/** What the model is sent at the end of a path. Messages only ever grow at their end within a turn. */
export function createRequests(render: RenderDeclarations): (path: NotebookPath) => ModelRequest {
  const prompts = createPrompts(render)
  return (path) => {
    const settings = settingsAt(path)
    const repeats = new CallRepeats((call) => failureOf(call, settings))
    const messages: Message[] = [{ role: 'system', content: prompts.system(settings) }]
    for (const entry of conversationOf(path))
      messages.push(...messagesOf(entry, repeats.read(entry), settings))
    return { messages, tools: prompts.tools(settings) }
  }
}

function messagesOf(entry: Entry, repeats: number[], settings: Settings): Message[] {
  const tell = (cells: readonly Cell[]): string => cellsText(cells, settings)
  switch (entry.type) {
    case 'said':
      return [userMessage(entry.text, entry.cells, tell)]
    case 'cells':
      return [{ role: 'user', content: tell(entry.cells) }]
    case 'answered':
      return [{ role: 'assistant', content: entry.text }]
    case 'reply': {
      const tool = settings.codeTools[0]?.id ?? ''
      if (isEmpty(entry)) return emptyReply(`Call ${tool} with a program, or answer in words.`)
      const results = entry.calls.map((call, place): Message => {
        const result = resultOf(call, settings)
        const { id: toolCallId, name } = call.call
        return { role: 'tool', toolCallId, name, content: textOf(result, repeats[place] ?? 0) }
      })
      return [assistantMessage(entry), ...results]
    }
  }
}

const AGAIN =
  'This is the same call as before and it failed in the same way. Do something else: change the program, or answer without it.'

function textOf(result: RunResult, repeats: number): string {
  const warnings = [...(result.warnings ?? []), ...(repeats > 1 ? [AGAIN] : [])]
  return JSON.stringify(warnings.length > 0 ? { ...result, warnings } : result)
}

/** Programs that the user ran: they leave nothing behind, but the user has seen their results. */
function cellsText(cells: readonly Cell[], { limits }: Settings): string {
  const runs = cells.map((cell) =>
    JSON.stringify({ code: cell.source, ...runResult(cell, limits.resultChars) }),
  )
  return `The user ran ${cells.length === 1 ? 'a program' : 'programs'} of their own, each afresh:\n${runs.join('\n')}`
}
