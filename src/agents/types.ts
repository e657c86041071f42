import type { Dialect, ToolManifest } from '../kernel/types.ts'
import type { ModelRequest, ToolCall } from '../models/types.ts'
import type { NotebookPath } from '../notebook/events.ts'

/** What the session does next; decided by the path alone. */
export type Next =
  | { type: 'ask' }
  | { type: 'run-cell'; source: string; toolCall: ToolCall }
  | { type: 'answer'; text: string }
  /** Nothing to do until the user says something. */
  | { type: 'idle' }
  | { type: 'stop'; reason: 'model-error' | 'step-limit' | 'repeating'; message: string }

/** How the types of tools are written for a model; given from outside, as agents know no other part. */
export type RenderDeclarations = (tools: ToolManifest[], dialect: Dialect) => string

/** How an agent and its model talk. Pure: everything follows from the path. */
export interface Protocol {
  id: string
  title: string
  /** One sentence for people. */
  summary: string
  dialect: Dialect
  request(path: NotebookPath): ModelRequest
  next(path: NotebookPath): Next
}
