import type { Place } from './diagnosis.ts'
import { labelOf, parseUrl, reachOf } from './endpoint.ts'
import { corsCure, presetFor } from './presets.ts'
import type { ModelError } from './types.ts'

/** What is known about a request that got no answer. */
export interface NoAnswer {
  /** What `fetch` threw. */
  cause: unknown
  /** Origin of the page that asked; `null` outside a browser, where there is no CORS. */
  pageOrigin: string | null
  /** Whether the server was there for a request that needs no permission; `null` when that was not tried. */
  reachable: boolean | null
  /** `false`: the browser knows that it has no network. */
  online: boolean
}

/** An https page may not call http, except on its own machine (Mixed Content, W3C, section 4.4). */
export function isMixedContent(url: string, pageOrigin: string | null): boolean {
  const target = parseUrl(url)
  return (
    target !== null &&
    pageOrigin?.startsWith('https:') === true &&
    target.protocol === 'http:' &&
    reachOf(target) !== 'loopback'
  )
}

/** Says why no answer came, as far as `fetch` lets one know: browsers keep the reason from pages. */
export function errorOfNoAnswer(answer: NoAnswer, place: Place): ModelError {
  const where = place.redact(labelOf(place.url))
  const target = parseUrl(place.url)
  const known = codeOf(answer.cause)
  const message =
    known !== null ? fromCode(known, where, target, place) : fromPage(answer, where, target, place)
  return { kind: 'network', message }
}

/** The stream broke after it had begun. */
export function errorOfBreak(cause: unknown, place: Place): ModelError {
  const reason = codeOf(cause)
  const said = reason === null ? '' : ` (${place.redact(reason.code)})`
  return {
    kind: 'stream',
    message: `The connection to ${place.redact(labelOf(place.url))} was closed before the reply was complete${said}. What had arrived is kept. Try again.`,
  }
}

function fromPage(answer: NoAnswer, where: string, target: URL | null, place: Place): string {
  const { pageOrigin } = answer
  const said = place.redact(messageOf(answer.cause))
  const reach = target === null ? 'public' : reachOf(target)
  if (isMixedContent(place.url, pageOrigin)) {
    return `This page was loaded over https, and browsers do not let it call ${where} over http (mixed content). Give the server an https address, or open this page from http://localhost.`
  }
  if (target !== null && BAD_PORTS.has(Number(target.port))) return badPort(where, target)
  if (!answer.online && reach !== 'loopback') {
    return `This device is offline, so ${where} cannot be reached. Connect to the network and try again, or use a model on this machine.`
  }
  if (pageOrigin !== null && answer.reachable === true) {
    const extra = place.hasKey ? ' If the server needs no key, leave the key empty.' : ''
    return `The server at ${where} is there, but does not let this page (${pageOrigin}) read its answers (CORS). ${place.redact(corsCure(place.url, pageOrigin))}${extra}`
  }
  const steps = [startHint(place.url)]
  if (target?.protocol === 'https:') {
    steps.push(
      `Open ${place.redact(target.origin)} in a new tab: if its certificate is not trusted, the browser says so there.`,
    )
  }
  if (pageOrigin !== null && reach !== 'public' && reachOfOrigin(pageOrigin) === 'public') {
    steps.push(
      'Browsers ask before a page may reach this machine or the local network: allow "Local network access" in the site settings of this page.',
    )
  }
  if (pageOrigin !== null && answer.reachable === null) {
    steps.push(
      `If the server runs, it may refuse this page (CORS): ${place.redact(corsCure(place.url, pageOrigin))}`,
    )
  }
  return `The server at ${where} cannot be reached${said === '' ? '' : ` (${said})`}. ${steps.join(' ')}`
}

/** Ports above 1023 that browsers never call (Fetch Standard, "bad port"). */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

function badPort(where: string, target: URL | null): string {
  return `Browsers refuse to call port ${target?.port ?? ''} (${where}). Let the server listen on another port.`
}

function startHint(url: string): string {
  const start = presetFor(url)?.start
  return start === undefined
    ? 'Check that the server is running and that the address is right.'
    : `Check that the server is running (${start}) and that the address is right.`
}

function reachOfOrigin(origin: string): 'loopback' | 'private' | 'public' {
  const url = parseUrl(origin)
  return url === null ? 'public' : reachOf(url)
}

interface Code {
  code: string
  message: string
}

/** Node tells the reason in the cause; an attempt on several addresses has a list of them. */
function codeOf(cause: unknown): Code | null {
  for (let at: unknown = cause, depth = 0; at instanceof Error && depth < 5; depth++) {
    const code: unknown = Reflect.get(at, 'code')
    if (typeof code === 'string' && code !== '' && !code.startsWith('ERR_INVALID'))
      return { code, message: at.message }
    if (/bad port/i.test(at.message)) return { code: 'BAD_PORT', message: at.message }
    const inner: unknown = at instanceof AggregateError ? at.errors[0] : at.cause
    at = inner
  }
  return null
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : ''
}

function fromCode({ code, message }: Code, where: string, target: URL | null, place: Place): string {
  const host = place.redact(target?.hostname ?? where)
  if (code === 'BAD_PORT') return badPort(where, target)
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${where} (connection refused). ${startHint(place.url)}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host "${host}" cannot be found (DNS). Check how it is spelled and that the network is up.`
  }
  if (/ERR_SSL_WRONG_VERSION|EPROTO|ERR_SSL_PACKET|ERR_SSL_(?:TLS|HTTP)/.test(code)) {
    return `The server at ${where} does not speak https (${code}). If it speaks http, write http:// in its address.`
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|UNABLE_TO_GET_ISSUER/.test(code)) {
    return `The certificate of ${where} is not trusted (${code}). Give the server a trusted certificate, or use http:// if it runs on this machine.`
  }
  if (/HPE_/.test(code)) {
    return `The server at ${where} does not speak http (${place.redact(message)}). If it speaks https, write https:// in its address.`
  }
  if (/TIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/.test(code)) {
    return `The server at ${where} cannot be reached (${code}). Check the address, the network, and any firewall between.`
  }
  if (/ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(code)) {
    return `The server at ${where} closed the connection without an answer (${code}). Try again, or look into the server's log.`
  }
  return `The server at ${where} cannot be reached (${code}). ${startHint(place.url)}`
}
