import type { Message, ModelRequest } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { type Cell, conversationOf, type Entry, type ReplyEntry } from '../shared/conversation.ts'
import { remembered } from '../shared/declarations.ts'
import { assistantMessage, emptyReply, userMessage } from '../shared/messages.ts'
import { runLimitsLine } from '../shared/run-limits.ts'
import type { RenderDeclarations } from '../types.ts'
import { Judge, type Judged, type Verdict } from './judge.ts'
import { type Settings, settingsAt } from './options.ts'
import { feedbackOf, outcomeOf } from './outcome.ts'

/** What the model is sent at the end of a path: no tools, and results as messages. */
export function createRequests(render: RenderDeclarations): (path: NotebookPath) => ModelRequest {
  const declarations = remembered((tools) => render(tools, 'codeact').trim())
  return (path) => {
    const settings = settingsAt(path)
    const judge = new Judge(settings)
    const messages: Message[] = [
      { role: 'system', content: systemPrompt(settings, declarations(settings.tools)) },
    ]
    for (const entry of conversationOf(path)) messages.push(...messagesOf(entry, judge.read(entry), settings))
    return { messages, tools: [] }
  }
}

function messagesOf(entry: Entry, judged: Judged | null, settings: Settings): Message[] {
  switch (entry.type) {
    case 'said':
      return [userMessage(entry.text, entry.cells, cellsText)]
    case 'cells':
      return [{ role: 'user', content: cellsText(entry.cells) }]
    case 'answered':
      return [{ role: 'assistant', content: entry.text }]
    case 'reply':
      return judged ? replyMessages(entry, judged, settings) : []
  }
}

function replyMessages(entry: ReplyEntry, { verdict, repeats }: Judged, settings: Settings): Message[] {
  if (verdict.type === 'empty') return emptyReply('Send one JSON object, as told.')
  const again = repeats > 1 ? `\n${AGAIN}` : ''
  const feedback = feedbackText(verdict)
  if (entry.calls.length > 0) {
    const content = `${feedback ?? ''}${again}`
    const results = entry.calls.map(
      ({ call }): Message => ({ role: 'tool', toolCallId: call.id, name: call.name, content }),
    )
    return [assistantMessage(entry), ...results]
  }
  if (feedback === null) return [assistantMessage(entry)]
  return [assistantMessage(entry), { role: settings.feedbackRole, content: `${feedback}${again}` }]
}

const FINALIZE =
  'FINALIZE_MODE: Do not output code. Use the latest CODE_RESULT to respond with {"type":"final","output":"..."}.'
const AGAIN = 'This is the same reply as before and it failed in the same way. Do something else.'

function feedbackText(verdict: Verdict): string | null {
  switch (verdict.type) {
    case 'ran':
      return feedbackOf(verdict.outcome)
    case 'fault':
      return feedbackOf({ error: verdict.fault.message })
    case 'finalize':
      return FINALIZE
    case 'answer':
    case 'run':
    case 'empty':
      return null
  }
}

function systemPrompt({ instructions, tools, reAct, limits }: Settings, declarations: string): string {
  const parts = [
    instructions === '' ? 'You answer the user, and you work things out by having code run.' : instructions,
  ]
  parts.push(`## How to reply

Every reply of yours is one JSON object and nothing else:

- \`{"type":"code","language":"typescript","code":"…"}\` has code run.
- \`{"type":"final","output":"…"}\` is your answer to the user.

The code is the body of an async function. End it with \`return <value>\`.${
    reAct
      ? ' You read what came of it as `CODE_RESULT: {"result", "stdout"}` or `CODE_ERROR: {"error"}`; after a CODE_RESULT, answer with type "final", after a CODE_ERROR, send corrected code.'
      : ' What it returns is shown to the user as the answer, so return the answer in words, complete and readable. What came of it also stands in the conversation as `CODE_RESULT: {"result", "stdout"}` or `CODE_ERROR: {"error"}`.'
  }

- Each code starts afresh: nothing is kept from one to the next.
- No network, files, timers, clock or modules beyond what is listed here.${runLimitsLine(limits)}`)
  if (tools.length > 0)
    parts.push(`## Tools inside the code

Call them by name, or as \`callTool("name", input)\`. Each takes one object and returns a promise: await it. Start independent calls together with \`Promise.all\`. A call that fails throws an error that says why.

\`\`\`typescript
${declarations}
\`\`\``)
  return parts.join('\n\n')
}

/** Code that the user ran: it leaves nothing behind, but the user has seen what came of it. */
function cellsText(cells: readonly Cell[]): string {
  const runs = cells.map((cell) => `${cell.source}\n${feedbackOf(outcomeOf(cell))}`)
  return `The user ran code of their own, each afresh:\n\n${runs.join('\n\n')}`
}
