import type { EndpointMemory } from './adjust.ts'
import { type Clock, systemClock } from './clock.ts'
import { parseUrl } from './endpoint.ts'
import type { Fetch, Network } from './http.ts'
import type { RequestSettings } from './request.ts'

/** What a user sets for an endpoint. Everything but `baseUrl` and `model` has a default. */
export interface EndpointOptions extends RequestSettings {
  /** With or without `/v1`, a trailing slash, or the API path at the end. */
  baseUrl: string
  /** Sent as `Authorization: Bearer …`; without it no such header is sent. Never part of any message. */
  apiKey?: string | undefined
  /** Sent beside `Content-Type` and `Authorization`, and in their place where names agree. */
  headers?: Record<string, string> | undefined
  fetch?: Fetch | undefined
  /** Longest wait for the first byte of an answer, ms; 0 for no limit. Default 120,000. */
  timeoutMs?: number | undefined
  /** Longest silence inside an answer, ms; 0 for no limit. Default 120,000. */
  idleTimeoutMs?: number | undefined
  /** Origin of the page, `null` outside a browser. Default: the page's own. */
  pageOrigin?: string | null | undefined
  /** Where it is kept what an endpoint refuses. Default: until the page is closed. */
  memory?: EndpointMemory | undefined
  clock?: Clock | undefined
}

const DEFAULT_TIMEOUT_MS = 120_000

export function networkOf(
  options: Pick<EndpointOptions, 'fetch' | 'clock' | 'timeoutMs' | 'idleTimeoutMs' | 'pageOrigin'>,
): Network {
  // Neither exists everywhere.
  const here: { location?: { origin: string }; navigator?: { onLine?: boolean } } = globalThis
  const page = here.location?.origin ?? null
  return {
    // Called on the global object: browsers refuse `fetch` with another `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: options.clock ?? systemClock,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    idleTimeoutMs: options.idleTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    pageOrigin: options.pageOrigin === undefined ? page : options.pageOrigin,
    online: () => here.navigator?.onLine !== false,
  }
}

/** A key as people paste it: with white space around it, or with the word that goes before it. */
export function cleanKey(key: string | undefined): string {
  return (key ?? '').trim().replace(/^bearer\s+/i, '')
}

/** The headers to send, or what is wrong with them. */
export function headersOf(
  options: Pick<EndpointOptions, 'headers'>,
  apiKey: string,
): Record<string, string> | string {
  const out: Record<string, string> = { 'Content-Type': 'application/json' }
  if (apiKey !== '') {
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      return 'The API key holds a character that no key has (a space, a line break, or one outside ASCII). Paste it again in the model settings.'
    }
    out.Authorization = `Bearer ${apiKey}`
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (name.trim() === '') continue
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name))
      return `"${name}" is no name for a header. Correct it in the model settings.`
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return `The extra header "${name}" holds a character that cannot be sent. Correct it in the model settings.`
    }
    const same = Object.keys(out).find((each) => each.toLowerCase() === name.toLowerCase())
    if (same !== undefined) delete out[same]
    out[name] = value
  }
  return out
}

/** Everything in the settings that may be a secret: keys in headers and in the address as well. */
export function secretsOf(options: Pick<EndpointOptions, 'headers' | 'baseUrl'>, apiKey: string): string[] {
  const secrets = [apiKey]
  for (const value of Object.values(options.headers ?? {}))
    secrets.push(value, value.replace(/^(?:bearer|basic)\s+/i, ''))
  const url = parseUrl(options.baseUrl.trim())
  if (url !== null) {
    for (const [name, value] of url.searchParams)
      if (/key|token|secret|sig|code|auth|pass/i.test(name)) secrets.push(value)
    secrets.push(url.password)
  }
  return secrets.map((secret) => secret.trim())
}
