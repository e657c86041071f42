import type { ConsoleLine } from '../../kernel/types.ts'
import { checkCall } from '../shared/code-call.ts'
import type { Call, Cell } from '../shared/conversation.ts'

/** What the model reads of a call. Everything that code can influence is escaped, so no block can be forged. */
export function resultOf({ call, cell }: Call, toolName: string): string {
  if (cell) return cellResult(cell)
  const checked = checkCall(call, [toolName])
  if (!checked.ok) return errorBlock(checked.fault.type, checked.fault.message)
  return errorBlock('NotRun', 'The user stopped the turn before this code ran. Nothing of it was done.')
}

/** What the model reads of a call that failed; `null` for one that did not. */
export function failureOf(call: Call, toolName: string): string | null {
  const failed = call.cell ? call.cell.end?.status === 'error' : !checkCall(call.call, [toolName]).ok
  return failed ? resultOf(call, toolName) : null
}

export function cellResult({ console, end }: Cell): string {
  const blocks =
    console.length > 0 ? [`<stdout>\n${escapeText(console.map(lineText).join('\n'))}\n</stdout>`] : []
  if (!end) blocks.push(errorBlock('Unfinished', 'The code has not come to its end.'))
  else {
    if (end.status === 'ok') blocks.push(`<result>${escapeText(end.text)}</result>`)
    else blocks.push(errorBlock(end.error?.name ?? 'Error', errorText(end.error?.name ?? 'Error', end.text)))
    for (const warning of end.warnings) blocks.push(`<warning>${escapeText(warning)}</warning>`)
  }
  return blocks.join('\n')
}

/** Plain levels go without a mark, as most output is `console.log`. */
function lineText({ level, text }: ConsoleLine): string {
  return level === 'warn' || level === 'error' ? `[${level}] ${text}` : text
}

/** The name stands in the block's attribute already. */
function errorText(name: string, text: string): string {
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text
}

function errorBlock(type: string, text: string): string {
  return `<error type="${escapeAttribute(type)}">${escapeText(text)}</error>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll(/\s+/g, ' ')
}
