import type { Plan } from './adjust.ts'
import { isObject, type JsonObject } from './json.ts'
import { argumentsText, type RequestSettings, withoutRefused } from './request.ts'
import { toParameters } from './schema-subset.ts'
import type { Message, ModelRequest } from './types.ts'

/** Where a reply keeps the order of its output items, the reasoning items among them. */
export const OUTPUT_ITEMS = 'output_items'

/**
 * The body of a Responses request. Nothing is left with the server (`store: false`): the whole conversation is sent each
 * time, with the model's reasoning in encrypted form, as the server gave it.
 */
export function responsesBody(request: ModelRequest, settings: RequestSettings, plan: Plan): JsonObject {
  const { tools: ownTools, input: _input, ...own } = settings.body ?? {}
  const { reasoning, maxOutput, serviceTier, fields } = request.wishes ?? {}
  const strict = plan.shapes.has('no-strict') ? {} : { strict: settings.strict === true }
  const tools = [
    ...request.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      ...(tool.description === '' ? {} : { description: tool.description }),
      parameters: toParameters(tool.parameters, plan.schemas),
      // Here schemas are strict unless it is said that they are not.
      ...strict,
    })),
    ...(Array.isArray(ownTools) ? (ownTools as unknown[]) : []),
  ]
  const { instructions, rest } = splitSystem(request.messages)
  const body: JsonObject = {
    ...fields,
    model: settings.model,
    ...(instructions === '' ? {} : { instructions }),
    input: rest.flatMap((message) => itemsOf(message, plan)),
    ...(tools.length > 0 ? { tools } : {}),
    ...(tools.length > 0 && settings.parallelToolCalls !== undefined
      ? { parallel_tool_calls: settings.parallelToolCalls }
      : {}),
    ...(settings.maxTokens === undefined ? {} : { max_output_tokens: settings.maxTokens }),
    ...(maxOutput === undefined ? {} : { max_output_tokens: maxOutput }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    ...own,
  }
  return withoutRefused(body, plan)
}

function splitSystem(messages: readonly Message[]): { instructions: string; rest: Message[] } {
  const first = messages.findIndex((message) => message.role !== 'system')
  const count = first < 0 ? messages.length : first
  const head = messages.slice(0, count).map((message) => message.content)
  return { instructions: head.join('\n\n'), rest: messages.slice(count) }
}

function itemsOf(message: Message, plan: Plan): JsonObject[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ role: message.role, content: message.content }]
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }]
    case 'assistant':
      return assistantItems(message, plan)
  }
}

/** Text, calls and reasoning in the order in which the model made them: a reasoning item belongs to what follows it. */
function assistantItems(message: Extract<Message, { role: 'assistant' }>, plan: Plan): JsonObject[] {
  const text = message.content === '' ? [] : [{ role: 'assistant', content: message.content }]
  const calls = (message.toolCalls ?? []).map((call) => ({
    type: 'function_call',
    call_id: call.id,
    name: call.name === '' ? 'unnamed' : call.name,
    arguments: argumentsText(call),
  }))
  const order = plan.omitExtra.has(OUTPUT_ITEMS) ? undefined : message.extra?.[OUTPUT_ITEMS]
  const items: JsonObject[] = []
  for (const item of Array.isArray(order) ? order.filter(isObject) : []) {
    if (item.type === 'reasoning') items.push(item)
    else items.push(...(item.type === 'message' ? text : calls).splice(0, 1))
  }
  return [...items, ...text, ...calls]
}
