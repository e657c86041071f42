import type { Plan } from './adjust.ts'
import { isObject, type JsonObject } from './json.ts'
import { toParameters } from './schema-subset.ts'
import type { Message, ModelRequest, ModelTool, ToolCall } from './types.ts'

/** What the user set for an endpoint, as far as it shapes the request. */
export interface RequestSettings {
  model: string
  /** Own fields of the body. They win over ours, except that `tools` are added and `messages` stay ours. */
  body?: JsonObject | undefined
  /** Most tokens of a reply. Sent only if given. */
  maxTokens?: number | undefined
  /** Whether several tool calls in one reply are wanted. Sent only if given. */
  parallelToolCalls?: boolean | undefined
  /** Ask the server to hold to the tools' schemas. Sent only if `true`. */
  strict?: boolean | undefined
  /** How the system message is labelled. Default `system`, which every server knows. */
  systemRole?: 'system' | 'developer' | undefined
}

/** The body of a Chat Completions request. Pure: the same request and plan give the same body. */
export function chatBody(request: ModelRequest, settings: RequestSettings, plan: Plan): JsonObject {
  const { tools: ownTools, messages: _messages, ...own } = settings.body ?? {}
  const { reasoning, maxOutput, serviceTier, fields } = request.wishes ?? {}
  const tools = [
    ...request.tools.map((tool) =>
      chatTool(tool, settings.strict === true && !plan.shapes.has('no-strict'), plan),
    ),
    ...(Array.isArray(ownTools) ? (ownTools as unknown[]) : []),
  ]
  const body: JsonObject = {
    ...(fields ? chatFields(fields) : {}),
    model: settings.model,
    messages: chatMessages(request.messages, settings, plan),
    ...(tools.length > 0 ? { tools } : {}),
    ...(tools.length > 0 && settings.parallelToolCalls !== undefined
      ? { parallel_tool_calls: settings.parallelToolCalls }
      : {}),
    ...(settings.maxTokens === undefined ? {} : { max_tokens: settings.maxTokens }),
    ...(maxOutput === undefined ? {} : { max_tokens: maxOutput }),
    ...(reasoning === undefined ? {} : { reasoning_effort: reasoning.effort }),
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
    stream: true,
    stream_options: { include_usage: true },
    ...own,
  }
  // The one depends on the other.
  if (body.stream !== true || plan.omit.has('stream')) delete body.stream_options
  return withoutRefused(body, plan)
}

/** Fields of the Responses format in the words of this one. */
function chatFields({ text, tool_choice: choice, ...rest }: JsonObject): JsonObject {
  const named = isObject(choice) && typeof choice.name === 'string' ? choice.name : null
  const { format, verbosity } = isObject(text) ? text : {}
  return {
    ...rest,
    ...(choice === undefined
      ? {}
      : { tool_choice: named === null ? choice : { type: 'function', function: { name: named } } }),
    ...(isObject(format) ? { response_format: chatFormat(format) } : {}),
    ...(verbosity === undefined ? {} : { verbosity }),
  }
}

function chatFormat({ type, ...rest }: JsonObject): JsonObject {
  return type === 'json_schema' ? { type, json_schema: rest } : { type, ...rest }
}

/** Renames and leaves out top-level fields. */
export function withoutRefused(body: JsonObject, plan: Plan): JsonObject {
  const out: JsonObject = {}
  for (const [field, value] of Object.entries(body)) {
    const name = plan.rename.get(field) ?? field
    if (!plan.omit.has(name) && value !== undefined) out[name] = value
  }
  return out
}

function chatTool(tool: ModelTool, strict: boolean, plan: Plan): JsonObject {
  return {
    type: 'function',
    function: {
      name: tool.name,
      ...(tool.description === '' ? {} : { description: tool.description }),
      parameters: toParameters(tool.parameters, plan.schemas),
      ...(strict ? { strict: true } : {}),
    },
  }
}

function chatMessages(messages: readonly Message[], settings: RequestSettings, plan: Plan): JsonObject[] {
  const ids = plan.shapes.has('nine-character-ids') ? nineCharacterIds(messages) : null
  const idOf = (id: string): string => ids?.get(id) ?? id
  const systemRole = plan.shapes.has('system-role') ? 'system' : (settings.systemRole ?? 'system')
  const all = plan.shapes.has('no-system') ? foldSystem(messages) : messages
  return all.map((message): JsonObject => {
    if (message.role === 'system') return { role: systemRole, content: message.content }
    if (message.role === 'user') return { role: 'user', content: message.content }
    if (message.role === 'assistant') return assistantMessage(message, idOf, plan)
    // Gemini matches results by name and refuses those without.
    const named = !plan.shapes.has('no-tool-name') && message.name !== ''
    return {
      role: 'tool',
      tool_call_id: idOf(message.toolCallId),
      ...(named ? { name: message.name } : {}),
      content: message.content,
    }
  })
}

function assistantMessage(
  message: Extract<Message, { role: 'assistant' }>,
  idOf: (id: string) => string,
  plan: Plan,
): JsonObject {
  const calls = message.toolCalls ?? []
  // Null is what the format asks for beside tool calls, and refuses without them.
  const nothing = plan.shapes.has('empty-content') || calls.length === 0 ? '' : null
  return {
    role: 'assistant',
    content: message.content === '' ? nothing : message.content,
    ...(plan.shapes.has('with-reasoning') ? { reasoning_content: message.reasoning ?? '' } : {}),
    ...kept(message.extra, plan),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => chatCall(call, idOf(call.id), plan)) }),
  }
}

function chatCall(call: ToolCall, id: string, plan: Plan): JsonObject {
  return {
    ...kept(call.extra, plan),
    id,
    type: 'function',
    // Servers refuse a call without a name.
    function: { name: call.name === '' ? 'unnamed' : call.name, arguments: argumentsText(call) },
  }
}

/**
 * Arguments as JSON text. Those that could not be parsed go inside an object: Ollama, vLLM and llama.cpp parse them
 * again, and would refuse the whole conversation.
 */
export function argumentsText(call: ToolCall): string {
  return JSON.stringify(call.arguments ?? { invalid_json: call.argumentsText ?? '' })
}

/** Names that are not for Chat Completions, whatever they hold. */
const FOREIGN_EXTRA = new Set(['output_items', 'role', 'content', 'tool_calls'])

function kept(extra: JsonObject | undefined, plan: Plan): JsonObject {
  const entries = Object.entries(extra ?? {}).filter(
    ([key]) => !plan.omitExtra.has(key) && !FOREIGN_EXTRA.has(key),
  )
  return Object.fromEntries(entries)
}

/** For templates that know no system role: what it says goes before the first user message. */
function foldSystem(messages: readonly Message[]): Message[] {
  const system = messages.filter((message) => message.role === 'system').map((message) => message.content)
  const rest = messages.filter((message) => message.role !== 'system')
  if (system.length === 0) return rest
  const at = rest.findIndex((message) => message.role === 'user')
  const head = system.join('\n\n')
  const first = rest[at]
  if (first === undefined) return [{ role: 'user', content: head }, ...rest]
  return rest.with(at, { role: 'user', content: `${head}\n\n${first.content}` })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Mistral's models take exactly nine letters and digits. Ids that fit stay; the others get one made from them. */
function nineCharacterIds(messages: readonly Message[]): Map<string, string> {
  const all = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') all.add(message.toolCallId)
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) all.add(call.id)
  }
  const fits = (id: string): boolean => /^[A-Za-z0-9]{9}$/.test(id)
  const taken = new Set([...all].filter(fits))
  const ids = new Map<string, string>()
  for (const id of all) {
    if (fits(id)) continue
    let made = hashed(id, 0)
    for (let round = 1; taken.has(made); round++) made = hashed(id, round)
    taken.add(made)
    ids.set(id, made)
  }
  return ids
}

/** FNV-1a over the text, run on for as many characters as are needed. */
function hashed(text: string, round: number): string {
  let hash = 0x811c9dc5 ^ round
  const mix = (code: number): void => {
    hash = Math.imul(hash ^ code, 0x01000193) >>> 0
  }
  for (const char of text) mix(char.codePointAt(0) ?? 0)
  let out = ''
  for (let at = 0; at < 9; at++) {
    mix(at)
    out += ALPHABET.charAt((hash >>> 8) % ALPHABET.length)
  }
  return out
}
