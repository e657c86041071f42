import type { CallId, ConsoleLevel, ErrorKind, PreviewNode } from '../types.ts'

/** What the guest says, as it comes: JSON that only the guest's own code can have written. */

export interface GuestCall {
  id: CallId
  name: string
  /** JSON of the input; '' for undefined. */
  input: string
  /** Stack of the cell code that calls. */
  stack: string
}

export interface GuestLine {
  level: ConsoleLevel
  method: 'log' | 'table'
  indent: number
  args: PreviewNode[]
}

export interface GuestFailure {
  name: string
  message?: string
  stack: string
  /** Tool whose call failed. */
  tool?: string
  /** What was thrown, when it was no error. */
  thrown?: PreviewNode
  cause?: GuestFailure
  errors?: GuestFailure[]
  /** Parts that are not told. */
  more?: number
  /** Classes that made the error, the nearest first. */
  makers?: string[]
}

export type GuestEnd =
  | { ok: true; value: PreviewNode; pending: string[] }
  | ({ ok: false; kind: ErrorKind; maps: Record<string, string> } & GuestFailure)
