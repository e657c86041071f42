/** Where a base URL leads. Pure. */

export type ApiPath = 'chat/completions' | 'responses' | 'models'

export type Endpoint =
  | {
      ok: true
      /** The address to try first, then those to try when it answers "no such path". */
      urls: string[]
    }
  | { ok: false; problem: string }

/** Endings that people copy along with the base URL. */
const KNOWN_ENDING = /\/(?:chat\/completions|chat|completions|responses|models)$/
const VERSION = /(?:^|\/)v\d+\w*(?:\/|$)/

/**
 * Reads a base URL as people write it: with or without a scheme, a trailing slash, `/v1`, or the API path itself at
 * the end; a query (`?api-version=…`) is kept. A bare host gets `/v1`; a path without a version is taken as it is,
 * and with `/v1` as a second guess.
 */
export function resolveEndpoint(baseUrl: string, path: ApiPath): Endpoint {
  const typed = baseUrl.trim()
  if (typed === '') return { ok: false, problem: 'No server address is set.' }
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `${guessScheme(typed)}://${typed}`)
  if (url === null) return { ok: false, problem: `"${typed}" is not an address.` }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, problem: `"${url.protocol}//" cannot be called from here; http:// or https:// can.` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      problem: 'The address holds a user name or a password, which browsers refuse to send.',
    }
  }
  url.hash = ''
  const base = url.pathname.replace(/\/+$/, '').replace(KNOWN_ENDING, '')
  const paths =
    base === ''
      ? [`/v1/${path}`, `/${path}`]
      : VERSION.test(base)
        ? [`${base}/${path}`]
        : [`${base}/${path}`, `${base}/v1/${path}`]
  return { ok: true, urls: paths.map((each) => `${url.origin}${each}${url.search}`) }
}

function guessScheme(typed: string): 'http' | 'https' {
  const url = parseUrl(`http://${typed}`)
  return url !== null && reachOf(url) !== 'public' ? 'http' : 'https'
}

export type Reach = 'loopback' | 'private' | 'public'

/** How far away a host is: this machine, this network (RFC 1918, link-local, `.local`, bare names), or anywhere. */
export function reachOf(url: URL): Reach {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host === '0.0.0.0')
    return 'loopback'
  if (/^127\.\d+\.\d+\.\d+$/.test(host)) return 'loopback'
  if (
    /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(
      host,
    )
  ) {
    return 'private'
  }
  if (/^(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/.test(host)) return 'private'
  if (/\.(?:local|lan|internal|home|home\.arpa)$/.test(host)) return 'private'
  return host.includes('.') || host.includes(':') ? 'public' : 'private'
}

/** The address as it may be shown: without the query, which may hold a key. */
export function labelOf(url: string): string {
  const parsed = parseUrl(url)
  return parsed === null ? url : `${parsed.origin}${parsed.pathname}`
}

export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
