import { addPiece, closeCalls, type OpenCall } from './calls.ts'
import { type Chunk, readChunk } from './chunk.ts'
import { isObject, type JsonObject, shorten } from './json.ts'
import type { BodyItem } from './sse.ts'
import { endThoughts, splitThoughts, THINK_START, type ThinkState } from './think.ts'
import type { ModelError, Reply, ReplyEvent, Usage } from './types.ts'
import { type ServerWords, wordsOf } from './words.ts'

/** How far a reply has come: the state of a pure reducer over the items of a body. */
export interface Assembly {
  text: string
  think: ThinkState
  reasoning: string
  refusal: string
  calls: OpenCall[]
  extra: JsonObject
  usage: Usage | null
  /** The strongest label that the server put on the end. */
  label: string
  /** The end of the stream was announced, by a label, by `[DONE]`, or by the closing usage. */
  complete: boolean
  /** An error inside the stream, as it came. */
  error: unknown
  /** The first thing that could not be read. */
  broken: string | null
  /** The first thing that is no part of a reply. */
  foreign: string | null
}

export const NO_REPLY: Assembly = {
  text: '',
  think: THINK_START,
  reasoning: '',
  refusal: '',
  calls: [],
  extra: {},
  usage: null,
  label: '',
  complete: false,
  error: undefined,
  broken: null,
  foreign: null,
}

export interface Step {
  state: Assembly
  events: ReplyEvent[]
  /** Nothing after this can change the reply. */
  over: boolean
}

/** Ids that earlier calls of the conversation have: new ones stay clear of them. */
export type TakenIds = ReadonlySet<string>

export function addItem(state: Assembly, item: BodyItem, taken: TakenIds): Step {
  switch (item.type) {
    case 'json':
      return addValue(state, item.value, item.event, taken)
    case 'done':
      return { state: { ...state, complete: true }, events: [], over: true }
    case 'error':
      return { state: { ...state, error: item.text }, events: [], over: true }
    case 'broken':
      return { state: { ...state, broken: state.broken ?? shorten(item.text, 200) }, events: [], over: false }
    case 'stray':
      return { state: { ...state, foreign: state.foreign ?? item.text }, events: [], over: false }
  }
}

function addValue(state: Assembly, value: unknown, event: string | null, taken: TakenIds): Step {
  const chunk = readChunk(value)
  const words = wordsOf(value)
  const added = addChunk(state, chunk, taken)
  if (words !== null || chunk.error !== undefined || event === 'error') {
    const error = words === null ? { error: chunk.error ?? value } : value
    return { ...added, state: { ...added.state, error }, over: true }
  }
  if (!chunk.known)
    added.state = { ...added.state, foreign: state.foreign ?? shorten(JSON.stringify(value), 200) }
  return added
}

/** Adds what one chunk says. Also the way in for formats whose events can be read as chunks. */
export function addChunk(state: Assembly, chunk: Chunk, taken: TakenIds): Step {
  const events: ReplyEvent[] = []
  const next: Assembly = {
    ...state,
    usage: chunk.usage ?? state.usage,
    label: strongerLabel(state.label, chunk.finish),
    complete: state.complete || chunk.finish !== '' || chunk.closing,
  }
  // A closing chunk that repeats the whole message after its pieces says nothing new.
  if (chunk.whole && (state.text !== '' || state.calls.length > 0))
    return { state: next, events, over: false }

  const thoughts = splitThoughts(state.think, chunk.text)
  next.think = thoughts.state
  const reasoning = chunk.reasoning + thoughts.reasoning
  if (reasoning !== '') events.push({ type: 'reasoning', text: reasoning })
  next.reasoning = state.reasoning + reasoning
  if (thoughts.text !== '') events.push({ type: 'text', text: thoughts.text })
  next.text = state.text + thoughts.text
  next.refusal = state.refusal + chunk.refusal
  for (const piece of chunk.calls) {
    const { calls, position } = addPiece(next.calls, piece, taken)
    next.calls = calls
    const call = calls[position]
    if (call === undefined) continue
    events.push({
      type: 'tool-call',
      index: position,
      id: call.id,
      name: call.name,
      arguments: piece.arguments,
    })
  }
  next.extra = mergeExtra(state.extra, chunk.extra)
  return { state: next, events, over: false }
}

type Label = 'stop' | 'tool-calls' | 'length' | 'filter' | 'failed'

const LABELS = new Map<string, Label>([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'filter'],
  ['safety', 'filter'],
  ['sensitive', 'filter'],
  ['recitation', 'filter'],
  ['prohibited_content', 'filter'],
  ['error', 'failed'],
  ['network_error', 'failed'],
  ['abort', 'failed'],
  ['insufficient_system_resource', 'failed'],
  ['malformed_function_call', 'failed'],
  ['unexpected_tool_call', 'failed'],
])

function labelOf(finish: string): Label {
  const name = finish.toLowerCase()
  return LABELS.get(name) ?? (name.includes('malformed_function_call') ? 'failed' : 'stop')
}

/** Some servers label every chunk `stop`, or add a `stop` after the real label. */
function strongerLabel(old: string, added: string): string {
  return added === '' || (old !== '' && labelOf(added) === 'stop') ? old : added
}

/** List fields arrive in pieces (`reasoning_details`): pieces of one kind and index are one entry. */
function mergeExtra(old: JsonObject, added: JsonObject): JsonObject {
  const merged = { ...old }
  for (const [key, value] of Object.entries(added)) {
    const before = merged[key]
    merged[key] = Array.isArray(before) && Array.isArray(value) ? value.reduce(mergeEntry, before) : value
  }
  return merged
}

function mergeEntry(list: unknown[], entry: unknown): unknown[] {
  const last = list.at(-1)
  if (!isObject(last) || !isObject(entry)) return [...list, entry]
  if (entry.type !== last.type || entry.index === undefined || entry.index !== last.index)
    return [...list, entry]
  const merged: JsonObject = { ...last }
  for (const [key, value] of Object.entries(entry)) {
    const before = last[key]
    const grows = key === 'text' || key === 'summary' || key === 'data' || key === 'thinking'
    if (value === null || value === undefined) continue
    merged[key] = grows && typeof before === 'string' && typeof value === 'string' ? before + value : value
  }
  return [...list.slice(0, -1), merged]
}

/** What the reply says about itself beyond its content; turned into a `ModelError` by whoever knows the endpoint. */
export type Fault =
  | { type: 'server'; words: ServerWords; value: unknown }
  | { type: 'failed-label'; label: string }
  | { type: 'unreadable'; text: string }
  | { type: 'cut-off' }
  | { type: 'empty' }
  | { type: 'foreign'; text: string }
  | { type: 'length' }

export interface Assembled {
  reply: Reply
  fault: Fault | null
}

/**
 * The reply from everything that arrived. `finish` is decided by what is there: calls that are whole are calls,
 * whatever the label says. `failure`: the transport ended the stream; it does not count once the reply was complete.
 */
export function closeReply(state: Assembly, taken: TakenIds, failure: ModelError | null): Assembled {
  const tail = endThoughts(state.think)
  const label = labelOf(state.label)
  const cut = failure !== null || !state.complete || label === 'length'
  const toolCalls = closeCalls(state.calls, taken, cut)
  const reply: Reply = {
    text: state.text + tail.text,
    reasoning: state.reasoning + tail.reasoning,
    refusal: state.refusal,
    toolCalls,
    finish: 'stop',
    usage: state.usage,
    error: state.complete ? null : failure,
    notes: [],
    ...(Object.keys(state.extra).length > 0 ? { extra: state.extra } : {}),
  }
  const brokenCall = toolCalls.some((call) => call.arguments === undefined)
  const visible = reply.text !== '' || reply.refusal !== '' || toolCalls.length > 0
  if (label === 'filter') reply.finish = 'filter'
  else if (label === 'length' && (brokenCall || toolCalls.length === 0)) reply.finish = 'length'
  else if (toolCalls.length > 0) reply.finish = 'tool-calls'
  return { reply, fault: reply.error === null ? faultOf(state, label, visible, brokenCall) : null }
}

function faultOf(state: Assembly, label: Label, visible: boolean, brokenCall: boolean): Fault | null {
  if (state.error !== undefined) {
    const words = wordsOf(state.error) ?? wordsOf({ error: state.error })
    if (words !== null) return { type: 'server', words, value: state.error }
  }
  if (label === 'failed') return { type: 'failed-label', label: state.label }
  if (state.broken !== null)
    return state.complete ? { type: 'unreadable', text: state.broken } : { type: 'cut-off' }
  const anything = visible || state.reasoning !== '' || state.label !== ''
  if (!anything) return state.foreign !== null ? { type: 'foreign', text: state.foreign } : { type: 'empty' }
  if (!state.complete) return { type: 'cut-off' }
  if (label === 'length' && (brokenCall || !visible)) return { type: 'length' }
  return null
}
