import type { Fault, Options } from '../agents/types.ts'
import type {
  CallId,
  EvaluateOptions,
  HeapMap,
  Json,
  OpenedCall,
  Outcome,
  PortableReport,
  PreviewNode,
  Settlement,
  Variable,
} from '../kernel/types.ts'
import type { ModelRequest } from '../models/types.ts'
import type { RemovedBranch } from '../notebook/branches.ts'
import type { EventId, ModelSetup } from '../notebook/events.ts'
import type { Branch, BranchId, Notebook } from '../notebook/notebook.ts'
import type { BranchReplay } from './replay.ts'

/** What runs now. One thing at a time. */
export type Activity =
  | { type: 'idle' }
  /** The interpreter boots, or recorded steps are replayed after opening. */
  | { type: 'starting'; done: number; total: number }
  /** A model's reply streams in; `cells` are programs as far as they have arrived. */
  | {
      type: 'asking'
      since: number
      text: string
      reasoning: string
      cells: { name: string; code: string }[]
    }
  /** A person plays the model. */
  | { type: 'awaiting-person'; request: ModelRequest }
  /** `talks`: what the cell asks the model and hears; `line`: the tokens of that, in words. */
  | { type: 'running'; since: number; cell: number; talks?: readonly Talk[]; line?: string }
  /** The cell asks the person who reads the notebook. */
  | { type: 'awaiting-input'; since: number; cell: number; prompt: string }
  /** Tools run that the model called itself, without a cell. */
  | { type: 'calling'; since: number; calls: number }

/** A model call of a running cell, as far as its reply has arrived. */
export interface Talk {
  call: CallId
  since: number
  text: string
  reasoning: string
  cells: { name: string; code: string }[]
}

/** Endpoint settings of this device; the key never enters the notebook. */
export interface Endpoint {
  baseUrl: string
  model: string
  apiKey: string
  headers: Record<string, string>
  body: Record<string, Json>
}

export interface SessionState {
  notebook: Notebook
  branch: BranchId
  /** The checkpoint being looked at; `null` is the live end of the branch. */
  cursor: EventId | null
  activity: Activity
  model: ModelSetup
  /** What the next message begins with; a turn that is under way ends as it began. */
  protocol: string
  /** Settings of that protocol, as they were chosen. */
  protocolOptions: Options
  /** Written to the store, being written, or failed with the reason. */
  saved: { type: 'saved'; at: number } | { type: 'saving' } | { type: 'failed'; message: string }
  /** One sentence for the live region and the status line; changes when something ended. */
  announcement: string
  /** The branch that something runs on, which need not be the one that is shown; `null` when nothing runs. */
  activeBranch: BranchId | null
  /** The live end stands in the middle of a cell that nothing runs; `null` otherwise. */
  waiting: Waiting | null
  /** Why nothing can be changed here, such as another tab that has the notebook open; `null` when it can. */
  readOnly: string | null
  /** Why cells cannot run: the interpreter did not start; `null` otherwise. */
  failure: string | null
  /** What the demo would say next; `null` when it is over, was left, or there is none. */
  demoMessage: string | null
}

/** A cell that waits at the live end: after a fork into its middle, or when the page was closed there. */
export interface Waiting {
  /** The `waited` event, for `continueWith`. */
  event: EventId
  cell: number
  /** Calls without an answer. Those that are not read-only are not repeated without asking. */
  calls: (OpenedCall & { readOnly: boolean })[]
}

/** A demo: what is said, and the tape that answers. */
export interface Demo {
  title: string
  messages: readonly string[]
  /** Name of the tape, as in `ModelSetup`. */
  tape: string
  /** The protocol that it was recorded with, and its settings; without one it goes with any. */
  protocol?: string
  options?: Options
}

export interface Session {
  getState(): SessionState
  subscribe(listener: (state: SessionState, previous: SessionState) => void): () => void

  /**
   * Says something at the live end and lets the agent work until it answers. In the past: continues from there as a
   * new branch. A cell that waits there is given up, but one that asked for it with `input()` gets it as the answer. Rejects, with a message for the user and before anything changed,
   * when the text is empty, something else runs, or the notebook is read-only; so do the other actions below.
   */
  send(text: string): Promise<void>
  /** Plays the demo's next message, streaming from its tape. */
  runDemo(): Promise<void>
  stop(): void
  /**
   * After a failed model call, a stop, or a fork in mid-turn: asks what is next and does it. A cell that waits goes on
   * only when all its open calls are read-only; otherwise this rejects and the user has to choose (`continueWith`).
   */
  resumeTurn(): Promise<void>
  /** Runs a cell written by the user, at the live end or, in the past, on a new branch. */
  runCell(source: string): Promise<void>
  note(text: string): void

  lookAt(event: EventId | null): void
  /** Makes a branch whose head is `event` (default: the cursor) and switches to it. */
  fork(event?: EventId, name?: string): Promise<Branch>
  /** At a wait: answers waiting calls (by id) and lets the cell go on, on a new branch. Unanswered ones are called for real. */
  continueWith(event: EventId, answers: Record<number, Settlement>): Promise<void>
  switchBranch(branch: BranchId): Promise<void>
  renameBranch(branch: BranchId, name: string): void
  /** What it takes to undo it; `null` when the branch has to stay (the only one, or one that something runs on). */
  deleteBranch(branch: BranchId): RemovedBranch | null
  restoreBranch(removed: RemovedBranch): void

  rename(title: string): void
  setModel(model: ModelSetup): void
  /** Takes a chat model with its key. The key stays in memory; headers that look like secrets do too. */
  setEndpoint(endpoint: Endpoint): void
  /**
   * Takes another protocol, or other settings of it, from the next message or cell of this branch on, with a fresh
   * interpreter. What ran until then stays in the history.
   */
  setProtocol(id: string, options?: Options): void
  /** A person answers for the model. */
  answerAsModel(reply: { text: string } | { code: string }): void

  /** The past, from its real image, in a second kernel. `null` is the live end, as far as it was recorded. */
  variables(event: EventId | null): Promise<Variable[]>
  inspect(event: EventId, name: string, path: (string | number)[]): Promise<PreviewNode | null>
  evaluateAt(event: EventId, code: string, options?: EvaluateOptions): Promise<Outcome>
  /** What a portable snapshot of that place keeps and loses. Rejects in the middle of a cell, where there is none. */
  snapshotReport(event: EventId): Promise<PortableReport>
  /** The pages of the heap there beside those of another place; `null` is an empty heap. */
  heapMap(event: EventId, against: EventId | null): Promise<HeapMap>
  /** The exact request that led to a reply, or that would be sent now. */
  requestAt(event: EventId): ModelRequest
  /** What of a reply could not be done, as its protocol tells the model. */
  faultsAt(event: EventId): Fault[]
  /**
   * Runs the shown branch again in an interpreter of its own, with its recorded results, and compares every outcome,
   * and every image byte for byte with the one that is kept. Calls no tool and no model.
   */
  replayBranch(): Promise<BranchReplay>
  /** The notebook as the text of `NAME.backstep.json`, with the hash of every image, so that a replay can prove it. */
  exportFile(): Promise<string>
  /** Ends what runs, writes what is left, and changes nothing from then on: another tab took the notebook over. */
  setReadOnly(reason: string): Promise<void>
  dispose(): Promise<void>
}
