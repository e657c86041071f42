import type { CallPiece } from './chunk.ts'
import { ownId } from './ids.ts'
import { isObject, type JsonObject, parseJson, splitObjects } from './json.ts'
import type { ToolCall } from './types.ts'

/** A tool call that is still arriving. */
export interface OpenCall {
  index: number | null
  /** The id that the server gave, perhaps one that it gave to another call too. */
  wireId: string
  /** The id that it has here. */
  id: string
  name: string
  /** The arguments as far as they came. */
  given: Given
  extra: JsonObject
}

/** Arguments in pieces, with what has to be known of the pieces: a list of them would be copied with each. */
export interface Given {
  text: string
  /** The last piece that was not empty. */
  latest: string
  pieces: number
  /** Each piece began with the one before it: the server sends all so far, again and again. */
  grows: boolean
}

const NOTHING_GIVEN: Given = { text: '', latest: '', pieces: 0, grows: true }

function give(given: Given, piece: string): Given {
  if (piece === '') return given
  return {
    text: given.text + piece,
    latest: piece.trim() === '' ? given.latest : piece,
    pieces: given.pieces + 1,
    grows: given.grows && piece.startsWith(given.latest),
  }
}

/**
 * Adds a piece to the call that it belongs to. Servers tell calls apart by index, by id, by both, by index 0 for all of
 * them with an id each (Ollama, Dynamo), or not at all; some repeat the name in every piece (MiniMax on NIM) or give
 * every piece a new id. `position` is the call's place in the list.
 */
export function addPiece(
  calls: OpenCall[],
  piece: CallPiece,
  taken: ReadonlySet<string>,
): { calls: OpenCall[]; position: number } {
  const position = placeOf(calls, piece)
  const call = calls[position]
  if (call === undefined) {
    const id = ownId(piece.id, new Set([...taken, ...calls.map((each) => each.id)]))
    const opened: OpenCall = {
      index: piece.index,
      wireId: piece.id,
      id,
      name: piece.name,
      given: give(NOTHING_GIVEN, piece.arguments),
      extra: piece.extra,
    }
    return { calls: [...calls, opened], position: calls.length }
  }
  const grown: OpenCall = {
    ...call,
    wireId: call.wireId || piece.id,
    name: call.name || piece.name,
    given: give(call.given, piece.arguments),
    extra: Object.keys(piece.extra).length > 0 ? { ...call.extra, ...piece.extra } : call.extra,
  }
  return { calls: calls.with(position, grown), position }
}

function placeOf(calls: OpenCall[], piece: CallPiece): number {
  const last = calls.length - 1
  if (piece.index !== null) {
    const at = calls.findLastIndex((call) => call.index === piece.index)
    return at >= 0 && !beginsAnother(calls[at], piece) ? at : calls.length
  }
  if (piece.id !== '') {
    const at = calls.findLastIndex((call) => call.wireId === piece.id)
    if (at >= 0) return at
    // The id may also come after the beginning.
    return last >= 0 && calls[last]?.wireId === '' && !beginsAnother(calls[last], piece) ? last : calls.length
  }
  return last >= 0 && !beginsAnother(calls[last], piece) ? last : calls.length
}

function beginsAnother(call: OpenCall | undefined, piece: CallPiece): boolean {
  if (call === undefined || piece.name === '') return false
  if (piece.id !== '' && piece.id === call.wireId) return false
  if (call.name !== '' && call.name !== piece.name) return true
  const { text } = call.given
  if (!isWhole(text)) return false
  const bothNamed = piece.id !== '' && call.wireId !== ''
  // A call that is sent again as a whole, at the end, is no second call.
  return bothNamed || (piece.arguments.trim() !== '' && piece.arguments !== text)
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false
  const parsed = parseJson(text)
  return parsed.ok && isObject(parsed.value)
}

/**
 * The finished calls. Most become one call; several objects run together under one index become several (GPT-5 family);
 * an empty name without arguments is nothing. `cut`: the reply ended before its time, so that no arguments may mean
 * lost arguments.
 */
export function closeCalls(calls: OpenCall[], taken: ReadonlySet<string>, cut: boolean): ToolCall[] {
  const closed: ToolCall[] = []
  const ids = new Set([...taken, ...calls.map((call) => call.id)])
  for (const call of calls) {
    if (call.name === '' && call.given.text === '') continue
    const extra = Object.keys(call.extra).length > 0 ? { extra: call.extra } : {}
    readGiven(call.given, cut).forEach((read, nth) => {
      const id = nth === 0 ? call.id : ownId(call.wireId, ids)
      ids.add(id)
      closed.push({ id, name: call.name, ...read, ...extra })
    })
  }
  return closed
}

export type ReadArguments = { arguments: JsonObject } | { argumentsText: string }

/** Arguments from their text. */
export function readArguments(text: string): ReadArguments {
  return readGiven(give(NOTHING_GIVEN, text), false)[0] ?? { arguments: {} }
}

/** Arguments from their pieces; more than one when several calls were run together. */
function readGiven({ text, latest, pieces, grows }: Given, cut: boolean): ReadArguments[] {
  if (text.trim() === '') return [cut ? { argumentsText: text } : { arguments: {} }]
  const whole = asObject(text)
  if (whole !== null) return [{ arguments: whole }]
  // Some servers send all of the arguments again with each piece (Baidu Qianfan).
  const final = grows && pieces > 1 ? asObject(latest) : null
  if (final !== null) return [{ arguments: final }]
  const parts = [...new Set(splitObjects(text) ?? [])]
  // A placeholder `{}` before the real arguments (proxies for Anthropic models).
  const real = parts.length > 1 ? parts.filter((part) => part !== '{}') : parts
  const objects = real.map(asObject).filter((each) => each !== null)
  if (objects.length > 0 && objects.length === real.length)
    return objects.map((each) => ({ arguments: each }))
  return [{ argumentsText: text }]
}

function asObject(text: string): JsonObject | null {
  const parsed = parseJson(text)
  if (!parsed.ok) return null
  if (parsed.value === null) return {}
  if (isObject(parsed.value)) return parsed.value
  // Encoded twice.
  if (typeof parsed.value === 'string') {
    const inner = parseJson(parsed.value)
    return inner.ok && isObject(inner.value) ? inner.value : null
  }
  return null
}
