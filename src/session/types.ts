import type { CheckpointId, ConsoleLine, Json, Outcome, PreviewNode, Settlement, Variable } from '../kernel/types.ts'
import type { ModelRequest, Reply } from '../models/types.ts'
import type { EventId, ModelSetup } from '../notebook/events.ts'
import type { Branch, BranchId, Notebook } from '../notebook/notebook.ts'

/** What runs now. One thing at a time. */
export type Activity =
  | { type: 'idle' }
  /** The interpreter boots, or recorded steps are replayed after opening. */
  | { type: 'starting'; done: number; total: number }
  /** A model's reply streams in; `cells` are programs as far as they have arrived. */
  | { type: 'asking'; since: number; text: string; reasoning: string; cells: { name: string; code: string }[] }
  /** A person plays the model. */
  | { type: 'awaiting-person'; request: ModelRequest }
  | { type: 'running'; since: number; cell: number }

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
  protocol: string
  /** Written to the store, being written, or failed with the reason. */
  saved: { type: 'saved'; at: number } | { type: 'saving' } | { type: 'failed'; message: string }
  /** One sentence for the live region and the status line; changes when something ended. */
  announcement: string
}

export interface Session {
  getState(): SessionState
  subscribe(listener: (state: SessionState, previous: SessionState) => void): () => void

  /** Says something at the live end and lets the agent work until it answers. In the past: continues from there as a new branch. */
  send(text: string): Promise<void>
  /** Plays the demo's next message, streaming from its tape. */
  runDemo(): Promise<void>
  stop(): void
  /** After a failed model call, a stop, or a fork in mid-turn: asks what is next and does it. */
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
  deleteBranch(branch: BranchId): void

  rename(title: string): void
  setModel(model: ModelSetup): void
  setEndpoint(endpoint: Endpoint): void
  setProtocol(id: string): void
  /** A person answers for the model. */
  answerAsModel(reply: { text: string } | { code: string }): void

  /** The past, from its real image, in a second kernel. */
  variables(event: EventId | null): Promise<Variable[]>
  inspect(event: EventId, name: string, path: (string | number)[]): Promise<PreviewNode | null>
  evaluateAt(event: EventId, code: string): Promise<Outcome>
  /** The exact request that led to a reply, or that would be sent now. */
  requestAt(event: EventId): ModelRequest
  dispose(): Promise<void>
}

export type { CheckpointId, ConsoleLine, Reply }
