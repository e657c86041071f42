import { type Clock, sleep as sleepFor, systemClock } from './clock.ts'
import { ownId, takenIds } from './ids.ts'
import { shorten } from './json.ts'
import type { Message, Model, ModelRequest, Reply, ReplyEvent, ToolCall } from './types.ts'

/** Text that has to be there: exactly (but for white space around it), or as a beginning. */
export type TapeText = string | { startsWith: string }

/** One reply of a tape, and the request that it is the reply to. */
export interface TapeReply {
  text?: string | undefined
  reasoning?: string | undefined
  toolCalls?: { id?: string | undefined; name: string; arguments: Record<string, unknown> }[] | undefined
  /** Tokens, as the recorded model counted them. */
  usage?: { input: number; output: number } | undefined
  /** What the line is the script for. What is not given is not checked. */
  when?:
    | {
        /** All user messages of the request, in order. */
        user?: TapeText[] | undefined
        /** What came back since the last reply, as results of tools or as system messages, in order. */
        results?: TapeText[] | undefined
      }
    | undefined
}

/** Recorded replies that stand in for a model. Plain data. */
export interface Tape {
  type: 'tape'
  version: 1
  title: string
  replies: TapeReply[]
}

export interface TapeOptions {
  /** Characters a second; 0 for all at once. Default 400: about as fast as a quick model writes. */
  pace?: number | undefined
  /** Wait before the first character, ms. Default 250 if there is a pace. */
  startMs?: number | undefined
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
  clock?: Clock | undefined
}

const PIECE = 8

/**
 * Plays a tape as a model. Which line plays is a function of the request: the number of replies that it already holds.
 * So a tape has no position, and forks, replays and reloads need no care. A request that the tape is not the script for
 * gets an error of kind `script`, never a reply that does not belong to it.
 */
export function createTapeModel(tape: Tape, options: TapeOptions = {}): Model {
  const pace = options.pace ?? 400
  const wait = options.sleep ?? ((ms, signal) => sleepFor(ms, signal, options.clock ?? systemClock))
  return {
    async reply(request, { signal, onEvent } = {}) {
      const nth = request.messages.filter((message) => message.role === 'assistant').length
      const line = tape.replies[nth]
      if (line === undefined)
        return offScript(
          tape,
          `it has ${counted(tape.replies.length, 'reply', 'replies')}, and this asks for number ${nth + 1}`,
        )
      const deviation = deviationOf(line, request.messages)
      if (deviation !== null) return offScript(tape, deviation)
      return play(line, request, nth, {
        pace,
        startMs: options.startMs ?? (pace > 0 ? 250 : 0),
        wait,
        signal,
        onEvent,
      })
    },
  }
}

function offScript(tape: Tape, reason: string): Reply {
  const message = `The tape "${tape.title}" knows only its own script: ${reason}. Connect a model, or play the model by hand, to go on from here.`
  return { ...empty(), error: { kind: 'script', message } }
}

function deviationOf(line: TapeReply, messages: readonly Message[]): string | null {
  const user = messages.filter((message) => message.role === 'user').map((message) => message.content)
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  const results = messages
    .filter(({ role }, place) => place > last && (role === 'tool' || (role === 'system' && last >= 0)))
    .map((message) => message.content)
  return (
    differs(line.when?.user, user, 'message', 'messages') ??
    differs(line.when?.results, results, 'tool result', 'tool results')
  )
}

function differs(expected: TapeText[] | undefined, got: string[], one: string, many: string): string | null {
  if (expected === undefined) return null
  const at = expected.findIndex((each, index) => !matches(each, got[index]))
  if (at >= 0) {
    const said = got[at]
    const wanted = typeof expected[at] === 'string' ? expected[at] : `${expected[at]?.startsWith ?? ''}…`
    return said === undefined
      ? `it expects ${counted(expected.length, one, many)}, and there ${got.length === 1 ? 'is' : 'are'} ${got.length}`
      : `its ${one} ${at + 1} is "${shorten(wanted, 80)}", and here it is "${shorten(said, 80)}"`
  }
  return got.length === expected.length
    ? null
    : `it expects ${counted(expected.length, one, many)}, and there are ${got.length}`
}

function matches(expected: TapeText, got: string | undefined): boolean {
  if (got === undefined) return false
  return typeof expected === 'string'
    ? expected.trim() === got.trim()
    : got.trimStart().startsWith(expected.startsWith.trimStart())
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

function empty(): Reply {
  return {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: 'stop',
    usage: null,
    error: null,
    notes: [],
  }
}

interface Playing {
  pace: number
  startMs: number
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  signal: AbortSignal | undefined
  onEvent: ((event: ReplyEvent) => void) | undefined
}

async function play(line: TapeReply, request: ModelRequest, nth: number, playing: Playing): Promise<Reply> {
  const { pace, wait, signal, onEvent } = playing
  const calls = callsOf(line, takenIds(request), nth)
  const reply = empty()
  if (playing.startMs > 0) await wait(playing.startMs, signal)
  for (const event of eventsOf(line, calls, pace)) {
    if (signal?.aborted === true) break
    onEvent?.(event)
    if (event.type === 'text') reply.text += event.text
    if (event.type === 'reasoning') reply.reasoning += event.text
    const length = event.type === 'tool-call' ? event.arguments.length : event.text.length
    if (pace > 0) await wait((length / pace) * 1_000, signal)
  }
  if (signal?.aborted === true) {
    return { ...reply, error: { kind: 'stopped', message: 'Stopped. What had arrived is kept.' } }
  }
  return {
    ...reply,
    toolCalls: calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: line.usage ?? null,
  }
}

function callsOf(line: TapeReply, taken: Set<string>, nth: number): ToolCall[] {
  return (line.toolCalls ?? []).map((call, index) => {
    const id = ownId(call.id ?? `tape_${nth + 1}_${index + 1}`, taken)
    taken.add(id)
    return { id, name: call.name, arguments: call.arguments }
  })
}

function* eventsOf(line: TapeReply, calls: ToolCall[], pace: number): Generator<ReplyEvent> {
  for (const text of cut(line.reasoning ?? '', pace)) yield { type: 'reasoning', text }
  for (const text of cut(line.text ?? '', pace)) yield { type: 'text', text }
  for (const [index, { id, name, arguments: given }] of calls.entries()) {
    yield { type: 'tool-call', index, id, name, arguments: '' }
    for (const piece of cut(JSON.stringify(given ?? {}), pace))
      yield { type: 'tool-call', index, id, name, arguments: piece }
  }
}

/** Pieces of a few characters, none of which is cut in two. */
function cut(text: string, pace: number): string[] {
  if (pace === 0) return text === '' ? [] : [text]
  const chars = [...text]
  const pieces: string[] = []
  for (let at = 0; at < chars.length; at += PIECE) pieces.push(chars.slice(at, at + PIECE).join(''))
  return pieces
}
