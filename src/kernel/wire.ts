import type { CheckpointId, Configuration, KernelEvent, Limits } from './types.ts'

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
