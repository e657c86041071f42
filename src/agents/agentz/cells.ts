import type { CallId, Checkpoint, Json } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import type { CellAuthor, EventOf, NotebookPath } from '../../notebook/events.ts'
import { readHistory } from './history.ts'
import { CALL_ME, isHostTool, QUIT, SET_NEXT } from './names.ts'
import { historyRecord } from './records.ts'
import { type HostResult, register, type Successor } from './registration.ts'
import { replyIn } from './told.ts'

export type CellStatus = 'running' | 'ok' | 'error' | 'interrupted' | 'exited'

/** A cell of the chain, or one that the user ran in between. */
export interface AgentCell {
  /** From 0, without gaps. */
  number: number
  /** Its number in the notebook. */
  shown: number
  author: CellAuthor
  code: string
  summary: string
  generatedAt: number
  startedAt: number
  /** The cell from inside which it was registered; `null` when no model wrote it. */
  generatedBy: number | null
  status: CellStatus
  output: string
  error: { type: string; message: string; traceback: string } | null
  endedAt: number | null
  /** The interpreter stands elsewhere after it: it was neither put back nor refused. */
  moved: boolean
  successor: Successor | null
  /** Its own code is over, though calls may still be open. */
  over: boolean
  /** Calls of `call_me`, in order. */
  calls: Map<CallId, ModelTalk>
  /** The last of its `call_me`s failed for what the model's server did. */
  modelError: string | null
  /** Where the interpreter stood before it. */
  before: Checkpoint | null
}

/** What was asked and replied for one `call_me`. */
export interface ModelTalk {
  id: CallId
  input: Json | undefined
  replies: { reply: Reply; results: (HostResult | null)[] }[]
  /** The call came back into the cell. */
  settled: boolean
}

/** The chain of cells at the end of a path. */
export interface Chain {
  cells: AgentCell[]
  /** What the user wants, in their last message. */
  task: string
  /** How many cells there were when the user last said something, or let the turn go on. */
  since: number
  /** How many there were at the last message. */
  turn: number
}

export const isOwn = ({ author }: Pick<AgentCell, 'author'>): boolean => author === 'user'

/** Reads the chain off a path: from where the protocol was last set up. */
export function chainAt(path: NotebookPath): Chain {
  const from = path.findLastIndex(({ type }) => type === 'configured')
  const reader = new Reader()
  for (const event of path.slice(Math.max(0, from))) reader.read(event)
  return reader.chain
}

class Reader {
  readonly chain: Chain = { cells: [], task: '', since: 0, turn: 0 }
  #place: Checkpoint | null = null
  #open: AgentCell | null = null

  read(event: NotebookPath[number]): void {
    const open = this.#open
    switch (event.type) {
      case 'said':
        this.chain.task = event.text
        this.chain.since = this.chain.cells.length
        this.chain.turn = this.chain.cells.length
        break
      case 'resumed':
        this.chain.since = this.chain.cells.length
        break
      case 'cell-started':
        this.#start(event)
        break
      case 'logged':
        if (open) open.output += `${event.line.text}\n`
        break
      case 'called':
        if (open && event.name === CALL_ME)
          open.calls.set(event.call, { id: event.call, input: event.input, replies: [], settled: false })
        if (open && event.name === QUIT) open.status = 'exited'
        break
      case 'replied':
        if (open && event.call !== undefined) this.#reply(open, event.call, event.reply, event.at)
        break
      case 'settled':
        if (open) this.#settle(open, event)
        break
      case 'waited':
        if (open && event.checkpoint.ended !== undefined) open.over = true
        break
      case 'cell-ended':
        if (open) end(open, event)
        this.#open = null
        break
      case 'opened':
      case 'configured':
      case 'asked':
      case 'answered':
      case 'stopped':
      case 'noted':
        break
    }
    if ('checkpoint' in event) this.#place = event.checkpoint
  }

  #start(event: EventOf<'cell-started'>): void {
    const { cells } = this.chain
    const previous = cells.findLast((cell) => !isOwn(cell))
    const successor = event.author === 'model' ? (previous?.successor ?? null) : null
    this.#open = {
      number: cells.length,
      shown: event.cell,
      author: event.author,
      code: event.source,
      summary: event.summary ?? '',
      generatedAt: successor?.at ?? event.at,
      startedAt: event.at,
      generatedBy: successor ? (previous?.number ?? null) : null,
      status: 'running',
      output: '',
      error: null,
      endedAt: null,
      moved: true,
      successor: null,
      over: false,
      calls: new Map(),
      modelError: null,
      before: this.#place,
    }
    cells.push(this.#open)
  }

  /** A failed reply does nothing, whatever had arrived of it. */
  #reply(open: AgentCell, call: CallId, reply: Reply, at: number): void {
    open.modelError = reply.error?.message ?? null
    const results = reply.toolCalls.map((each) =>
      reply.error === null && isHostTool(each.name) ? this.#host(open, each, at) : null,
    )
    open.calls.get(call)?.replies.push({ reply, results })
  }

  /** An answer that a person gave, or that was recorded elsewhere, tells what the host did for it. */
  #settle(open: AgentCell, event: EventOf<'settled'>): void {
    const talk = open.calls.get(event.call)
    if (!talk) return
    talk.settled = true
    if (talk.replies.length > 0 || event.status !== 'ok') return
    const told = replyIn(event.output)
    const results = told.hostCalls.map((call) => this.#host(open, call, event.at))
    const placed = told.reply.toolCalls.map(({ name }) => {
      const place = told.hostCalls.findIndex((call) => call.name === name)
      return isHostTool(name) ? (results[place] ?? null) : null
    })
    talk.replies.push({ reply: told.reply, results: placed })
  }

  #host(open: AgentCell, call: Pick<ToolCall, 'name' | 'arguments'>, at: number): HostResult {
    if (call.name !== SET_NEXT)
      return readHistory(
        call,
        this.chain.cells.map((cell) => historyRecord(cell)),
      )
    const result = register(call, { ...open, own: isOwn(open) }, at)
    if (result.ok && result.successor) open.successor = result.successor
    return result
  }
}

function end(
  cell: AgentCell,
  { at, end: { status, error, rolledBack }, checkpoint }: EventOf<'cell-ended'>,
): void {
  cell.endedAt = at
  cell.over = true
  cell.moved = !rolledBack && checkpoint.id !== cell.before?.id
  if (status === 'stopped') cell.status = 'interrupted'
  else if (status === 'error') cell.status = 'error'
  else if (cell.status !== 'exited') cell.status = isOwn(cell) || cell.successor ? 'ok' : 'error'
  if (error) cell.error = { type: error.name, message: error.message, traceback: tracebackOf(error) }
  else if (cell.status === 'error')
    cell.error = { type: 'NoSuccessor', message: NO_SUCCESSOR, traceback: `NoSuccessor: ${NO_SUCCESSOR}` }
}

const NO_SUCCESSOR = 'The current cell did not submit a successor'

function tracebackOf({
  name,
  message,
  frame,
  stack,
}: NonNullable<EventOf<'cell-ended'>['end']['error']>): string {
  return [`${name}: ${message}`, frame, stack].filter((part) => part !== undefined && part !== '').join('\n')
}
