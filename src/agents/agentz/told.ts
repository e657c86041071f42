import type { Json } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import { isHostTool } from './names.ts'

/** What a response tells of a reply that was given elsewhere: by a person, or in the run that it was recorded in. */
export function replyIn(response: Json | undefined): {
  reply: Reply
  /** What the host was asked to do on the way to it. */
  hostCalls: ToolCall[]
} {
  const record = recordOf(response)
  const items = listOf(record.output)
  const toolCalls = items.flatMap(({ type, call_id: id, name, arguments: text, input }): ToolCall[] => {
    if (typeof id !== 'string' || typeof name !== 'string') return []
    if (type === 'custom_tool_call') return [{ id, name, arguments: { input: input ?? '' } }]
    return type === 'function_call' ? [{ id, name, ...parsed(text) }] : []
  })
  const text = typeof record.output_text === 'string' ? record.output_text : ''
  const named = listOf(record.host_calls).flatMap(({ name, arguments: given }): ToolCall[] =>
    typeof name === 'string' ? [{ id: '', name, ...parsed(given) }] : [],
  )
  const calls = Array.isArray(record.host_calls) ? named : toolCalls
  return {
    reply: {
      text,
      reasoning: '',
      refusal: '',
      toolCalls,
      finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
      usage: null,
      error: null,
      notes: [],
    },
    hostCalls: calls.filter(({ name }) => isHostTool(name)),
  }
}

type JsonRecord = Readonly<Record<string, Json | undefined>>

const recordOf = (value: Json | undefined): JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const listOf = (value: Json | undefined): JsonRecord[] => (Array.isArray(value) ? value.map(recordOf) : [])

function parsed(value: Json | undefined): Pick<ToolCall, 'arguments' | 'argumentsText'> {
  if (typeof value !== 'string') return { arguments: recordOf(value) }
  try {
    const read: unknown = JSON.parse(value)
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return { arguments: read as Record<string, unknown> }
  } catch {
    // Shown as it is.
  }
  return { argumentsText: value }
}
