import type { Json, JsonSchema, KernelTool } from '../kernel/types.ts'

/** A tool as the user set it up. Plain data plus the function that performs the call. */
export interface Tool extends KernelTool {
  /** Where it comes from. */
  kind: 'sample'
  /** Calling it changes nothing outside: it may be repeated without asking. */
  readOnly: boolean
}

/** One disagreement between a value and a schema. */
export interface Issue {
  /** `$`, `$.a`, `$.rows[2].id` */
  path: string
  /** `number`, `one of "a", "b"`, `a property "id"` */
  expected: string
  /** What stands there: `string "2"`, `nothing` */
  got: string
}

export type Validation = { ok: true } | { ok: false; issues: Issue[] }

export type { Json, JsonSchema }
