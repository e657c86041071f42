import type { CallId, ConsoleLine, Json } from '../kernel/types.ts'
import type { Reply, ToolCall } from '../models/types.ts'
import type { CellAuthor, CellEnd, EventId, ModelSetup, ResultSource, Speaker } from './events.ts'

/** What is shown of a path: a pure fold over its events. */
export interface NotebookView {
  turns: TurnView[]
  cells: CellView[]
  /** Places a cursor can stand on, in order: boot, waits, ends of cells. */
  stops: StopView[]
}

export interface TurnView {
  /** 1-based; 0 holds what comes before the first message. */
  number: number
  said: { event: EventId; text: string } | null
  items: TurnItem[]
}

export type TurnItem =
  | { type: 'cell'; cell: CellView }
  /** Text that the model wrote beside or between cells, or a reply that failed. */
  | ReplyItem
  | CallsItem
  /** `from` is the reply whose text it is; `by` who spoke, the model unless it says otherwise. */
  | { type: 'answer'; event: EventId; text: string; by?: Speaker; from?: ReplyItem }
  | { type: 'stop'; event: EventId; reason: string; message: string }
  | { type: 'note'; event: EventId; text: string }

export interface ReplyItem {
  type: 'reply'
  event: EventId
  reply: Reply
  durationMs: number
  model: ModelSetup | null
  /** Calls of the reply that became neither a cell nor a call: malformed ones, or ones that a stop cut off. */
  turnedBack?: ToolCall[]
  /** Number of the cell whose code stood in the text of the reply. */
  became?: number
}

/** Tools that the model called itself, in one step, without a cell. */
export interface CallsItem {
  type: 'calls'
  /** The first of their events. */
  event: EventId
  /** The reply that made them. */
  reply: EventId | null
  calls: CallView[]
}

export interface CellView {
  number: number
  startedBy: EventId
  source: string
  author: CellAuthor
  /** `running` while the path ends inside the cell. */
  status: 'running' | 'ok' | 'error' | 'stopped' | 'recovery'
  console: ConsoleLine[]
  calls: CallView[]
  end: CellEnd | null
  endedBy: EventId | null
  turn: number
  /** What it is for, in the words of who wrote it. */
  summary?: string
  /** Number of the cell from inside which it was written. */
  from?: number
}

export interface CallView {
  id: CallId
  name: string
  input: Json | undefined
  status: 'running' | 'ok' | 'error' | 'aborted'
  output?: Json | undefined
  error?: { name: string; message: string }
  source: ResultSource | null
  /** What was asked of a model and replied for it. */
  talks?: TalkView[]
  startedMs: number
  endedMs: number | null
}

export interface TalkView {
  event: EventId
  model: ModelSetup
  /** ms since 1970. */
  at: number
  reply: { event: EventId; reply: Reply; durationMs: number } | null
}

export interface StopView {
  event: EventId
  /** `calls`: the tools that the model called itself have all come back. */
  kind: 'boot' | 'wait' | 'end' | 'calls'
  /** 0 for boot; for `calls` that of the cell before, 0 for none. */
  cell: number
  turn: number
  /** For a wait: the names of the tools that are waited for. For `calls`: those that came back. */
  waitingFor: string[]
  /** For an end, and for calls, of which one that failed is enough to be an error. */
  status: 'ok' | 'error' | 'stopped' | null
  /** When it was reached, ms since 1970. */
  at?: number
}
