import { z } from 'zod'
import { isObject, type JsonObject } from './json.ts'
import type { Usage } from './types.ts'

// Its fast path builds functions from text, which the page's content policy forbids.
z.config({ jitless: true })

/** A piece of a tool call, whichever of its fields came. */
export interface CallPiece {
  index: number | null
  id: string
  name: string
  arguments: string
  /** Fields that belong to the call and are none of ours. */
  extra: JsonObject
}

/** One chunk of a Chat Completions stream (or a whole completion) in one shape. */
export interface Chunk {
  /** The choice is a whole message rather than an addition. */
  whole: boolean
  text: string
  reasoning: string
  refusal: string
  calls: CallPiece[]
  /** Fields of the message that have to be sent back, as pieces to be merged. */
  extra: JsonObject
  finish: string
  usage: Usage | null
  /** The error object or text as it came. */
  error: unknown
  /** The value looked like a chunk at all. */
  known: boolean
  /** Usage without a choice: how a complete stream ends. */
  closing: boolean
}

const string = z.string().catch('')
const list = z.array(z.unknown()).catch([])
const object = z.record(z.string(), z.unknown()).optional().catch(undefined)
const anything = z.unknown().optional()
const digits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
const integer = z.union([z.number().int().nonnegative(), digits])

const choiceSchema = z.object({
  index: integer.catch(0),
  delta: object,
  message: object,
  text: string.optional(),
  finish_reason: string.optional(),
  usage: anything,
  error: anything,
})

const chunkSchema = z.object({
  choices: list.optional(),
  usage: anything,
  x_groq: object,
  error: anything,
})

const callSchema = z.object({
  index: integer.nullable().catch(null).default(null),
  id: string.default(''),
  function: object,
})

/** Message fields that a later request has to repeat: OpenRouter, LiteLLM, Gemini. */
const ECHOED = ['reasoning_details', 'thinking_blocks', 'extra_content'] as const

/** Reads anything as a chunk; what is missing or odd becomes empty. Never throws. */
export function readChunk(value: unknown): Chunk {
  const parsed = chunkSchema.safeParse(value)
  if (!parsed.success) return { ...EMPTY_CHUNK, error: typeof value === 'string' ? value : undefined }
  const { choices, usage, x_groq: groq, error } = parsed.data
  const all = (choices ?? []).map((each) => choiceSchema.safeParse(each)).filter((each) => each.success)
  const choice = all.map((each) => each.data).find((each) => each.index === 0)
  const counted = readUsage(usage) ?? readUsage(groq?.usage) ?? readUsage(choice?.usage)
  const base: Chunk = {
    ...EMPTY_CHUNK,
    usage: counted,
    error: present(error) ?? present(choice?.error),
    known: choices !== undefined || counted !== null,
    closing: counted !== null && (choices ?? []).length === 0,
  }
  if (choice === undefined) return base
  const delta = choice.delta ?? choice.message ?? {}
  const content = readContent(delta.content)
  return {
    ...base,
    whole: choice.delta === undefined && choice.message !== undefined,
    text: content.text || choice.text || '',
    // Servers that send both fields send the same in both.
    reasoning: content.reasoning + (textOf(delta.reasoning_content) || textOf(delta.reasoning)),
    refusal: content.refusal + textOf(delta.refusal),
    calls: readCalls(delta),
    extra: Object.fromEntries(
      ECHOED.filter((key) => present(delta[key]) !== undefined).map((key) => [key, delta[key]]),
    ),
    finish: choice.finish_reason ?? '',
  }
}

/** A chunk that says nothing. */
export const EMPTY_CHUNK: Chunk = {
  whole: false,
  text: '',
  reasoning: '',
  refusal: '',
  calls: [],
  extra: {},
  finish: '',
  usage: null,
  error: undefined,
  known: false,
  closing: false,
}

function present(value: unknown): unknown {
  return value === null || value === false || value === '' ? undefined : value
}

function readCalls(delta: JsonObject): CallPiece[] {
  const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isObject).map(readCall) : []
  // The form before `tool_calls`, which a few servers still speak.
  if (calls.length === 0 && isObject(delta.function_call))
    return [readCall({ index: 0, function: delta.function_call })]
  return calls
}

function readCall(value: JsonObject): CallPiece {
  const parsed = callSchema.safeParse(value)
  const { index, id, function: named = {} } = parsed.success ? parsed.data : { index: null, id: '' }
  const { index: _index, id: _id, type: _type, function: _function, ...rest } = value
  const given = named.arguments
  return {
    index,
    id,
    name: string.parse(named.name),
    arguments: typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : '',
    extra: Object.fromEntries(Object.entries(rest).filter(([, each]) => each !== null && each !== undefined)),
  }
}

interface Content {
  text: string
  reasoning: string
  refusal: string
}

/** `content` is a string, or a list of parts, some of which are thoughts (Mistral) or of kinds that we do not know. */
function readContent(content: unknown): Content {
  if (!Array.isArray(content)) return { text: textOf(content), reasoning: '', refusal: '' }
  const out: Content = { text: '', reasoning: '', refusal: '' }
  for (const part of content as unknown[]) {
    if (typeof part === 'string') out.text += part
    else if (!isObject(part)) continue
    else if (part.type === 'thinking' || part.type === 'reasoning')
      out.reasoning += textOf(part.thinking ?? part.text)
    else if (part.type === 'refusal') out.refusal += textOf(part.refusal)
    else out.text += textOf(part.text)
  }
  return out
}

/** The text in a string, a part or a list of parts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (isObject(value)) return textOf(value.text ?? value.content ?? value.thinking)
  return ''
}

const usageSchema = z.object({
  prompt_tokens: integer.optional().catch(undefined),
  input_tokens: integer.optional().catch(undefined),
  completion_tokens: integer.optional().catch(undefined),
  output_tokens: integer.optional().catch(undefined),
  total_tokens: integer.optional().catch(undefined),
})

/** Token counts under either pair of names; what one count leaves out follows from the total. */
export function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const parsed = usageSchema.safeParse(value)
  if (!parsed.success) return null
  const { total_tokens: total, ...counts } = parsed.data
  const input = counts.prompt_tokens ?? counts.input_tokens
  const output = counts.completion_tokens ?? counts.output_tokens
  if (input === undefined && output === undefined) return null
  return {
    input: input ?? Math.max(0, (total ?? 0) - (output ?? 0)),
    output: output ?? Math.max(0, (total ?? 0) - (input ?? 0)),
  }
}
