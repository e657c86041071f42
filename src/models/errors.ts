import type { Fault } from './assemble.ts'
import { at, diagnose, type Place } from './diagnosis.ts'
import { labelOf, parseUrl } from './endpoint.ts'
import { parseJson } from './json.ts'
import type { ModelError } from './types.ts'
import { wordsOf, wordsOfBody } from './words.ts'

/** An answer with a status that is no success; 0 for a redirect that a page may not look into. */
export interface FailedResponse {
  status: number
  headers: Headers
  body: string
  /** Current time, ms since 1970: a retry time may be given as a date. */
  now: number
}

export function errorOfResponse(response: FailedResponse, place: Place): ModelError {
  const words = wordsOfBody(place.redact(response.body))
  if (response.status < 400) return redirected(response, place)
  const waits = retryAfter(response.headers, response.now) ?? words.retryAfterMs
  return diagnose(words, response.status, waits, place)
}

/** What a reply's own content says went wrong, as a message. */
export function errorOfFault(fault: Fault, place: Place): ModelError {
  const where = at(place)
  switch (fault.type) {
    case 'server': {
      // Redacted before it is read: reading may cut a key in two.
      const clean = parseJson(place.redact(JSON.stringify(fault.value)))
      const words =
        (clean.ok ? (wordsOf(clean.value) ?? wordsOf({ error: clean.value })) : null) ?? fault.words
      return diagnose(words, words.status, words.retryAfterMs, place)
    }
    case 'failed-label':
      return {
        kind: 'stream',
        message: `The server ${where} ended the reply with "${place.redact(fault.label)}". What had arrived is kept. Try again.`,
      }
    case 'unreadable':
      return {
        kind: 'stream',
        message: `A part of the reply of the server ${where} could not be read: ${place.redact(fault.text)}. What could be read is kept. Try again.`,
      }
    case 'cut-off':
      return {
        kind: 'stream',
        message: `The reply of the server ${where} ended before it was complete. What had arrived is kept. Try again.`,
      }
    case 'empty':
      return {
        kind: 'stream',
        message: `The server ${where} sent no reply: its answer was empty. Try again, or look into the server's log.`,
      }
    case 'foreign':
      return foreign(fault.text, place)
    case 'length':
      return {
        kind: 'length',
        message: `The reply was cut at its length limit before it was complete. Raise the token limit (max_tokens) or the server's context size, or ask for less at a time.`,
      }
  }
}

function foreign(text: string, place: Place): ModelError {
  const isPage = /^\s*</.test(text)
  const seen = isPage
    ? `a web page ("${wordsOfBody(place.redact(text)).message}")`
    : `something else: ${place.redact(text).trim()}`
  return {
    kind: isPage ? 'not-found' : 'stream',
    message: `The server ${at(place)} answered with no chat completion, no reply can be read from it; it sent ${seen}. Check the address: it has to be the API, usually ending in /v1.`,
  }
}

function redirected(response: FailedResponse, place: Place): ModelError {
  const target = response.headers.get('location')
  const to = target === null ? '' : ` to ${place.redact(labelOf(resolved(target, place.url)))}`
  return {
    kind: 'not-found',
    ...(response.status === 0 ? {} : { status: response.status }),
    message: `The server ${at(place)} sends the request elsewhere${to} (redirect). Keys do not follow redirects: enter the final address as the server's address.`,
  }
}

function resolved(target: string, base: string): string {
  return parseUrl(target)?.href ?? parseUrl(`${parseUrl(base)?.origin ?? ''}${target}`)?.href ?? target
}

/** `retry-after-ms`, or `Retry-After` as seconds or as an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(headers: Headers, now: number): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const value = headers.get('retry-after')?.trim() ?? ''
  if (value === '') return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
