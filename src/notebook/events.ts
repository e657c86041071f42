import type {
  CallId,
  CellError,
  Checkpoint,
  Configuration,
  ConsoleLine,
  Json,
  Limits,
  PreviewNode,
} from '../kernel/types.ts'
import type { Reply } from '../models/types.ts'

export type EventId = string

/** Every event names its parent, so the history is a tree; a path runs from the root to an event. */
export interface EventBase {
  id: EventId
  parent: EventId | null
  /** ms since 1970. */
  at: number
}

/** Which model answers, without any secret. */
export type ModelSetup =
  | { kind: 'tape'; tape: string }
  | { kind: 'person' }
  | {
      kind: 'chat'
      baseUrl: string
      model: string
      headers: Record<string, string>
      body: Record<string, Json>
    }

/** `engine`: the protocol itself, as the first cell of AgentZ; `recovery`: its answer to a cell that failed. */
export type CellAuthor = 'model' | 'user' | 'recovery' | 'engine'

/** Whose words an answer is: the model's, or the interpreter's, whose result was given out as it was. */
export type Speaker = 'model' | 'executor'

/** Where a call's result came from. */
export type ResultSource = 'live' | 'recorded' | 'edited' | 'tape'

/** A cell's end without what other events already say (console, calls, checkpoints). */
export interface CellEnd {
  status: 'ok' | 'error' | 'stopped'
  text: string
  value: PreviewNode | null
  error: CellError | null
  warnings: string[]
  rolledBack: boolean
  cpuMs: number
  wallMs: number
}

export type NotebookEvent = EventBase &
  (
    | { type: 'opened'; title: string; engine: string }
    /** Holds from here on. `checkpoint` is the kernel's boot, the first place a cursor can stand. */
    | {
        type: 'configured'
        protocol: string
        options: Record<string, Json>
        configuration: Configuration
        limits: Partial<Limits>
        checkpoint: Checkpoint
        /** Other boots, with fewer tools, at which cells of a scope start; by scope. */
        scopes?: Record<string, Checkpoint>
      }
    | { type: 'said'; text: string }
    | {
        type: 'asked'
        model: ModelSetup
        requestHash: string
        estimatedInput: number
        /** The host call of the running cell that asks; absent when the protocol itself does. */
        call?: CallId
      }
    /** `call` as in the `asked` event that it follows. */
    | { type: 'replied'; reply: Reply; durationMs: number; call?: CallId }
    | {
        type: 'cell-started'
        /** Counted up along the path from 1. */
        cell: number
        source: string
        author: CellAuthor
        /** The model's tool call that the cell answers. */
        toolCallId?: string
        /** What it is for, in the words of who wrote it. */
        summary?: string
        /** Number of the cell from inside which it was written. */
        from?: number
      }
    | { type: 'logged'; line: ConsoleLine }
    | {
        type: 'called'
        /** Without a cell: counted up from 1 along the path, over such calls alone. */
        call: CallId
        name: string
        input: Json | undefined
        startedMs: number
        /** The model's tool call that it performs, when the model calls tools itself, without a cell. */
        toolCallId?: string
      }
    | {
        type: 'settled'
        call: CallId
        /** As in the `called` event that it settles. */
        toolCallId?: string
        status: 'ok' | 'error' | 'aborted'
        output?: Json | undefined
        error?: { name: string; message: string }
        source: ResultSource
        endedMs: number
      }
    /** The cell waits for host calls here. */
    | { type: 'waited'; checkpoint: Checkpoint }
    | { type: 'cell-ended'; end: CellEnd; checkpoint: Checkpoint }
    /** Without `by` the model spoke. */
    | { type: 'answered'; text: string; by?: Speaker }
    /** The agent does nothing more until the user says something or lets it go on. */
    | { type: 'stopped'; reason: StopReason; message: string }
    /** The user let a stopped turn go on; limits on its length count from here. */
    | { type: 'resumed' }
    | { type: 'noted'; text: string }
  )

export type StopReason =
  | 'user'
  | 'model-error'
  | 'step-limit'
  /** The same call failed in the same way again and again. */
  | 'repeating'
  /** The page was closed in the middle. */
  | 'closed'

export type EventOf<T extends NotebookEvent['type']> = Extract<NotebookEvent, { type: T }>

/** Events from the root to where one looks, in order. Everything shown is a function of it. */
export type NotebookPath = readonly NotebookEvent[]
