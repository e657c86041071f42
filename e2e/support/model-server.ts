import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatEvents, responsesEvents, type ScriptedReply } from './scripted-reply.ts'

export type { ScriptedReply } from './scripted-reply.ts'

/**
 * A model server for tests: a real `node:http` server that speaks the Chat Completions and Responses formats, and says
 * exactly what it was told to. Replies are taken from a queue, in order; what was asked is recorded.
 *
 *     const server = await startModelServer()
 *     server.enqueue({ type: 'calls', calls: [{ name: 'eval', arguments: { code: '1 + 1' } }] }, { type: 'text', text: 'Two.' })
 *     … point the app at server.baseUrl …
 *     server.requests[0]?.body
 *     await server.close()
 */
export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** `http://127.0.0.1:PORT/v1` */
  baseUrl: string
  /** Every request but preflights, in order. */
  requests: RecordedRequest[]
  /** The CORS preflights, in order. */
  preflights: RecordedRequest[]
  /** Replies that wait for a request. */
  readonly waiting: number
  enqueue(...replies: ScriptedReply[]): void
  setCors(cors: Cors): void
  /** Resolves with the next request that arrives. */
  nextRequest(): Promise<RecordedRequest>
  /** Ends every connection, open streams included. */
  close(): Promise<void>
}

export interface RecordedRequest {
  method: string
  path: string
  /** Lower-case names. */
  headers: Record<string, string>
  /** Parsed JSON, or the text when it is none. */
  body: unknown
}

/**
 * `on`: any page may call, with `Content-Type` and `Authorization`. `off`: no CORS headers, as a server that was not
 * made for pages. An object: only these origins and headers.
 */
export type Cors = 'on' | 'off' | { origins: string[]; headers: string[] }

export interface ModelServerOptions {
  port?: number
  cors?: Cors
  /** Names that `GET /v1/models` lists. */
  models?: string[]
  /** Answers when the queue is empty. Default: status 500, saying so. */
  otherwise?: (request: RecordedRequest) => ScriptedReply
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const queue: ScriptedReply[] = []
  const requests: RecordedRequest[] = []
  const preflights: RecordedRequest[] = []
  const listeners: ((request: RecordedRequest) => void)[] = []
  let cors = options.cors ?? 'on'

  const server: Server = createServer((incoming, response) => {
    // A client that goes away in the middle is part of the tests.
    response.on('error', () => undefined)
    void answer(incoming, response)
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming)
    for (const [name, value] of corsHeaders(cors, request)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') {
      preflights.push(request)
      response.writeHead(cors === 'off' ? 405 : 204).end()
      return
    }
    requests.push(request)
    for (const listener of listeners.splice(0)) listener(request)
    if (request.method === 'GET') {
      const found = request.path.endsWith('/models')
      const list = {
        object: 'list',
        data: (options.models ?? ['test-model']).map((id) => ({ id, object: 'model' })),
      }
      sendJson(response, found ? 200 : 404, found ? list : { error: { message: 'not found' } })
      return
    }
    const empty: ScriptedReply = {
      type: 'status',
      status: 500,
      json: { error: { message: 'the script is empty' } },
    }
    await play(queue.shift() ?? options.otherwise?.(request) ?? empty, request, response)
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    baseUrl: `${url}/v1`,
    requests,
    preflights,
    get waiting() {
      return queue.length
    },
    enqueue: (...replies) => void queue.push(...replies),
    setCors: (next) => {
      cors = next
    },
    nextRequest: () => new Promise((resolve) => listeners.push(resolve)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Recorded as text.
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  )
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers, body }
}

function corsHeaders(cors: Cors, request: RecordedRequest): [string, string][] {
  const origin = request.headers.origin
  if (cors === 'off' || origin === undefined) return []
  if (cors !== 'on' && !cors.origins.includes(origin)) return []
  const allowed = cors === 'on' ? ['content-type', 'authorization'] : cors.headers
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Methods', 'GET, POST, OPTIONS'],
    ['Access-Control-Allow-Headers', allowed.join(', ')],
    ['Vary', 'Origin'],
  ]
}

async function play(reply: ScriptedReply, request: RecordedRequest, response: ServerResponse): Promise<void> {
  if (reply.type === 'hang') return
  if (reply.type === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  await pause(reply.delayMs)
  if (reply.type === 'status') {
    sendJson(
      response,
      reply.status,
      reply.json ?? { error: { message: `status ${reply.status}` } },
      reply.headers,
    )
    return
  }
  if (reply.type === 'raw') {
    await sendRaw(reply, response)
    return
  }
  const events = request.path.includes('/responses') ? responsesEvents(reply) : chatEvents(reply)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const event of events) {
    response.write(event)
    await pause(reply.pieceDelayMs)
  }
  response.end()
}

async function sendRaw(
  reply: Extract<ScriptedReply, { type: 'raw' }>,
  response: ServerResponse,
): Promise<void> {
  const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body, 'utf8') : Buffer.from(reply.body)
  response.socket?.setNoDelay(true)
  response.writeHead(reply.status ?? 200, { 'Content-Type': 'text/event-stream', ...reply.headers })
  response.flushHeaders()
  const cuts =
    reply.pieces === 'bytes' ? [...bytes.keys()].slice(1) : Array.isArray(reply.pieces) ? reply.pieces : []
  let from = 0
  for (const to of [
    ...cuts.filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b),
    bytes.length,
  ]) {
    if (to > from) response.write(bytes.subarray(from, to))
    from = to
    // A turn of the event loop, so that the pieces do not travel as one.
    await (reply.pieceDelayMs === undefined ? new Promise(setImmediate) : pause(reply.pieceDelayMs))
  }
  if (reply.after === 'reset') {
    // A reset overtakes what was written: let that arrive first.
    await pause(50)
    response.socket?.resetAndDestroy()
  }
  if (reply.after === undefined || reply.after === 'end') response.end()
}

function sendJson(
  response: ServerResponse,
  status: number,
  json: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(json))
}

function pause(ms = 0): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve()
}
