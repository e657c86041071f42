import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

interface Timing {
  /** Before the first byte, ms. */
  delayMs?: number
  /** Before each further piece, ms. */
  pieceDelayMs?: number
}

interface Told extends Timing {
  usage?: { input: number; output: number }
  reasoning?: string
  /** Characters in a piece. Default 12. */
  pieceChars?: number
}

export type ScriptedReply =
  | ({ type: 'text'; text: string } & Told)
  | ({
      type: 'calls'
      text?: string
      calls: { id?: string; name: string; arguments: Record<string, unknown> | string }[]
    } & Told)
  /** Any body. `pieces`: sent at once, byte by byte, or cut at these byte positions. */
  | ({
      type: 'raw'
      status?: number
      headers?: Record<string, string>
      body: string | Uint8Array
      pieces?: 'whole' | 'bytes' | number[]
      /** Afterwards: end properly, tear the connection, or keep it open in silence. */
      after?: 'end' | 'reset' | 'hang'
    } & Timing)
  /** A JSON answer with a status. */
  | ({ type: 'status'; status: number; json?: unknown; headers?: Record<string, string> } & Timing)
  /** Never answers. */
  | { type: 'hang' }
  /** Closes the connection without an answer. */
  | { type: 'reset' }

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

type ToldReply = Extract<ScriptedReply, { type: 'text' | 'calls' }>

function chatEvents(reply: ToldReply): string[] {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model' }
  const chunk = (delta: object, finish: string | null = null): string =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })
  const pieces = [chunk({ role: 'assistant', content: '' })]
  for (const piece of cut(reply.reasoning ?? '', reply)) pieces.push(chunk({ reasoning_content: piece }))
  for (const piece of cut(reply.text ?? '', reply)) pieces.push(chunk({ content: piece }))
  const calls = reply.type === 'calls' ? reply.calls : []
  calls.forEach((call, index) => {
    const id = call.id ?? `call_${index + 1}`
    pieces.push(
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }),
    )
    for (const piece of cut(argumentsText(call.arguments), reply)) {
      pieces.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  })
  pieces.push(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'))
  const { input, output } = reply.usage ?? { input: 100, output: 20 }
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  return [...pieces, event({ ...base, choices: [], usage }), 'data: [DONE]\n\n']
}

function responsesEvents(reply: ToldReply): string[] {
  const pieces: string[] = []
  const output: object[] = []
  const say = (type: string, fields: object): void => {
    pieces.push(`event: ${type}\n${event({ type, sequence_number: pieces.length, ...fields })}`)
  }
  say('response.created', { response: { id: 'resp_1', status: 'in_progress', output: [] } })
  if ((reply.reasoning ?? '') !== '') {
    const item = {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: reply.reasoning }],
      encrypted_content: 'c2VjcmV0',
    }
    for (const delta of cut(reply.reasoning ?? '', reply)) {
      say('response.reasoning_summary_text.delta', {
        item_id: item.id,
        output_index: output.length,
        summary_index: 0,
        delta,
      })
    }
    say('response.output_item.done', { output_index: output.length, item })
    output.push(item)
  }
  if ((reply.text ?? '') !== '') {
    const item = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    }
    for (const delta of cut(reply.text ?? '', reply)) {
      say('response.output_text.delta', {
        item_id: item.id,
        output_index: output.length,
        content_index: 0,
        delta,
      })
    }
    say('response.output_item.done', { output_index: output.length, item })
    output.push(item)
  }
  const calls = reply.type === 'calls' ? reply.calls : []
  calls.forEach((call, index) => {
    const item = {
      id: `fc_${index + 1}`,
      type: 'function_call',
      call_id: call.id ?? `call_${index + 1}`,
      name: call.name,
    }
    const text = argumentsText(call.arguments)
    say('response.output_item.added', { output_index: output.length, item: { ...item, arguments: '' } })
    for (const delta of cut(text, reply)) {
      say('response.function_call_arguments.delta', { item_id: item.id, output_index: output.length, delta })
    }
    say('response.function_call_arguments.done', {
      item_id: item.id,
      output_index: output.length,
      arguments: text,
    })
    say('response.output_item.done', { output_index: output.length, item: { ...item, arguments: text } })
    output.push({ ...item, arguments: text })
  })
  const { input, output: out } = reply.usage ?? { input: 100, output: 20 }
  const usage = { input_tokens: input, output_tokens: out, total_tokens: input + out }
  say('response.completed', { response: { id: 'resp_1', status: 'completed', output, usage } })
  return pieces
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function argumentsText(given: Record<string, unknown> | string): string {
  return typeof given === 'string' ? given : JSON.stringify(given)
}

/** Cuts between characters, not inside them: each piece is a JSON string of its own. */
function cut(text: string, { pieceChars = 12 }: Told): string[] {
  const chars = [...text]
  const pieces: string[] = []
  for (let at = 0; at < chars.length; at += pieceChars) pieces.push(chars.slice(at, at + pieceChars).join(''))
  return pieces
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
