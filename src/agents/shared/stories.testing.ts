import type fc from 'fast-check'
import type { PreviewNode } from '../../kernel/types.ts'
import type { Message, ModelRequest } from '../../models/types.ts'
import { anyNotebook } from '../../notebook/arbitrary.testing.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { type Body, configured, ended } from '../../notebook/story.testing.ts'
import { pathTo } from '../../notebook/tree.ts'
import type { Options, Protocol } from '../types.ts'

/** The settings of a protocol, as the first events of a story. */
export function configuredFor(protocol: string, options: Options = {}): Body {
  const body = configured({ ...options })
  return body.type === 'configured' ? { ...body, protocol } : body
}

/** Ends a cell with a value. */
export const gave = (value: PreviewNode | null, text = 'value'): Body => ended('c', { value, text })

/** Paths through any history, however odd, under a protocol. */
export function anyPath(protocol: string): fc.Arbitrary<NotebookPath> {
  const settings = configuredFor(protocol)
  return anyNotebook.map((notebook) => {
    const [opened, ...rest] = pathTo(notebook, notebook.branches.at(-1)?.head ?? 'e0')
    if (!opened) return []
    return [opened, { id: 'settings', parent: opened.id, at: 0, ...settings }, ...rest]
  })
}

/** A protocol is a function of the path and leaves it as it is. */
export function isPure(protocol: Protocol, path: NotebookPath): boolean {
  const before = JSON.stringify(path)
  const copy = structuredClone(path)
  const same =
    JSON.stringify([protocol.request(path), protocol.next(path), protocol.faults?.(path)]) ===
    JSON.stringify([protocol.request(copy), protocol.next(copy), protocol.faults?.(copy)])
  return same && JSON.stringify(path) === before
}

/** What is wrong with the order of messages for servers that insist on it; an empty list when nothing is. */
export function disorder({ messages }: ModelRequest): string[] {
  const problems: string[] = []
  if (messages[0]?.role !== 'system') problems.push('does not begin with instructions')
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const calls = (message.toolCalls ?? []).map(({ id }) => id)
    const answers = messages.slice(place + 1, place + 1 + calls.length).map(answered)
    if (answers.join() !== calls.join())
      problems.push(`message ${place} calls ${calls.join()} and is answered ${answers.join()}`)
    if (calls.length === 0 && message.content === '') problems.push(`message ${place} is empty`)
  }
  const stray = messages.filter(({ role }) => role === 'tool').length
  const called = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  )
  if (stray !== called.length) problems.push(`${stray} results for ${called.length} calls`)
  return problems
}

const answered = (message: Message): string =>
  message.role === 'tool' ? message.toolCallId : `(${message.role})`

/** Requests of one path, each the beginning of the next. */
export function requestsAlong(protocol: Protocol, path: NotebookPath): ModelRequest[] {
  return path.flatMap(({ type }, place) => (type === 'asked' ? [protocol.request(path.slice(0, place))] : []))
}
