import type { GuestCall } from './guest/reports.ts'
import type { CallId, CallRecord, ErrorKind, Json, KernelTool, Limits } from './types.ts'
import { completeInput, issuesMessage, validateInput } from './validate.ts'

/** A call's answer in the form in which it enters the interpreter and the history. */
export interface Answer {
  call: CallId
  status: 'ok' | 'error'
  /** JSON of the result ('' for undefined) or of `{name, message, kind, cause?}`. */
  payload: string
}

export interface CallsOptions {
  tools: ReadonlyMap<string, KernelTool>
  limits: Pick<Limits, 'toolCalls' | 'toolCallsInFlight' | 'memoryBytes'>
  /** ms since the cell started. */
  elapsed: () => number
  onStarted: (call: CallRecord) => void
  onEnded: (call: CallRecord) => void
  /** An answer is there. Called in the order in which answers arrive. */
  onAnswer: (answer: Answer) => void
}

/** The host calls of one cell: budget, checks, running at most so many at once, cancelling. */
export class Calls {
  readonly records = new Map<CallId, CallRecord>()
  #queue: GuestCall[] = []
  #running = new Map<CallId, Cancel>()
  /** Id of the cell's first call: ids count up. */
  #first: CallId | null = null
  #closed = false

  constructor(private readonly options: CallsOptions) {}

  /** Takes a call that the guest makes. */
  take(call: GuestCall, input: Json | undefined): void {
    this.note(call, input)
    this.make(call, input)
  }

  /** Makes a call that was written down. */
  make(call: GuestCall, input: Json | undefined): void {
    const refused = this.#refusal(call, input)
    if (refused) {
      this.#answer(call.id, refused)
      return
    }
    this.#queue.push(call)
    this.#next()
  }

  /** Goes on in the middle of a cell whose first call was `first`. */
  goOn(first: CallId): void {
    this.#first = first
  }

  /** Answers a call that was written down, instead of making it. */
  give(call: CallId, answer: Omit<Answer, 'call'>): void {
    this.#answer(call, answer)
  }

  /** Writes a call down without making it. */
  note(call: GuestCall, input: Json | undefined): void {
    const record: CallRecord = {
      id: call.id,
      name: call.name,
      input,
      status: 'running',
      startedMs: this.options.elapsed(),
    }
    this.records.set(call.id, record)
    this.#first ??= call.id
    this.options.onStarted({ ...record })
  }

  /** The answer that a noted call got when it was recorded. */
  answerRecorded({ call, status, payload }: Answer): void {
    this.#finish(call, { status, payload })
  }

  /** Cancels everything that is open. Late results are dropped. */
  close(): void {
    this.#closed = true
    this.#queue = []
    for (const cancel of this.#running.values()) cancel.abort()
    this.#running.clear()
    for (const record of this.records.values()) {
      if (record.status !== 'running') continue
      record.status = 'aborted'
      record.endedMs = this.options.elapsed()
      this.options.onEnded({ ...record })
    }
  }

  #refusal({ id, name }: GuestCall, input: Json | undefined): Omit<Answer, 'call'> | null {
    const { toolCalls } = this.options.limits
    const ordinal = id - (this.#first ?? id) + 1
    if (ordinal > toolCalls) {
      return failed(
        'LimitError',
        `A cell may call tools ${toolCalls} times; this is call ${ordinal}. Split the work over several cells.`,
        'limit',
      )
    }
    const tool = this.options.tools.get(name)
    if (!tool) return failed('UnknownToolError', `${name} is no longer among the tools.`, 'unknown-tool')
    const validation = validateInput(tool, input)
    if (!validation.ok) return failed('ValidationError', issuesMessage(name, validation.issues), 'validation')
    return null
  }

  #next(): void {
    while (this.#running.size < this.options.limits.toolCallsInFlight) {
      const call = this.#queue.shift()
      if (!call) return
      const cancel = new Cancel()
      this.#running.set(call.id, cancel)
      void this.#perform(call, cancel)
    }
  }

  async #perform(call: GuestCall, cancel: Cancel): Promise<void> {
    let answer: Omit<Answer, 'call'>
    try {
      const tool = this.options.tools.get(call.name)
      const result: unknown = await tool?.call(tool && completeInput(tool, parseInput(call.input)), {
        // Made when the tool asks for it: most never do, and it costs more than a call.
        get signal() {
          return cancel.signal
        },
        callId: call.id,
      })
      answer = encodeResult(call.name, result, this.options.limits)
    } catch (error) {
      answer = failure(error)
    }
    if (this.#running.get(call.id) !== cancel) return
    this.#answer(call.id, answer)
  }

  #answer(id: CallId, answer: Omit<Answer, 'call'>): void {
    this.#running.delete(id)
    if (!this.#finish(id, answer)) return
    this.options.onAnswer({ call: id, ...answer })
    this.#next()
  }

  #finish(id: CallId, answer: Omit<Answer, 'call'>): boolean {
    const record = this.records.get(id)
    if (this.#closed || record?.status !== 'running') return false
    record.status = answer.status
    record.endedMs = this.options.elapsed()
    if (answer.status === 'ok') record.output = parseInput(answer.payload)
    else record.error = JSON.parse(answer.payload) as { name: string; message: string; kind: ErrorKind }
    this.options.onEnded({ ...record })
    return true
  }
}

/** An abort signal that comes into being when somebody looks. */
class Cancel {
  #controller: AbortController | null = null

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  abort(): void {
    this.#controller?.abort(new DOMException('The cell is over', 'AbortError'))
  }
}

const parseInput = (text: string): Json | undefined => (text === '' ? undefined : (JSON.parse(text) as Json))

function failed(name: string, message: string, kind: ErrorKind): Omit<Answer, 'call'> {
  return { status: 'error', payload: JSON.stringify({ name, message, kind }) }
}

/** What a tool threw, as the cell will see it: its own name, message and cause. */
export function failure(error: unknown): Omit<Answer, 'call'> {
  try {
    return report(error)
  } catch {
    // A getter of the error threw.
    return failed('Error', 'The tool failed with an error that cannot be read.', 'tool')
  }
}

function report(error: unknown): Omit<Answer, 'call'> {
  if (!(error instanceof Error) && !isErrorLike(error)) return failed('Error', text(error), 'tool')
  const { name, message } = error
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : error.cause
  const report = { name: name || 'Error', message, kind: 'tool' as const }
  return {
    status: 'error',
    payload: JSON.stringify(typeof cause === 'string' ? { ...report, cause } : report),
  }
}

const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && typeof (error as Error).message === 'string'

function text(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

/** Parsed, a result takes several times as much memory as its JSON. */
const RESULT_SHARE = 8

/** A tool's result as JSON, or an error that names what cannot cross. */
export function encodeResult(
  tool: string,
  result: unknown,
  { memoryBytes }: Pick<Limits, 'memoryBytes'>,
): Omit<Answer, 'call'> {
  const problem = uncrossable(result, '$', 0)
  if (problem !== null)
    return failed('TypeError', `${tool} returned something that cannot enter the cell: ${problem}.`, 'tool')
  const payload = result === undefined ? '' : JSON.stringify(result)
  const most = Math.floor(memoryBytes / RESULT_SHARE)
  if (payload.length <= most) return { status: 'ok', payload }
  const message = `${tool} returned ${payload.length} characters of JSON; the interpreter takes ${most}. Ask the tool for less.`
  return failed('LimitError', message, 'limit')
}

/** JSON nested deeper than this overflows the interpreter's parser. */
const MOST_DEPTH = 200

function uncrossable(value: unknown, path: string, depth: number): string | null {
  switch (typeof value) {
    case 'bigint':
    case 'symbol':
    case 'function':
      return `${path} is a ${typeof value}`
    case 'number':
      return Number.isFinite(value) ? null : `${path} is ${value}`
    case 'boolean':
    case 'string':
    case 'undefined':
      return null
    case 'object':
      break
  }
  if (value === null || value instanceof Date) return null
  if (depth > MOST_DEPTH) return `${path} is nested deeper than ${MOST_DEPTH} levels, or refers to itself`
  if (
    value instanceof Map ||
    value instanceof Set ||
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer
  ) {
    return `${path} is ${value.constructor.name === 'ArrayBuffer' ? 'an' : 'a'} ${value.constructor.name}`
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = uncrossable(value[index], `${path}[${index}]`, depth + 1)
      if (problem !== null) return problem
    }
    return null
  }
  for (const [key, item] of Object.entries(value)) {
    const problem = uncrossable(item, `${path}.${key}`, depth + 1)
    if (problem !== null) return problem
  }
  return null
}
