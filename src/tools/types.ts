import type { KernelTool } from '../kernel/types.ts'

/** A tool as the user set it up. Plain data plus the function that performs the call. */
export interface Tool extends KernelTool {
  /** Where it comes from. */
  kind: 'sample'
  /** Calling it changes nothing outside: it may be repeated without asking. */
  readOnly: boolean
}

export type { Issue, Validation } from '../kernel/types.ts'
