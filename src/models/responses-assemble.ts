import { z } from 'zod'
import { type Assembly, addChunk, addItem, NO_REPLY, type Step, type TakenIds } from './assemble.ts'
import { type Chunk, EMPTY_CHUNK, readUsage, textOf } from './chunk.ts'
import { isObject, type JsonObject, shorten } from './json.ts'
import { OUTPUT_ITEMS } from './responses-request.ts'
import type { BodyItem } from './sse.ts'
import { wordsOf } from './words.ts'

/** How far a reply in the Responses format has come. */
export interface ResponsesAssembly {
  reply: Assembly
  /** Parts of which something arrived in pieces: when they come once more as a whole, they say nothing new. */
  heard: ReadonlySet<string>
  /** Output items that are finished, by their place. */
  items: ReadonlyMap<number, JsonObject>
}

export const NO_RESPONSE: ResponsesAssembly = { reply: NO_REPLY, heard: new Set(), items: new Map() }

export type ResponsesStep = Omit<Step, 'state'> & { state: ResponsesAssembly }

const text = z.string().catch('').default('')
const place = z.number().int().nonnegative().optional().catch(undefined)
const object = z.record(z.string(), z.unknown()).optional().catch(undefined)

const eventSchema = z.object({
  type: text,
  delta: z.unknown().optional(),
  text: z.unknown().optional(),
  refusal: z.unknown().optional(),
  arguments: z.unknown().optional(),
  output_index: place,
  summary_index: place,
  item: object,
  response: object,
})
type Event = z.infer<typeof eventSchema>

/** Adds an item of the body: an event of the stream, or a response in one piece. Pure. */
export function addResponseItem(state: ResponsesAssembly, item: BodyItem, taken: TakenIds): ResponsesStep {
  if (item.type !== 'json') {
    const step = addItem(state.reply, item, taken)
    return { ...step, state: { ...state, reply: step.state } }
  }
  const parsed = eventSchema.safeParse(item.value)
  if (!parsed.success) return unchanged(state)
  const event = { ...parsed.data, type: parsed.data.type || (item.event ?? '') }
  const value = item.value
  if (isObject(value) && Array.isArray(value.output) && event.response === undefined) {
    return addEnd(state, { ...value }, taken)
  }
  if (event.type.startsWith('response.')) return addEvent(state, event, taken)
  const words = wordsOf(value)
  if (words !== null || event.type === 'error')
    return failed(state, words === null ? { error: value } : value)
  const foreign = state.reply.foreign ?? shorten(JSON.stringify(value), 200)
  return unchanged({ ...state, reply: { ...state.reply, foreign } })
}

function unchanged(state: ResponsesAssembly): ResponsesStep {
  return { state, events: [], over: false }
}

function failed(state: ResponsesAssembly, error: unknown): ResponsesStep {
  return { state: { ...state, reply: { ...state.reply, error } }, events: [], over: true }
}

function addEvent(state: ResponsesAssembly, event: Event, taken: TakenIds): ResponsesStep {
  const index = event.output_index ?? null
  const delta = textOf(event.delta)
  switch (event.type) {
    case 'response.output_text.delta':
      return add(state, { text: delta }, `text ${index}`, taken)
    case 'response.output_text.done':
      return addOnce(state, { text: textOf(event.text) }, `text ${index}`, taken)
    case 'response.refusal.delta':
      return add(state, { refusal: delta }, `refusal ${index}`, taken)
    case 'response.refusal.done':
      return addOnce(state, { refusal: textOf(event.refusal) }, `refusal ${index}`, taken)
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return add(state, { reasoning: delta }, `reasoning ${index}`, taken)
    case 'response.reasoning_summary_part.added': {
      const apart = (event.summary_index ?? 0) > 0 && state.heard.has(`reasoning ${index}`)
      return apart ? add(state, { reasoning: '\n\n' }, `reasoning ${index}`, taken) : unchanged(state)
    }
    case 'response.output_item.added':
      return event.item?.type === 'function_call'
        ? addCall(state, index, event.item, '', `call ${index}`, taken)
        : unchanged(state)
    case 'response.function_call_arguments.delta':
      return addCall(state, index, {}, delta, `arguments ${index}`, taken)
    case 'response.function_call_arguments.done':
      return state.heard.has(`arguments ${index}`)
        ? unchanged(state)
        : addCall(state, index, {}, textOf(event.arguments), `arguments ${index}`, taken)
    case 'response.output_item.done':
      return addWhole(state, index, event.item ?? {}, taken)
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
    case 'response.done':
      return addEnd(state, { status: event.type.slice('response.'.length), ...event.response }, taken)
    default:
      return unchanged(state)
  }
}

function add(state: ResponsesAssembly, said: Partial<Chunk>, part: string, taken: TakenIds): ResponsesStep {
  const step = addChunk(state.reply, { ...EMPTY_CHUNK, known: true, ...said }, taken)
  return { ...step, state: { ...state, reply: step.state, heard: new Set([...state.heard, part]) } }
}

function addOnce(
  state: ResponsesAssembly,
  said: Partial<Chunk>,
  part: string,
  taken: TakenIds,
): ResponsesStep {
  return state.heard.has(part) ? unchanged(state) : add(state, said, part, taken)
}

function addCall(
  state: ResponsesAssembly,
  index: number | null,
  item: JsonObject,
  given: string,
  part: string,
  taken: TakenIds,
): ResponsesStep {
  const id = textOf(item.call_id) || textOf(item.id)
  const piece = { index, id, name: textOf(item.name), arguments: given, extra: {} }
  return add(state, { calls: [piece] }, part, taken)
}

/** An output item as a whole. Whatever came in pieces is not taken again. */
function addWhole(
  state: ResponsesAssembly,
  index: number | null,
  item: JsonObject,
  taken: TakenIds,
): ResponsesStep {
  const at = index ?? state.items.size
  const kept: ResponsesAssembly = { ...state, items: new Map([...state.items, [at, item]]) }
  const content = Array.isArray(item.content) ? item.content.filter(isObject) : []
  const of = (type: string, field: string): string =>
    content
      .filter((each) => each.type === type)
      .map((each) => textOf(each[field]))
      .join('')
  switch (item.type) {
    case 'message': {
      const first = addOnce(kept, { text: of('output_text', 'text') }, `text ${index}`, taken)
      const second = addOnce(first.state, { refusal: of('refusal', 'refusal') }, `refusal ${index}`, taken)
      return { ...second, events: [...first.events, ...second.events] }
    }
    case 'reasoning': {
      const parts = [item.summary, item.content].find((each) => Array.isArray(each) && each.length > 0)
      const reasoning = Array.isArray(parts) ? parts.map(textOf).join('\n\n') : ''
      return addOnce(kept, { reasoning }, `reasoning ${index}`, taken)
    }
    case 'function_call': {
      const known = state.heard.has(`call ${index}`)
      const given = state.heard.has(`arguments ${index}`) ? '' : argumentsOf(item)
      if (known && given === '') return unchanged(kept)
      return addCall(kept, at, known ? {} : item, given, `arguments ${index}`, taken)
    }
    default:
      return unchanged(kept)
  }
}

function argumentsOf(item: JsonObject): string {
  return isObject(item.arguments) ? JSON.stringify(item.arguments) : textOf(item.arguments)
}

/** The response as a whole: how it ended, what was used, and the items that had not come by themselves. */
function addEnd(state: ResponsesAssembly, response: JsonObject, taken: TakenIds): ResponsesStep {
  let step = unchanged(state)
  const output = Array.isArray(response.output) ? response.output : []
  for (const [index, item] of output.entries()) {
    if (!isObject(item) || step.state.items.has(index)) continue
    const next = addWhole(step.state, index, item, taken)
    step = { ...next, events: [...step.events, ...next.events] }
  }
  const ended = add(step.state, { usage: readUsage(response.usage), finish: endOf(response) }, 'end', taken)
  const reply = { ...ended.state.reply, extra: extraOf(ended.state.items) }
  const error =
    response.error !== null && response.error !== undefined ? { error: response.error } : undefined
  return { state: { ...ended.state, reply: { ...reply, error } }, events: step.events, over: true }
}

function endOf(response: JsonObject): string {
  const reason = isObject(response.incomplete_details) ? textOf(response.incomplete_details.reason) : ''
  if (response.status === 'incomplete') return reason || 'length'
  return response.status === 'failed' || response.status === 'cancelled' ? 'error' : 'stop'
}

/** Reasoning that can be sent back (encrypted, or open), and where it stood among the rest. */
function extraOf(items: ReadonlyMap<number, JsonObject>): JsonObject {
  const order = [...items]
    .sort(([a], [b]) => a - b)
    .flatMap(([, item]): JsonObject[] => {
      if (item.type !== 'reasoning')
        return item.type === 'message' || item.type === 'function_call' ? [{ type: item.type }] : []
      const open = Array.isArray(item.content) && item.content.length > 0
      if (typeof item.encrypted_content !== 'string' && !open) return []
      const { status: _status, ...rest } = item
      return [Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))]
    })
  return order.some((item) => item.type === 'reasoning') ? { [OUTPUT_ITEMS]: order } : {}
}
