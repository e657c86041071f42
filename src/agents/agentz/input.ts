import type { Json } from '../../kernel/types.ts'
import type { Message, Reply } from '../../models/types.ts'
import { kindOf } from '../shared/words.ts'
import { parseItemId } from './response.ts'
import { BadRequest } from './rewrite.ts'

/** A reply that an input goes on from, and what the host answered to those of its calls that are its own. */
export interface Known {
  key: string
  reply: Reply
  /** By place among the calls; `null` for those that the code answers. */
  results: (string | null)[]
}

/** Replies by item, by call, and by response. */
export interface Lookup {
  byPlace: (place: { call: number; nth: number }) => Known | null
  byCallId: (callId: string) => Known | null
}

/** An input as Responses has it, as messages. `first`: replies that it goes on from. */
export function messagesOf(input: Json | undefined, lookup: Lookup, first: readonly Known[] = []): Message[] {
  if (input === undefined && first.length === 0) throw new BadRequest('call_me needs an input.')
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? [])
  if (!Array.isArray(items))
    throw new BadRequest(`input has to be a string or a list of items; it is ${kindOf(items)}.`)
  const reader = new Reader(lookup, items.map(asItem))
  for (const known of first) reader.takeKnown(known)
  reader.read()
  return reader.messages
}

type Item = Readonly<Record<string, Json>>

function asItem(item: Json, place: number): Item {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item
  throw new BadRequest(`input[${place}] has to be an object; it is ${kindOf(item)}.`)
}

const OUTPUTS: ReadonlySet<Json | undefined> = new Set(['function_call_output', 'custom_tool_call_output'])
const CALLS: ReadonlySet<Json | undefined> = new Set(['function_call', 'custom_tool_call'])

/**
 * Puts every answer right behind the message with its call. What the model said itself is taken from the history when it
 * is there, whole, with all that its server wants back; only what never was in it is taken from the items.
 */
class Reader {
  readonly messages: Message[] = []
  readonly #lookup: Lookup
  readonly #items: readonly Item[]
  readonly #outputs = new Map<string, string[]>()
  readonly #taken = new Set<string>()

  constructor(lookup: Lookup, items: readonly Item[]) {
    this.#lookup = lookup
    this.#items = items
    for (const [place, item] of items.entries()) {
      if (!OUTPUTS.has(item.type)) continue
      const id = stringOf(item.call_id, `input[${place}].call_id`)
      this.#outputs.set(id, [...(this.#outputs.get(id) ?? []), textOf(item.output, `input[${place}].output`)])
    }
  }

  read(): void {
    let run: Item[] = []
    for (const [place, item] of this.#items.entries()) {
      if (isModels(item)) {
        run.push(item)
        continue
      }
      this.#take(run)
      run = []
      if (!OUTPUTS.has(item.type)) this.messages.push(spoken(item, place))
    }
    this.#take(run)
  }

  takeKnown({ key, reply, results }: Known): void {
    if (this.#taken.has(key)) return
    this.#taken.add(key)
    const { text, refusal, reasoning, toolCalls, extra } = reply
    this.messages.push({
      role: 'assistant',
      content: text === '' && toolCalls.length === 0 ? refusal || '(empty)' : text,
      ...(reasoning === '' ? {} : { reasoning }),
      ...(toolCalls.length > 0 ? { toolCalls } : {}),
      ...(extra ? { extra } : {}),
    })
    for (const [place, { id, name }] of toolCalls.entries()) {
      // What the code says in place of the host is not taken.
      const given = this.#outputs.get(id)?.shift()
      this.messages.push({
        role: 'tool',
        toolCallId: id,
        name,
        content: results[place] ?? given ?? 'No output was given for this call.',
      })
    }
  }

  /** What the model said in one go; of several replies when these follow each other. */
  #take(run: readonly Item[]): void {
    const strange: Item[] = []
    for (const item of run) {
      const known = this.#knownOf(item)
      if (known) this.takeKnown(known)
      else strange.push(item)
    }
    if (strange.length > 0) this.#takeStrange(strange)
  }

  #knownOf(item: Item): Known | null {
    const place = typeof item.id === 'string' ? parseItemId(item.id) : null
    if (place) return this.#lookup.byPlace(place)
    return typeof item.call_id === 'string' ? this.#lookup.byCallId(item.call_id) : null
  }

  /** Items that code made up, or brought along from another history. */
  #takeStrange(items: readonly Item[]): void {
    const content = items.flatMap((item) =>
      item.role === 'assistant' ? [textOf(item.content, 'content')] : [],
    )
    const calls = items.filter(({ type }) => CALLS.has(type))
    const toolCalls = calls.map((call) => ({
      id: stringOf(call.call_id, 'call_id'),
      name: stringOf(call.name, 'name'),
      ...argumentsIn(call),
    }))
    if (content.length === 0 && toolCalls.length === 0) return
    this.messages.push({
      role: 'assistant',
      content: content.join('\n'),
      ...(toolCalls.length > 0 ? { toolCalls } : {}),
    })
    for (const { id, name } of toolCalls) {
      const output = this.#outputs.get(id)?.shift() ?? 'No output was given for this call.'
      this.messages.push({ role: 'tool', toolCallId: id, name, content: output })
    }
  }
}

/** Said by the model rather than to it. */
const isModels = ({ type, role }: Item): boolean =>
  role === 'assistant' || type === 'reasoning' || CALLS.has(type)

function argumentsIn(call: Item): { arguments: Record<string, unknown> } | { argumentsText: string } {
  if (call.type === 'custom_tool_call') return { arguments: { input: call.input ?? '' } }
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {})
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return { arguments: parsed as Record<string, unknown> }
  } catch {
    // Sent on as it is: servers are told what to make of it.
  }
  return { argumentsText: text }
}

function spoken(item: Item, place: number): Message {
  const { role, type } = item
  if ((type !== undefined && type !== 'message') || typeof role !== 'string')
    throw new BadRequest(
      `input[${place}] is of type ${JSON.stringify(type ?? null)}. call_me takes messages, calls and their outputs.`,
    )
  if (role !== 'user' && role !== 'system' && role !== 'developer')
    throw new BadRequest(`input[${place}].role is ${JSON.stringify(role)}, which no message has.`)
  return {
    role: role === 'user' ? 'user' : 'system',
    content: textOf(item.content, `input[${place}].content`),
  }
}

/** Text, or a list of parts of text. */
function textOf(content: Json | undefined, path: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  return content
    .map((part, place) => {
      if (typeof part === 'string') return part
      const own = typeof part === 'object' && part !== null && !Array.isArray(part) ? part : {}
      const text = own.text ?? own.refusal
      if (typeof text === 'string') return text
      throw new BadRequest(`${path}[${place}] is no text. call_me takes text alone.`)
    })
    .join('')
}

function stringOf(value: Json | undefined, path: string): string {
  if (typeof value === 'string') return value
  throw new BadRequest(`${path} has to be a string.`)
}
