import type {
  Answers,
  CallId,
  Checkpoint,
  CheckpointId,
  Configuration,
  Json,
  KernelEvent,
  Limits,
  PortableRestore,
} from './types.ts'

/** The messages between the page, the live worker and the archive worker. */

/** A thread, or one end of a channel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  start?: () => void
}

/** What asks and what answers, both ways. */
export type Packet =
  | { type: 'request'; id: number; method: string; args: unknown }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; error: WireError }
  | { type: 'notice'; method: string; args: unknown }

export interface WireError {
  name: string
  message: string
  cause?: string
}

/** First message to the live worker. */
export interface LiveSetup {
  configuration: Configuration
  limits: Limits
  prefix: string
  /** Goes on from a checkpoint instead of booting a new history. */
  from: CheckpointId | null
}

/** Page → live worker. */
interface LiveMethods {
  setUp: { args: LiveSetup; value: Checkpoint | null }
  run: { args: { run: number; code: string }; value: unknown }
  resume: { args: { run: number; id: CheckpointId; answers: Answers }; value: unknown }
  checkpoint: { args: null; value: Checkpoint }
  restore: { args: CheckpointId; value: null }
  reset: { args: null; value: Checkpoint }
  restorePortable: { args: unknown; value: PortableRestore }
  adopt: { args: Checkpoint[]; value: null }
  flush: { args: null; value: CheckpointId }
  ping: { args: null; value: null }
}

/** Live worker → page. */
interface HostMethods {
  callTool: { args: { call: number; name: string; callId: CallId; input: Json | undefined }; value: unknown }
}

/** Notices, no answer. Page → live worker: `stop`. Live worker → page: `event`, `abortTool`. */
export type LiveEvent = { run: number; event: KernelEvent }

/** Live worker → archive worker: only what changed since the last image that was sent. */
export interface KeptImage {
  id: CheckpointId
  /** The image that `pages` change, or null for none. */
  base: CheckpointId | null
  end: number
  /** Indexes; the words follow each other in `words`, 1024 a page. Absent from `words`: all zero. */
  pages: number[]
  zero: number[]
  words: Int32Array
}
