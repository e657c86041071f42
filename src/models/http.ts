import type { Clock } from './clock.ts'
import { type Place, seconds } from './diagnosis.ts'
import { labelOf } from './endpoint.ts'
import { errorOfResponse, type FailedResponse } from './errors.ts'
import { errorOfBreak, errorOfNoAnswer, isMixedContent } from './network-errors.ts'
import { type BodyItem, createBodyReader } from './sse.ts'
import type { ModelError } from './types.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** The outside, as far as a request touches it. */
export interface Network {
  fetch: Fetch
  clock: Clock
  /** Until the first byte, ms. */
  timeoutMs: number
  /** Between two bytes, ms. */
  idleTimeoutMs: number
  /** `null` outside a browser. */
  pageOrigin: string | null
  online: () => boolean
}

export interface Call {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  place: Place
  signal: AbortSignal | undefined
}

/** Whoever reads the items says whether more are wanted, and whether the reply is complete already. */
export interface Sink {
  /** `true`: nothing that follows matters. */
  take(item: BodyItem): boolean
  complete(): boolean
}

export type Ending =
  | { type: 'read' }
  /** No answer that could be read. `opaque`: the reason was kept from the page, so it may be CORS. */
  | { type: 'no-answer'; error: ModelError; opaque: boolean }
  | { type: 'refused'; error: ModelError; response: FailedResponse }
  /** The answer began and broke off. */
  | { type: 'broken-off'; error: ModelError }

/** Some servers leave the connection open after the end of a reply. */
const GRACE_MS = 10_000
/** Characters of a failed answer that are read. */
const MOST_OF_ERROR = 64 * 2 ** 10
const PROBE_MS = 5_000

/** Makes one call. Never rejects for anything that the server or the network does. */
export async function exchange(call: Call, network: Network, sink: Sink): Promise<Ending> {
  const { place } = call
  const stop = (): ModelError => ({ kind: 'stopped', message: 'Stopped. What had arrived is kept.' })
  if (call.signal?.aborted === true) return { type: 'no-answer', error: stop(), opaque: false }

  const controller = new AbortController()
  // A field, since it is set from callbacks.
  const why: { error: ModelError | null } = { error: null }
  const abort = (error: ModelError): void => {
    why.error ??= error
    controller.abort()
  }
  const onStop = (): void => abort(stop())
  call.signal?.addEventListener('abort', onStop)
  let heard = false
  let cancelTimer: () => void = () => undefined
  const watch = (): void => {
    cancelTimer()
    const ms = !heard
      ? network.timeoutMs
      : sink.complete()
        ? Math.min(GRACE_MS, network.idleTimeoutMs)
        : network.idleTimeoutMs
    if (ms > 0) cancelTimer = network.clock.after(ms, () => abort(timeout(place, ms, heard)))
  }
  const untilAborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
  // Only races listen to it.
  untilAborted.catch(() => undefined)

  watch()
  try {
    let response: Response
    try {
      const init: RequestInit = {
        method: call.method,
        headers: call.headers,
        signal: controller.signal,
        // A followed redirect would carry the conversation to another host, and turn POST into GET.
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        ...(call.body === undefined ? {} : { body: call.body }),
      }
      response = await Promise.race([network.fetch(place.url, init), untilAborted])
    } catch (cause) {
      if (why.error !== null) return { type: 'no-answer', error: why.error, opaque: false }
      cancelTimer()
      return await explain(cause, call, network)
    }
    const pieces = response.body?.getReader()
    const read = async (): Promise<Uint8Array | null> => {
      const next = await Promise.race([
        pieces?.read() ?? { done: true as const, value: undefined },
        untilAborted,
      ])
      heard = true
      watch()
      return next.done ? null : next.value
    }
    try {
      if (response.type === 'opaqueredirect' || !response.ok)
        return await failed(response, read, call, network)
      await readItems(read, sink)
      return { type: 'read' }
    } catch (cause) {
      return { type: 'broken-off', error: why.error ?? errorOfBreak(cause, place) }
    } finally {
      // The rest is not wanted; what becomes of it is not our concern.
      pieces?.cancel().catch(() => undefined)
    }
  } finally {
    cancelTimer()
    call.signal?.removeEventListener('abort', onStop)
    controller.abort()
  }
}

async function readItems(read: () => Promise<Uint8Array | null>, sink: Sink): Promise<void> {
  const reader = createBodyReader()
  try {
    for (let bytes = await read(); bytes !== null; bytes = await read()) {
      for (const item of reader.push(bytes)) if (sink.take(item)) return
    }
  } catch (cause) {
    for (const item of reader.end()) sink.take(item)
    throw cause
  }
  for (const item of reader.end()) if (sink.take(item)) return
}

async function failed(
  response: Response,
  read: () => Promise<Uint8Array | null>,
  call: Call,
  network: Network,
): Promise<Ending> {
  const decoder = new TextDecoder()
  let body = ''
  try {
    for (let bytes = await read(); bytes !== null && body.length < MOST_OF_ERROR; bytes = await read()) {
      body += decoder.decode(bytes, { stream: true })
    }
  } catch (cause) {
    if (call.signal?.aborted === true) throw cause
    // The status says enough without the rest of the body.
  }
  // A redirect that a page may not look into has status 0.
  const parts: FailedResponse = {
    status: response.status,
    headers: response.headers,
    body,
    now: network.clock.now(),
  }
  return { type: 'refused', error: errorOfResponse(parts, call.place), response: parts }
}

async function explain(cause: unknown, call: Call, network: Network): Promise<Ending> {
  const { pageOrigin } = network
  const known = { cause, pageOrigin, online: network.online() }
  const mixed = isMixedContent(call.place.url, pageOrigin)
  const foreign = pageOrigin !== null && !call.place.url.startsWith(`${pageOrigin}/`)
  const reachable = foreign && !mixed ? await probe(call, network) : null
  if (call.signal?.aborted === true) {
    return {
      type: 'no-answer',
      error: { kind: 'stopped', message: 'Stopped before an answer came.' },
      opaque: false,
    }
  }
  const error = errorOfNoAnswer({ ...known, reachable }, call.place)
  return { type: 'no-answer', error, opaque: foreign && !mixed && reachable !== false }
}

/**
 * A request that needs no permission of the server, and carries nothing: its answer cannot be read, but that there
 * is one tells a refused page from a server that is not there.
 */
async function probe(call: Call, network: Network): Promise<boolean> {
  const controller = new AbortController()
  const give = (): void => controller.abort()
  const cancel = network.clock.after(PROBE_MS, give)
  call.signal?.addEventListener('abort', give)
  try {
    const url = new URL('/', call.place.url).href
    await network.fetch(url, {
      method: 'GET',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    })
    return true
  } catch {
    // Any failure means the same: not reachable like this.
    return false
  } finally {
    cancel()
    call.signal?.removeEventListener('abort', give)
    controller.abort()
  }
}

function timeout(place: Place, ms: number, heard: boolean): ModelError {
  const where = place.redact(labelOf(place.url))
  return {
    kind: 'timeout',
    message: heard
      ? `The server at ${where} fell silent for ${seconds(ms)} in the middle of its reply. What had arrived is kept. Try again, or raise the time limit.`
      : `The server at ${where} did not answer within ${seconds(ms)}. It may still be loading the model: try again, or raise the time limit.`,
  }
}
