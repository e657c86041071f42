import {
  type Adjustment,
  describeAdjustment,
  type Plan,
  planOf,
  sameAdjustment,
  sessionMemory,
} from './adjust.ts'
import type { Assembled } from './assemble.ts'
import type { Place } from './diagnosis.ts'
import { type ApiPath, resolveEndpoint } from './endpoint.ts'
import { errorOfFault } from './errors.ts'
import { type Ending, exchange } from './http.ts'
import type { JsonObject } from './json.ts'
import { createRedactor } from './redact.ts'
import { learnFrom } from './refusal.ts'
import type { RequestSettings } from './request.ts'
import { cleanKey, type EndpointOptions, headersOf, networkOf, secretsOf } from './settings.ts'
import type { BodyItem } from './sse.ts'
import type { Model, ModelError, ModelRequest, Reply, ReplyEvent } from './types.ts'
import { type ServerWords, wordsOfBody } from './words.ts'

/** How one wire format is written and read; everything else is the same for all. */
export interface Wire {
  path: ApiPath
  body(request: ModelRequest, settings: RequestSettings, plan: Plan): JsonObject
  /** A reader for one reply. */
  open(request: ModelRequest, onEvent: (event: ReplyEvent) => void): WireReader
}

export interface WireReader {
  take(item: BodyItem): boolean
  complete(): boolean
  close(failure: ModelError | null): Assembled
}

/** Tries with one thing left out more than this would be a loop. */
const MOST_TRIES = 8
/** Errors that say that what was left out made no difference. */
const UNHELPED = new Set<string | undefined>(['request', 'network', 'not-found'])

export function createWireModel(wire: Wire, options: EndpointOptions): Model {
  const endpoint = resolveEndpoint(options.baseUrl, wire.path)
  const apiKey = cleanKey(options.apiKey)
  const memory = options.memory ?? sessionMemory
  const redact = createRedactor(secretsOf(options, apiKey))
  const network = networkOf(options)

  return {
    async reply(request, { signal, onEvent } = {}) {
      if (!endpoint.ok)
        return failedReply({
          kind: 'request',
          message: `${endpoint.problem} Enter it in the model settings.`,
        })
      if (options.model.trim() === '') {
        return failedReply({
          kind: 'request',
          message: 'No model is chosen. Choose one in the model settings.',
        })
      }
      const headers = headersOf(options, apiKey)
      if (typeof headers === 'string') return failedReply({ kind: 'auth', message: headers })

      const key = `${endpoint.urls[0]} ${options.model}`
      const remembered = memory.get(key) ?? []
      let adjustments = remembered
      let first: Attempt | null = null
      for (let tries = 1; ; tries++) {
        const attempt = await tryOnce(adjustments)
        first ??= attempt
        const learned = tries < MOST_TRIES ? whatToChange(attempt) : []
        if (learned.length === 0) {
          const helped = !UNHELPED.has(attempt.reply.error?.kind)
          if (helped && adjustments !== remembered) memory.set(key, adjustments)
          // A guess that changed nothing is not worth reporting: the first answer is.
          const chosen = attempt.guessed && !helped ? first : attempt
          return { ...chosen.reply, notes: chosen.notes }
        }
        adjustments = [...adjustments, ...learned]
      }

      async function tryOnce(used: Adjustment[]): Promise<Attempt> {
        const plan = planOf(used)
        const body = wire.body(request, options, plan)
        const url = plan.url ?? (endpoint.ok ? endpoint.urls[0] : undefined) ?? ''
        const sent = without(headers as Record<string, string>, plan.omitHeaders)
        const place: Place = { url, model: options.model, hasKey: apiKey !== '', redact }
        let heard = false
        const reader = wire.open(request, (event) => {
          heard = true
          onEvent?.(event)
        })
        const call = { method: 'POST' as const, headers: sent, body: JSON.stringify(body), place, signal }
        const ending = await exchange(call, network, reader)
        const { reply, fault } = reader.close(ending.type === 'read' ? null : ending.error)
        if (fault !== null) reply.error = errorOfFault(fault, place)
        const words =
          ending.type === 'refused'
            ? wordsOfBody(ending.response.body)
            : fault?.type === 'server'
              ? fault.words
              : null
        const own = Object.keys(options.headers ?? {}).filter((name) => name in sent)
        const notes = used
          .filter((each) => mattered(each, used, body, own))
          .map((each) => redact(describeAdjustment(each)))
        return {
          reply,
          ending,
          words,
          body,
          own,
          used,
          plan,
          heard,
          notes,
          guessed: used.some((each) => each.type === 'path'),
        }
      }

      /** Was the request different for it? */
      function mattered(each: Adjustment, used: Adjustment[], body: JsonObject, own: string[]): boolean {
        if (each.type === 'path') return true
        if (each.type === 'omit-header') return !own.includes(each.name)
        const others = used.filter((other) => !sameAdjustment(other, each))
        return JSON.stringify(wire.body(request, options, planOf(others))) !== JSON.stringify(body)
      }

      function whatToChange(attempt: Attempt): Adjustment[] {
        const { ending, reply, words, plan, own } = attempt
        if (signal?.aborted === true || attempt.heard || reply.error === null) return []
        if (ending.type === 'no-answer') {
          return ending.opaque ? own.map((name): Adjustment => ({ type: 'omit-header', name })) : []
        }
        if (words === null) return isNoApi(ending, reply.error) ? nextPath(attempt) : []
        const status = ending.type === 'refused' ? ending.response.status : words.status
        const learned = learnFrom({ status, words, body: attempt.body, headers: own, plan })
        const useful = learned.filter((each) => matters(each, attempt))
        if (useful.length > 0) return useful
        return isNoApi(ending, reply.error) && !/model/i.test(words.message) ? nextPath(attempt) : []
      }

      /** Would the request be different with it? */
      function matters(each: Adjustment, { used, body }: Attempt): boolean {
        if (each.type === 'omit-header') return true
        return JSON.stringify(wire.body(request, options, planOf([...used, each]))) !== JSON.stringify(body)
      }

      /** The address may have been meant without the `/v1` that was added, or with one. */
      function nextPath(attempt: Attempt): Adjustment[] {
        const urls = endpoint.ok ? endpoint.urls : []
        const next = attempt.plan.url === null ? urls[1] : undefined
        return next === undefined ? [] : [{ type: 'path', url: next }]
      }
    },
  }
}

interface Attempt {
  reply: Reply
  ending: Ending
  words: ServerWords | null
  body: JsonObject
  /** The user's own headers that were sent. */
  own: string[]
  used: Adjustment[]
  plan: Plan
  /** Something of a reply arrived. */
  heard: boolean
  notes: string[]
  guessed: boolean
}

function isNoApi(ending: Ending, error: ModelError): boolean {
  if (ending.type === 'refused') return ending.response.status === 404 || ending.response.status === 405
  return ending.type === 'read' && error.kind === 'not-found'
}

function failedReply(error: ModelError): Reply {
  return {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: 'stop',
    usage: null,
    error,
    notes: [],
  }
}

function without(headers: Record<string, string>, omitted: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !omitted.has(name.toLowerCase())))
}
