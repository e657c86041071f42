import type { ToolCall } from '../../models/types.ts'
import type { Fault } from '../types.ts'
import { kindOf, shorten } from './words.ts'

type Problem = 'UnknownTool' | 'MalformedCall' | 'MissingCode' | 'EmptyCode'

export type Checked = { ok: true; code: string } | { ok: false; fault: Fault }

/**
 * Finds the code in a call of one of the tools that take code, or says in words for the model what is wrong with it.
 * `toolNames` has one name at least.
 */
export function checkCall(call: ToolCall, toolNames: readonly string[]): Checked {
  const known = toolNames.includes(call.name)
  const shape = `Call ${known ? call.name : toolNames[0]} with {"code": "…"}.`
  const bad = (type: Problem, message: string): Checked => ({
    ok: false,
    fault: { type, message, toolCallId: call.id },
  })
  if (!known) {
    const list =
      toolNames.length === 1 ? `the only one is ${toolNames[0]}` : `there are ${toolNames.join(', ')}`
    return bad(
      'UnknownTool',
      `There is no tool "${call.name}" to call directly; ${list}. Other tools are functions that its code can call. ${shape}`,
    )
  }
  if (!call.arguments) {
    const text = call.argumentsText ?? ''
    if (text.trim() === '') return bad('MissingCode', `The call came without arguments. ${shape}`)
    return bad('MalformedCall', `The arguments are not valid JSON: ${shorten(text)} ${shape}`)
  }
  const { code } = call.arguments
  if (code === undefined) {
    const keys = Object.keys(call.arguments)
    const got = keys.length === 0 ? 'nothing' : keys.map((key) => `"${key}"`).join(', ')
    return bad('MissingCode', `The arguments have no "code"; they have ${got}. ${shape}`)
  }
  if (typeof code !== 'string') {
    return bad('MissingCode', `"code" has to be a string; it is ${kindOf(code)}. ${shape}`)
  }
  if (code.trim() === '') return bad('EmptyCode', `"code" is empty, so nothing ran. ${shape}`)
  return { ok: true, code }
}
