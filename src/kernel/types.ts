/**
 * The kernel's public vocabulary: plain, structured-cloneable data and the `Kernel` interface.
 * In process and across a worker the same interface holds.
 */

import type { HeapMap } from './image/map.ts'
import type { PortableReport, PortableRestore, PortableSnapshot } from './portable/types.ts'

export type { HeapMap, PageKind } from './image/map.ts'
export type * from './portable/types.ts'

/** Any value that can cross the bridge between cell code and a tool. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** JSON Schema, checked and rendered by `src/tools`; the kernel itself only carries it. */
export type JsonSchema = boolean | { [keyword: string]: unknown }

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

/** What a tool gets beside its input. */
export interface ToolContext {
  /** Aborts when the run is stopped or the cell ended without waiting for the call. */
  signal: AbortSignal
  callId: CallId
}

/** One host function that cells may call. `call` may throw or reject: the cell sees that as an error. */
export interface KernelTool {
  name: string
  description?: string | undefined
  inputSchema?: JsonSchema | undefined
  outputSchema?: JsonSchema | undefined
  call: (input: Json | undefined, context: ToolContext) => unknown
}

/** A tool as the guest knows it. */
export type ToolManifest = Omit<KernelTool, 'call'>

/**
 * The names that cells see.
 * `tools`: `tools.camelCase(input)` and `tools["any name"](input)`; `external`: `external_name(input)`;
 * `codeact`: `callTool(name, input)` and plain names; `none`: no tools.
 */
export type Dialect = 'tools' | 'external' | 'codeact' | 'none'

export interface Limits {
  /** Heap of the interpreter, bytes. */
  memoryBytes: number
  /** Time spent computing in one cell, ms; waiting for tools is not counted. */
  cpuMs: number
  /** Time of one cell from start to end, waiting included, ms. `Infinity` for none. */
  wallMs: number
  /** Tool calls in one cell. */
  toolCalls: number
  /** Tool calls running at once; further ones wait their turn. */
  toolCallsInFlight: number
  /** Characters of a value's `text`. */
  resultChars: number
  /** Characters of console text in one cell. */
  consoleChars: number
  /** UTF-8 bytes of a cell's text. */
  sourceBytes: number
  /** How long calls that were not awaited may go on after their cell ended, ms. */
  graceMs: number
  /** A portable snapshot as JSON, UTF-8 bytes. */
  snapshotBytes: number
}

export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 64 * 2 ** 20,
  cpuMs: 5_000,
  wallMs: Number.POSITIVE_INFINITY,
  toolCalls: 256,
  toolCallsInFlight: 32,
  resultChars: 4_000,
  consoleChars: 4_000,
  sourceBytes: 256 * 2 ** 10,
  graceMs: 100,
  snapshotBytes: 64 * 2 ** 20,
}

export interface KernelOptions {
  tools?: KernelTool[]
  dialect?: Dialect
  limits?: Partial<Limits>
  captureConsole?: boolean
  /** `none`: reading the clock throws, saying how to get time. `recorded`: real readings, kept for replays. */
  clock?: 'none' | 'recorded'
  seed?: number
  /** Module name (`@/skills/stats`) to TypeScript source. */
  modules?: Record<string, string>
  /** Functions of the host's own that a cell gets bound to itself (`RunOptions.given`). They are no tools. */
  bound?: BoundFunction[]
}

/** A host function under its own name, which works in the cell that it was given to and in no other. */
export interface BoundFunction extends KernelTool {
  /** Calling it ends the cell there and then, as one that went well; `call` is not used. */
  ends?: boolean
  /** Names of errors that end the cell, whatever it would do about them. */
  fatal?: string[]
}

export type BoundManifest = Pick<BoundFunction, 'name' | 'ends' | 'fatal'>

/** What a cell is given when it starts. */
export interface Given {
  /** How the cell is called in "Cell N has finished". */
  number: number
  /** Constants, by name. */
  values?: Record<string, Json>
  /** Records that are added to what the interpreter has under a name. */
  records?: Record<string, Record<string, Json>>
  /** Functions without parameters, by name, with what they return. */
  results?: Record<string, Json>
}

export type ErrorKind =
  | 'syntax'
  | 'runtime'
  | 'tool'
  | 'unknown-tool'
  | 'validation'
  | 'timeout'
  | 'memory'
  | 'stack'
  | 'stopped'
  | 'limit'
  | 'internal'

export interface CellError {
  kind: ErrorKind
  name: string
  message: string
  /** 1-based, in the text of the cell as it was given; absent when the place is unknown. */
  line?: number
  /** 1-based. */
  column?: number
  /** The lines around the place, with a caret. */
  frame?: string
  /** Frames of cell code only, one a line, positions as in the texts the user sees. */
  stack?: string
}

export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error' | 'debug'

export interface ConsoleLine {
  level: ConsoleLevel
  text: string
}

/** A host call's id: unique within a kernel's history, counted up from 1 in the guest. */
export type CallId = number

export interface CallRecord {
  id: CallId
  name: string
  input: Json | undefined
  status: 'running' | 'ok' | 'error' | 'aborted'
  output?: Json | undefined
  error?: { name: string; message: string; kind: ErrorKind }
  /** ms since the cell started. */
  startedMs: number
  endedMs?: number
}

/** Names a checkpoint. Unique within a kernel; opaque. */
export type CheckpointId = string

export interface OpenedCall {
  id: CallId
  name: string
  input: Json | undefined
}

/** An image's place in the history. The pages themselves stay with the kernel. */
export interface Checkpoint {
  id: CheckpointId
  parent: CheckpointId | null
  kind: 'boot' | 'wait' | 'end'
  /** Name of the cell that ran, `cell-1`; `null` for boot. */
  cell: string | null
  /**
   * Host calls that this step opened. What is waited for at a `wait` are all calls opened since the cell
   * started, less those settled since: `waitingAt` in `checkpoints.ts`. (A list of all open ones in each
   * checkpoint would grow with the square of the calls.)
   */
  opened: OpenedCall[]
  /** What led here from the parent: enough to compute the image anew. */
  step: Step
  /** The cell's own code was over by then, and how. A `wait` after that is for calls that were not awaited. */
  ended?: 'ok' | 'error'
}

/**
 * One input of the interpreter. Its state is a function of the steps since boot, so images are a cache
 * over replaying steps.
 */
export type Step =
  | ({ type: 'configure' } & Configuration)
  | ({ type: 'cell'; name: string; source: string; given?: Given } & Readings)
  | ({ type: 'settle'; call: CallId; status: 'ok' | 'error'; payload: string } & Readings)
  /** `quit`: the cell ended itself. `refused`: the host ended it, with `error`. */
  | ({ type: 'abandon'; reason: Abandoned; error?: { name: string; message: string } } & Readings)
  /** `snapshot`: the portable snapshot as JSON. */
  | ({ type: 'restore-portable'; snapshot: string } & Readings)

export type Abandoned = 'ended' | 'stopped' | 'timeout' | 'quit' | 'refused'

/** What the outside contributed while a step ran. */
export interface Readings {
  /** Clock readings in order, ms since 1970. */
  times?: number[]
  /** The step was interrupted at this poll of the interrupt handler. */
  interruptedAt?: number
}

export interface Configuration {
  tools: ToolManifest[]
  dialect: Dialect
  captureConsole: boolean
  clock: 'none' | 'recorded'
  seed: number
  modules: Record<string, string>
  memoryBytes: number
  /** How much of values and console lines the guest reports: decides what a cell leaves in the heap. */
  resultChars?: number
  consoleChars?: number
  bound?: BoundManifest[]
}

/**
 * A value as a tree for people. Built inside the guest without running any user code.
 * `children` may be cut: `size` then says how many there are in all.
 */
export interface PreviewNode {
  type:
    | 'undefined'
    | 'null'
    | 'boolean'
    | 'number'
    | 'string'
    | 'bigint'
    | 'symbol'
    | 'function'
    | 'class'
    | 'array'
    | 'object'
    | 'instance'
    | 'map'
    | 'set'
    | 'date'
    | 'regexp'
    | 'error'
    | 'promise'
    | 'proxy'
    | 'typed-array'
    | 'buffer'
    | 'circular'
    | 'getter'
    /** A value that a portable snapshot could not carry; `text` is the error that using it throws. */
    | 'tombstone'
    | 'cut'
    | 'other'
  /** Leaf text: the number, the string (perhaps cut), the function's name, the class's name, the path. */
  text?: string
  /** Items, entries, own properties or characters in all. */
  size?: number
  children?: PreviewEntry[]
  /** The last items of a long array, or the end of a long string. */
  tail?: PreviewEntry[] | string
  /** Properties of what is shown by something else: of a function, of an array beside its items. */
  extra?: PreviewEntry[]
  /** Some children or characters are left out. */
  truncated?: boolean
}

export interface PreviewEntry {
  /** Property name, index or, for a map, the rendered key. */
  key: string
  /** The key of a map, when it is not a string. */
  keyNode?: PreviewNode
  value: PreviewNode
}

export interface Variable {
  name: string
  value: PreviewNode
}

export interface Outcome {
  status: 'ok' | 'error' | 'stopped'
  /** What a model would read. */
  text: string
  value: PreviewNode | null
  console: ConsoleLine[]
  calls: CallRecord[]
  error: CellError | null
  warnings: string[]
  /** Checkpoints that the run added, in order. */
  checkpoints: Checkpoint[]
  /** The interpreter had to be put back to its state before the cell. */
  rolledBack: boolean
  cpuMs: number
  wallMs: number
}

export type KernelEvent =
  | { type: 'log'; line: ConsoleLine }
  | { type: 'call-started'; call: CallRecord }
  | { type: 'call-ended'; call: CallRecord }
  | { type: 'checkpoint'; checkpoint: Checkpoint }

export interface RunOptions {
  /** What the cell is called in stacks and checkpoints. Default: `cell-N`, counting the cells that ran. */
  name?: string
  given?: Given
  signal?: AbortSignal
  onEvent?: (event: KernelEvent) => void
}

/** A checkpoint of the past, with the hash of its image when that is known. */
export interface Recorded {
  checkpoint: Checkpoint
  hash?: string | null
}

export interface ReplayReport {
  /** Every image that could be compared was the same. */
  identical: boolean
  steps: number
  /** How many of the steps had an image or a hash to compare with. */
  compared: number
  /** Outcomes of the cells, in order. */
  outcomes: { cell: string; outcome: Outcome }[]
  /** Hashes of all images, by checkpoint. */
  hashes: Record<CheckpointId, string>
  divergence: Divergence | null
}

/** The first place where a replay came to another heap. */
export interface Divergence {
  checkpoint: CheckpointId
  /** 0-based, among the steps. */
  step: number
  cell: string | null
  expected: string
  got: string
  /** Names whose values differ, as far as that can be told. */
  variables: string[]
}

export interface EvaluateOptions {
  /**
   * `exact` (default): the heap as it was. `portable`: a new interpreter that got only the portable snapshot of that
   * place, so that one can see what would be left; rejects where no such snapshot can be taken.
   */
  state?: 'exact' | 'portable'
}

/** How a waiting call is answered by `resume`. */
export type Settlement = { result: unknown } | { error: unknown }

/** Answers by call; as a list they are given in its order, as a record in the order of the calls. */
export type Answers = Record<CallId, Settlement> | readonly (readonly [CallId, Settlement])[]

export interface Kernel {
  /** The interpreter's build. Images, and their hashes, are those of one build alone. */
  build(): Promise<string>
  /** Runs one cell. Never rejects for anything that cell code does. */
  run(code: string, options?: RunOptions): Promise<Outcome>
  /** The checkpoint the live interpreter stands at. */
  checkpoint(): Promise<Checkpoint>
  /** Puts the live interpreter back to a checkpoint. */
  restore(checkpoint: Checkpoint | CheckpointId): Promise<void>
  /** Puts the live interpreter back to the boot that its history starts with. */
  reset(): Promise<Checkpoint>
  /**
   * Restores a waiting checkpoint, answers some of its calls, and lets the cell go on. Calls that are not
   * answered are made for real, after the answers were given. Rejects when nothing waits there, or when an answer
   * is for a call that does not.
   */
  resume(checkpoint: Checkpoint | CheckpointId, answers: Answers, options?: RunOptions): Promise<Outcome>
  /** Adds checkpoints from a recorded history; their images are computed when first needed. */
  adopt(checkpoints: Checkpoint[]): Promise<void>
  exportImage(checkpoint: Checkpoint | CheckpointId): Promise<Uint8Array>
  importImage(bytes: Uint8Array): Promise<Checkpoint>
  /** Content hash of the whole image, hex. Equal hashes: equal heaps, byte for byte. */
  imageHash(checkpoint: Checkpoint | CheckpointId): Promise<string>
  /**
   * Runs recorded steps again with their recorded results, in an instance of its own, and compares the image of
   * every step byte for byte (by hash) with the one that was taken then. The first step is a boot, or follows a
   * checkpoint that the kernel knows.
   */
  replay(recorded: readonly Recorded[]): Promise<ReplayReport>
  /** What the user declared, at a checkpoint (default: now), in order of declaration. */
  variables(checkpoint?: Checkpoint | CheckpointId): Promise<Variable[]>
  /** Children of a variable by path, for a tree that opens lazily. */
  inspect(
    checkpoint: Checkpoint | CheckpointId,
    name: string,
    path: (string | number)[],
  ): Promise<PreviewNode | null>
  /**
   * The values at a checkpoint (default: now) as data that any kernel can take. Taken in a scratch instance: the
   * kernel itself is not touched. Rejects while a cell waits there, and when it is larger than
   * `limits.snapshotBytes` (`SnapshotTooLarge`, naming the largest values).
   */
  portableSnapshot(checkpoint?: Checkpoint | CheckpointId): Promise<PortableSnapshot>
  /** What a portable snapshot at a checkpoint (default: now) keeps and loses, whatever its size. */
  portableReport(checkpoint?: Checkpoint | CheckpointId): Promise<PortableReport>
  /**
   * Gives the live interpreter the values of a portable snapshot (as data or JSON); other names stay. A step of the
   * history like a cell. Rejects with `SnapshotRefused` when it cannot be used; nothing is changed then.
   */
  restorePortable(snapshot: PortableSnapshot | string): Promise<PortableRestore>
  /** Runs code in a scratch instance at a checkpoint: the kernel itself is not touched. */
  evaluateAt(checkpoint: Checkpoint | CheckpointId, code: string, options?: EvaluateOptions): Promise<Outcome>
  /** What of a checkpoint's heap is like that of another one (default: like an empty heap). */
  heapMap(checkpoint: Checkpoint | CheckpointId, against?: Checkpoint | CheckpointId | null): Promise<HeapMap>
  dispose(): Promise<void>
}
