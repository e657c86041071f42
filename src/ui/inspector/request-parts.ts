import { estimateTokens } from '../../models/tokens.ts'
import type { Message, ModelRequest, ToolCall } from '../../models/types.ts'

export type PartKind = 'system' | 'user' | 'assistant' | 'tool' | 'tools'

/** One part of a request as it is shown: a message, or the tools that the model is offered. */
export interface RequestPart {
  key: string
  kind: PartKind
  title: string
  blocks: Block[]
  /** Estimated. */
  tokens: number
}

export interface Block {
  type: 'text' | 'code' | 'json'
  /** Stands before it, such as the name of a called tool. */
  label?: string
  text: string
}

const TITLES: Record<Message['role'], string> = {
  system: 'Instructions',
  user: 'User',
  assistant: 'Model',
  tool: 'Result',
}

export function partsOf(request: ModelRequest): RequestPart[] {
  const messages = request.messages.map((message, index): RequestPart => {
    const blocks = blocksOf(message)
    return {
      key: `message ${index}`,
      kind: message.role,
      title: message.role === 'tool' ? `Result of ${message.name}` : TITLES[message.role],
      blocks,
      tokens: tokensOf(blocks),
    }
  })
  return request.tools.length === 0 ? messages : [...messages, toolsPart(request)]
}

function toolsPart({ tools }: ModelRequest): RequestPart {
  const blocks = tools.flatMap((tool): Block[] => [
    { type: 'text', label: tool.name, text: tool.description },
    { type: 'json', text: JSON.stringify(tool.parameters, null, 2) },
  ])
  const title =
    tools.length === 1 ? 'Tool that the model may call' : `${tools.length} tools that the model may call`
  // The indentation is for reading only.
  const tokens = estimateTokens(JSON.stringify(tools))
  return { key: 'tools', kind: 'tools', title, blocks, tokens }
}

function blocksOf(message: Message): Block[] {
  const text: Block[] = message.content === '' ? [] : [{ type: 'text', text: message.content }]
  if (message.role !== 'assistant') return text
  const reasoning: Block[] = message.reasoning
    ? [{ type: 'text', label: 'reasoning', text: message.reasoning }]
    : []
  return [...reasoning, ...text, ...(message.toolCalls ?? []).map(callBlock)]
}

/** A call whose only argument is a program is read as one. */
function callBlock({ name, arguments: input, argumentsText }: ToolCall): Block {
  const code = input?.code
  if (typeof code === 'string' && Object.keys(input ?? {}).length === 1)
    return { type: 'code', label: name, text: code }
  return { type: 'json', label: name, text: argumentsText ?? JSON.stringify(input ?? {}, null, 2) }
}

function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { label, text }) => sum + estimateTokens((label ?? '') + text), 0)
}

export function totalTokens(parts: readonly RequestPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Tokens by kind, in a fixed order, without those that are not there. */
export function tokensByKind(parts: readonly RequestPart[]): { kind: PartKind; tokens: number }[] {
  const kinds: PartKind[] = ['system', 'tools', 'user', 'assistant', 'tool']
  return kinds.flatMap((kind) => {
    const tokens = totalTokens(parts.filter((part) => part.kind === kind))
    return tokens > 0 ? [{ kind, tokens }] : []
  })
}
