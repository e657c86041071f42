import type { Json, JsonSchema } from '../../kernel/types.ts'
import type { ToolCall } from '../../models/types.ts'
import type { Call, MadeCall } from '../shared/conversation.ts'
import { shorten } from '../shared/words.ts'
import type { Fault, RequestedCall } from '../types.ts'
import type { Settings } from './options.ts'

export type Checked = { ok: true; call: RequestedCall } | { ok: false; fault: Fault }

/** The call of a tool that the model asked for, or in words for the model what is wrong with it. */
export function checkCall(call: ToolCall, { tools }: Pick<Settings, 'tools'>): Checked {
  const bad = (type: string, message: string): Checked => ({
    ok: false,
    fault: { type, message, toolCallId: call.id },
  })
  const found = tools.find(({ name }) => name === call.name)
  if (!found) {
    const list = tools.map(({ name }) => name).join(', ')
    return bad(
      'UnknownTool',
      `There is no tool "${call.name}". ${list === '' ? 'There are no tools here: answer in words.' : `There are ${list}.`}`,
    )
  }
  const { tool } = found
  const text = call.argumentsText ?? ''
  if (!call.arguments && text.trim() !== '')
    return bad('MalformedCall', `The arguments are not a JSON object: ${shorten(text)}`)
  const given = (call.arguments ?? {}) as Record<string, Json>
  const input = isWrapped(tool.inputSchema) ? given[WRAPPED] : given
  return { ok: true, call: { toolCallId: call.id, name: tool.name, input } }
}

/** Servers want the arguments to be an object; any other input travels as the property of one. */
const WRAPPED = 'input'

function isWrapped(schema: JsonSchema | undefined): boolean {
  return typeof schema === 'object' && 'type' in schema && schema.type !== 'object'
}

/** What the model is told that the arguments have to be. */
export function parametersOf(schema: JsonSchema | undefined): JsonSchema {
  if (typeof schema !== 'object') return { type: 'object', properties: {} }
  if (!isWrapped(schema)) return schema
  return { type: 'object', properties: { [WRAPPED]: schema }, required: [WRAPPED] }
}

/** What the model reads of a call. */
export function resultOf({ call, made }: Call, settings: Settings): string {
  if (made) return madeText(made, settings.resultChars)
  const checked = checkCall(call, settings)
  if (checked.ok) return errorText('AbortError', NOT_CALLED)
  return errorText(checked.fault.type, checked.fault.message)
}

/** What the model reads of a call that failed; `null` for one that did not. A stop is no failure of the model's. */
export function failureOf(call: Call, settings: Settings): string | null {
  const failed = call.made ? call.made.settled?.status === 'error' : !checkCall(call.call, settings).ok
  return failed ? resultOf(call, settings) : null
}

const NOT_CALLED = 'The user stopped the turn before this was called. Nothing of it was done.'
const CUT_OFF = 'The call was cut off before it came back. What it did by then is not known.'

function madeText({ settled }: MadeCall, resultChars: number): string {
  if (!settled || settled.status === 'aborted') return errorText('AbortError', CUT_OFF)
  if (settled.status === 'error') {
    const { name, message } = settled.error ?? { name: 'Error', message: 'The call failed.' }
    return errorText(name, message)
  }
  const { output } = settled
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null)
  if (text.length <= resultChars) return text
  return `${text.slice(0, resultChars)}… ${text.length - resultChars} more characters of ${text.length}`
}

const errorText = (name: string, message: string): string => JSON.stringify({ error: { name, message } })
