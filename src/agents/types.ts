import type {
  BoundManifest,
  CallId,
  Checkpoint,
  Dialect,
  Given,
  Json,
  KernelOptions,
  Limits,
  ToolManifest,
} from '../kernel/types.ts'
import type { ModelRequest, ToolCall } from '../models/types.ts'
import type { CellAuthor, NotebookPath, Speaker } from '../notebook/events.ts'

/** What the session does next; decided by the path alone. */
export type Next =
  | { type: 'ask' }
  /** `scope`: the set of tools that the cell may use, one of `Protocol.scopes`; all of them without one. */
  | { type: 'run-cell'; source: string; toolCall: ToolCall; scope?: string }
  | NextCell
  /** Tools that the model calls itself, without a cell. All at once. */
  | { type: 'call-tools'; calls: RequestedCall[] }
  /** `by`: who spoke; the model unless it says otherwise. */
  | { type: 'answer'; text: string; by?: Speaker }
  /** Nothing to do until the user says something. */
  | { type: 'idle' }
  | { type: 'stop'; reason: 'model-error' | 'step-limit' | 'repeating'; message: string }

/** A cell that answers no tool call: written from inside an earlier cell, or by the protocol. */
export interface NextCell {
  type: 'run-cell'
  source: string
  toolCall?: undefined
  author: CellAuthor
  summary: string
  /** Number of the cell from inside which it was written. */
  from?: number
  /** Where it starts, when that is not where the last one ended. */
  at?: Checkpoint
}

/** A call of one of the protocol's own functions, by the cell that runs. */
export interface HostCall {
  id: CallId
  name: string
  input: Json | undefined
}

/** What a call of the protocol's own comes to next. */
export type HostStep =
  /** The model is asked; what it replies goes to the path, and then the call is looked at again. */
  | { type: 'ask'; request: ModelRequest }
  | { type: 'ask-person'; prompt: string }
  | { type: 'return'; output: Json }
  | { type: 'throw'; name: string; message: string }

/** A call of a tool that needs no cell. */
export interface RequestedCall {
  toolCallId: string
  /** The tool's own name. */
  name: string
  input: Json | undefined
}

/** What of a reply could not be done, as the model is told. */
export interface Fault {
  /** `UnknownTool`, `MalformedCall`, … */
  type: string
  message: string
  /** The call that is at fault; absent when it is the reply as a whole. */
  toolCallId?: string
}

/** How the types of tools are written for a model; given from outside, as agents know no other part. */
export type RenderDeclarations = (tools: ToolManifest[], dialect: Dialect) => string

/** A setting of a protocol that a notebook may carry in `configured.options`, as a form shows it. */
export type Setting = {
  /** Its name in the options. */
  key: string
  title: string
  /** What it does, in a sentence. */
  help: string
} & (
  | { kind: 'switch'; default: boolean }
  /** `default: null`: none unless given. */
  | { kind: 'number'; default: number | null; least?: number }
  | { kind: 'text'; default: string }
  | { kind: 'choice'; choices: readonly { value: string; title: string }[]; default: string }
  /** Any JSON, of the shape that `help` tells. */
  | { kind: 'json'; default: null }
)

export type Options = Readonly<Record<string, Json>>

/**
 * What cells find when they start: what earlier cells left (`kept`), the interpreter as it was when it had just booted
 * (`fresh`), or that at the first cell of each turn (`turn`).
 */
export type Context = 'kept' | 'turn' | 'fresh'

/** How an agent and its model talk. Pure: everything follows from the path. */
export interface Protocol {
  id: string
  title: string
  /** One sentence for people. */
  summary: string
  settings?: readonly Setting[]
  dialect: Dialect
  /** What cells find when they start; `kept` where it does not say. */
  context?: Context | ((options: Options) => Context)
  /** What else its interpreter is set up with. */
  interpreter?: (options: Options) => Pick<KernelOptions, 'captureConsole' | 'modules'>
  /** Names of the tools that the notebook may use at all; all of them where it does not say. */
  allows?: (options: Options) => readonly string[] | 'all'
  /** Results of tools are checked against their output schemas too; one that does not fit is an error. */
  checksOutputs?: boolean
  /** The model writes its code into the text of its reply, as the property `code` of a JSON object. */
  codeInText?: boolean
  /** Limits that are other than the usual ones. */
  limits?: (options: Options) => Partial<Limits>
  /** Names of the tools that cells of a scope may use, by scope. Cells of other scopes cannot reach them. */
  scopes?: (options: Options, tools: readonly ToolManifest[]) => Record<string, string[]>
  /** Functions of the protocol's own that cells are given, bound to the cell. */
  bound?: readonly BoundManifest[]
  /** What a cell is given when it starts, at the end of the path that starts it. */
  given?: (path: NotebookPath) => Given
  /** What is next for a call of one of the `bound` functions, by a cell in which the path ends. */
  perform?: (path: NotebookPath, call: HostCall) => HostStep
  request: (path: NotebookPath) => ModelRequest
  next: (path: NotebookPath) => Next
  /** What of the reply at the end of a path could not be done; for people, who would not see it otherwise. */
  faults?: (path: NotebookPath) => Fault[]
}
