import type { CallId, Json } from '../../kernel/types.ts'
import type { Message, ModelRequest, ToolCall } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import type { HostCall, HostStep } from '../types.ts'
import { type Chain, chainAt, type ModelTalk } from './cells.ts'
import { type Known, type Lookup, messagesOf } from './input.ts'
import { CALL_ME, INPUT, isHostTool } from './names.ts'
import { type Settings, settingsAt } from './options.ts'
import type { Prompts } from './prompt.ts'
import type { HostResult } from './registration.ts'
import { externalCalls, parseResponseId, responseOf } from './response.ts'
import { BadRequest, ownTools, type Params, paramsOf, wishesOf } from './rewrite.ts'

/** What is next for a call that a cell made, at the end of the path in which it is open. */
export function createPerform(prompts: Prompts): (path: NotebookPath, call: HostCall) => HostStep {
  return (path, call) => {
    if (call.name === INPUT) return { type: 'ask-person', prompt: promptOf(call.input) }
    if (call.name !== CALL_ME)
      return { type: 'throw', name: 'Error', message: `${call.name} cannot be called.` }
    try {
      return talk(chainAt(path), settingsAt(path), call, prompts)
    } catch (error) {
      if (error instanceof BadRequest) return { type: 'throw', name: error.name, message: error.message }
      throw error
    }
  }
}

const promptOf = (input: Json | undefined): string =>
  typeof input === 'string' ? input : input === undefined || input === null ? '' : JSON.stringify(input)

function talk(chain: Chain, settings: Settings, call: HostCall, prompts: Prompts): HostStep {
  const talks = talksOf(chain)
  const { replies } = talks.get(call.id) ?? { replies: [] }
  const last = replies.at(-1)
  if (!last) return { type: 'ask', request: requestOf(call.id, call.input, talks, settings, prompts) }
  const { reply, results } = last
  if (reply.error) return { type: 'throw', name: 'ModelError', message: reply.error.message }
  const fatal = results.find((result) => result?.ok === false && result.fatal === true)
  if (fatal?.ok === false) return { type: 'throw', name: fatal.name, message: fatal.message }
  const goesOn = results.some((result) => result !== null) && externalCalls(reply).length === 0
  if (goesOn && replies.length >= settings.mostTurns) {
    const message = `The model used host tools alone in ${replies.length} replies to one call_me, and said nothing. Ask it for something else.`
    return { type: 'throw', name: 'LimitError', message }
  }
  if (goesOn) return { type: 'ask', request: requestOf(call.id, call.input, talks, settings, prompts) }
  const hostCalls = replies.flatMap((turn) => turn.reply.toolCalls.filter(({ name }) => isHostTool(name)))
  const { custom } = ownTools(paramsOf(call.input).tools)
  const turn = { call: call.id, nth: replies.length, reply }
  return { type: 'return', output: responseOf(turn, hostCalls, custom) }
}

type Talks = ReadonlyMap<CallId, ModelTalk>

const talksOf = ({ cells }: Chain): Talks =>
  new Map(cells.flatMap(({ calls }) => [...calls.values()].map((each) => [each.id, each])))

function requestOf(
  id: CallId,
  input: Json | undefined,
  talks: Talks,
  settings: Settings,
  prompts: Prompts,
): ModelRequest {
  const params = paramsOf(input)
  return {
    messages: [
      { role: 'system', content: prompts.system(settings) },
      ...spokenBefore(id, params, talks),
      ...continued(id, talks),
    ],
    // The host's own come last, as nothing of the same name is let through.
    tools: [...ownTools(params.tools).tools, ...prompts.hostTools],
    wishes: wishesOf(params, settings),
  }
}

/** What the cell sent, after what it goes on from. */
function spokenBefore(id: CallId, params: Params, talks: Talks): Message[] {
  const lookup = lookupIn(talks, id)
  const { previous_response_id: previous, input } = params
  if (previous === undefined || previous === null) return messagesOf(input, lookup)
  const place = typeof previous === 'string' ? parseResponseId(previous) : null
  const known = place && lookup.byPlace(place)
  const earlier = place && talks.get(place.call)
  if (!place || !known || !earlier)
    throw new BadRequest(`There is no response ${JSON.stringify(previous)} in this history.`)
  return [
    ...spokenBefore(place.call, paramsOf(earlier.input), talks),
    ...continued(place.call, talks, place.nth - 1),
    ...messagesOf(input, lookup, [known]),
  ]
}

/** Replies with host tools alone, and what the host said: the cell never hears of them. */
function continued(id: CallId, talks: Talks, most = Number.POSITIVE_INFINITY): Message[] {
  const { replies } = talks.get(id) ?? { replies: [] }
  const knowns = replies.slice(0, most).map((_, place) => knownOf(talks, { call: id, nth: place + 1 }))
  const nothing: Lookup = { byPlace: () => null, byCallId: () => null }
  return knowns.flatMap((known) => (known ? messagesOf([], nothing, [known]) : []))
}

function knownOf(talks: Talks, { call, nth }: { call: CallId; nth: number }): Known | null {
  const replies = talks.get(call)?.replies
  // An answer that a person gave stands for all that would have been said.
  const turn = replies?.[nth - 1] ?? replies?.at(-1)
  if (!turn) return null
  return { key: `${call}_${nth}`, reply: turn.reply, results: turn.results.map(resultText) }
}

/** Replies of earlier calls. */
function lookupIn(talks: Talks, before: CallId): Lookup {
  const earlier = [...talks.values()].filter(({ id }) => id < before)
  return {
    byPlace: (place) => (place.call < before ? knownOf(talks, place) : null),
    byCallId(callId) {
      const has = ({ id }: ToolCall): boolean => id === callId
      const found = earlier.findLast(({ replies }) => replies.some(({ reply }) => reply.toolCalls.some(has)))
      const nth = found?.replies.findLastIndex(({ reply }) => reply.toolCalls.some(has)) ?? -1
      return found ? knownOf(talks, { call: found.id, nth: nth + 1 }) : null
    },
  }
}

/** What the model is told of a call of a host tool. */
function resultText(result: HostResult | null): string | null {
  if (result === null) return null
  return JSON.stringify(result.ok ? result.output : { error: { type: result.name, message: result.message } })
}
