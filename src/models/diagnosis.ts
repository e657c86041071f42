import { labelOf } from './endpoint.ts'
import { presetFor } from './presets.ts'
import type { Redact } from './redact.ts'
import type { ModelError, ModelErrorKind } from './types.ts'
import type { ServerWords } from './words.ts'

/** What a message needs to know about the place where something happened. */
export interface Place {
  /** The address that was called. */
  url: string
  model: string
  hasKey: boolean
  redact: Redact
}

/** One message from a status and the server's words. `status` is `null` inside a stream that began well. */
export function diagnose(
  words: ServerWords,
  status: number | null,
  waits: number | null,
  place: Place,
): ModelError {
  const kind = kindOf(words, status)
  const said = words.message === '' ? '' : `: ${sentence(words.message)}`
  const code = status === null ? '' : ` (${status})`
  const message = `${happened(kind, words, status, place)}${code}${said || '.'} ${cure(kind, words, status, place, waits)}`
  return {
    kind,
    message: message.trim(),
    ...(status === null ? {} : { status }),
    ...(waits === null || (kind !== 'rate-limit' && kind !== 'overloaded') ? {} : { retryAfterMs: waits }),
  }
}

const PATTERNS: readonly [RegExp, ModelErrorKind][] = [
  [
    /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long/i,
    'length',
  ],
  [/invalid[_ ]api[_ ]key|incorrect api key|authentication|unauthori[sz]ed|permission[_ ]denied/i, 'auth'],
  [
    /rate[_ -]?limit|too many requests|insufficient[_ ]quota|resource[_ ]exhausted|quota exceeded/i,
    'rate-limit',
  ],
  [/overloaded|loading model|temporarily unavailable|no available|capacity|worker limit/i, 'overloaded'],
  [
    /model[_ ]not[_ ]found|model .{0,80}(?:not found|does not exist|not exist)|not a valid model/i,
    'not-found',
  ],
  [/timed?[ _-]?out|deadline/i, 'timeout'],
  [/invalid[_ ]request|invalid[_ ]argument|unsupported|unrecognized|not supported|not permitted/i, 'request'],
]

function kindOf(words: ServerWords, status: number | null): ModelErrorKind {
  const text = `${words.type} ${words.code} ${words.message}`
  const spoken = PATTERNS.find(([pattern]) => pattern.test(text))?.[1]
  switch (status) {
    case null:
      return spoken ?? 'stream'
    case 401:
    case 402:
    case 403:
    case 407:
      return 'auth'
    case 404:
    case 405:
    case 410:
      return spoken === 'request' ? 'request' : 'not-found'
    case 408:
    case 504:
    case 522:
    case 524:
      return 'timeout'
    case 413:
      return 'length'
    case 429:
      return 'rate-limit'
  }
  if (status < 500)
    return spoken === 'length' || spoken === 'auth' || spoken === 'not-found' ? spoken : 'request'
  return spoken === 'length' || spoken === 'request' ? spoken : 'overloaded'
}

function happened(kind: ModelErrorKind, words: ServerWords, status: number | null, place: Place): string {
  const where = at(place)
  switch (kind) {
    case 'auth':
      if (status === 402) return `The account at the server ${where} has no credit left`
      if (status === 403) return `The server ${where} does not allow this`
      return place.hasKey
        ? `The server ${where} did not accept the API key`
        : `The server ${where} asks for an API key`
    case 'not-found':
      return saysModel(words)
        ? `The server ${where} has no model "${place.model}"`
        : `The server ${where} has no such path`
    case 'rate-limit':
      return isQuota(words)
        ? `The account at the server ${where} has used up its quota`
        : `The server ${where} limits how much it answers`
    case 'overloaded':
      return status === 500 ? `The server ${where} failed` : `The server ${where} cannot answer now`
    case 'timeout':
      return `The server ${where} gave up waiting`
    case 'length':
      return status === 413
        ? `The request is too large for the server ${where}`
        : `The conversation is too long for the model at the server ${where}`
    case 'request':
      return `The server ${where} refused the request`
    case 'network':
    case 'script':
    case 'stopped':
    case 'stream':
      return `The server ${where} reported an error`
  }
}

function cure(
  kind: ModelErrorKind,
  words: ServerWords,
  status: number | null,
  place: Place,
  waits: number | null,
): string {
  const wait = waits === null ? 'Wait a little' : `Wait ${seconds(waits)}`
  const preset = presetFor(place.url)
  switch (kind) {
    case 'auth':
      if (status === 402) return 'Add credit there, or choose another model.'
      if (status === 403)
        return ollama403(place) ?? 'Check what the key may do, and whether the model is open to you.'
      return place.hasKey ? 'Enter a valid key in the model settings.' : 'Enter one in the model settings.'
    case 'not-found':
      if (!saysModel(words)) return 'Check the address: it has to be the API, usually ending in /v1.'
      if (preset?.id === 'ollama') return `Get it with "ollama pull ${place.model}", or choose another model.`
      return 'Choose another model in the model settings.'
    case 'rate-limit':
      return isQuota(words)
        ? 'Check the plan and the billing there; waiting does not help.'
        : `${wait} and try again.`
    case 'overloaded':
      return status === 500 ? "Try again; if it stays, look into the server's log." : `${wait} and try again.`
    case 'timeout':
      return 'Try again; a smaller request or a faster model helps.'
    case 'length':
      return 'Fork from an earlier step, leave something out, or choose a model with a larger context.'
    case 'request':
      return saysNoTools(words)
        ? 'Choose a model that can call tools, or the protocol CodeAct, which needs none.'
        : 'Check the extra body fields in the model settings.'
    case 'network':
    case 'script':
    case 'stopped':
    case 'stream':
      return 'What had arrived is kept. Try again.'
  }
}

/** Ollama answers 403 with an empty body to a page that it does not know. */
function ollama403(place: Place): string | null {
  const preset = presetFor(place.url)
  return preset?.id === 'ollama'
    ? 'Ollama does so with pages it does not know: add this page to OLLAMA_ORIGINS and start it again.'
    : null
}

function saysModel(words: ServerWords): boolean {
  return /model/i.test(`${words.code} ${words.message} ${words.param}`)
}

function saysNoTools(words: ServerWords): boolean {
  return /(?:not support|support for|enable|requires?|unsupported).{0,60}tool|tool.{0,60}(?:not supported|unsupported|requires)/i.test(
    words.message,
  )
}

function isQuota(words: ServerWords): boolean {
  return /insufficient[_ ]quota|billing|exceeded your current quota|credit/i.test(
    `${words.code} ${words.type} ${words.message}`,
  )
}

export function at(place: Place): string {
  return `at ${place.redact(labelOf(place.url))}`
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.ceil(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}
