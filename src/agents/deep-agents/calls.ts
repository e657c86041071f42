import type { ToolCall } from '../../models/types.ts'

/** What is wrong with a call that cannot become a cell. */
export interface Fault {
  type: 'UnknownTool' | 'MalformedCall' | 'MissingCode' | 'EmptyCode'
  message: string
}

export type Checked = { ok: true; code: string } | { ok: false; fault: Fault }

const SHOWN_CHARS = 200

/** Finds the code in a call, or says in words for the model what is wrong with it. */
export function checkCall(call: ToolCall, toolName: string): Checked {
  const shape = `Call ${toolName} with {"code": "…"}.`
  const bad = (type: Fault['type'], message: string): Checked => ({ ok: false, fault: { type, message } })
  if (call.name !== toolName) {
    return bad(
      'UnknownTool',
      `There is no tool "${call.name}" to call directly; the only one is ${toolName}. Other tools are functions that its code can call. ${shape}`,
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

const shorten = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
