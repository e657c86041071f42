import type { CallId, Json } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import { isHostTool } from './names.ts'

/** A reply to `call_me`, as its place in the history names it. */
export interface Turn {
  call: CallId
  /** Which reply of the call it is, from 1. */
  nth: number
  reply: Reply
}

const responseId = ({ call, nth }: Pick<Turn, 'call' | 'nth'>): string => `resp_${call}_${nth}`

/** The call and the reply that an id names. */
export function parseResponseId(id: string): { call: CallId; nth: number } | null {
  const [, call, nth] = /^resp_(\d+)_(\d+)$/.exec(id) ?? []
  return call === undefined ? null : { call: Number(call), nth: Number(nth) }
}

/** An item's id tells whose it is. */
export function parseItemId(id: string): { call: CallId; nth: number } | null {
  const [, response] = /^(resp_\d+_\d+)_\w+$/.exec(id) ?? []
  return response === undefined ? null : parseResponseId(response)
}

/**
 * A reply as the cell gets it: as the Responses format has it, and `host_calls` with what the host was asked to do on the
 * way to it, which makes a recorded response complete.
 */
export function responseOf(turn: Turn, hostCalls: readonly ToolCall[], custom: ReadonlySet<string>): Json {
  const { reply } = turn
  const cut =
    reply.finish === 'length' ? 'max_output_tokens' : reply.finish === 'filter' ? 'content_filter' : null
  return {
    id: responseId(turn),
    object: 'response',
    status: cut === null ? 'completed' : 'incomplete',
    incomplete_details: cut === null ? null : { reason: cut },
    error: null,
    output: outputItems(turn, custom),
    output_text: reply.text,
    usage: reply.usage && {
      input_tokens: reply.usage.input,
      output_tokens: reply.usage.output,
      total_tokens: reply.usage.input + reply.usage.output,
    },
    host_calls: hostCalls.map((call) => ({ name: call.name, arguments: argumentsOf(call) })),
  }
}

function outputItems(turn: Turn, custom: ReadonlySet<string>): Json[] {
  const { text, refusal, reasoning, toolCalls } = turn.reply
  const id = (kind: string): string => `${responseId(turn)}_${kind}`
  const items: Json[] = []
  if (reasoning !== '')
    items.push({ type: 'reasoning', id: id('r'), summary: [{ type: 'summary_text', text: reasoning }] })
  const content = [
    ...(text === '' ? [] : [{ type: 'output_text', text, annotations: [] }]),
    ...(refusal === '' ? [] : [{ type: 'refusal', refusal }]),
  ]
  if (content.length > 0)
    items.push({ type: 'message', id: id('m'), role: 'assistant', status: 'completed', content })
  for (const [place, call] of toolCalls.entries()) items.push(callItem(call, id(`c${place}`), custom))
  return items
}

function callItem(call: ToolCall, id: string, custom: ReadonlySet<string>): Json {
  const { id: callId, name } = call
  const base = { id, call_id: callId, name, status: 'completed' }
  const text = call.arguments?.input
  if (custom.has(name) && typeof text === 'string') return { type: 'custom_tool_call', ...base, input: text }
  return {
    type: 'function_call',
    ...base,
    arguments: call.arguments === undefined ? (call.argumentsText ?? '') : JSON.stringify(call.arguments),
  }
}

const argumentsOf = ({ arguments: given }: ToolCall): Json => (given ?? null) as Json

/** Calls that the code has to answer. */
export const externalCalls = ({ toolCalls }: Reply): ToolCall[] =>
  toolCalls.filter(({ name }) => !isHostTool(name))
