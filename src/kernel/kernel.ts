import { Archive } from './archive.ts'
import { CellRun, type CellRunOptions, type RunResult } from './cellrun.ts'
import { cellsAt, configurationAt, waitingAt } from './checkpoints.ts'
import { compileCell } from './compile/index.ts'
import { namesForHints } from './exposure.ts'
import { decodeImage, encodeImage } from './image/codec.ts'
import { imageHash } from './image/hash.ts'
import type { Image } from './image/image.ts'
import { Machine } from './machine.ts'
import { refusedResult } from './refused.ts'
import {
  type Checkpoint,
  type CheckpointId,
  type Configuration,
  DEFAULT_LIMITS,
  type Kernel,
  type KernelOptions,
  type KernelTool,
  type Limits,
  type OpenedCall,
  type Outcome,
  type PreviewNode,
  type RunOptions,
  type Settlement,
  type Step,
  type Variable,
} from './types.ts'

/** Effects, as parameters. */
export interface KernelEnvironment {
  /** Monotonic ms. */
  clock: () => number
  /** ms since 1970. */
  time: () => number
  /** A prefix that no other kernel uses. */
  newPrefix: () => string
}

const ENVIRONMENT: KernelEnvironment = {
  clock: () => performance.now(),
  time: () => Date.now(),
  newPrefix: () => crypto.randomUUID().slice(0, 8),
}

/** Steps without an image, and computing without an image (ms), after which one is taken before going on. */
const MOST_STEPS_BARE = 32
const MOST_CPU_BARE_MS = 50

/** Boots an interpreter in this thread. */
export async function createKernel(options: KernelOptions = {}, environment: Partial<KernelEnvironment> = {}): Promise<Kernel> {
  const kernel = new LocalKernel(options, { ...ENVIRONMENT, ...environment })
  await kernel.ready
  return kernel
}

class LocalKernel implements Kernel {
  readonly ready: Promise<void>
  #environment: KernelEnvironment
  #archive: Archive
  #limits: Limits
  #configuration: Configuration
  #tools: ReadonlyMap<string, KernelTool>
  #machine: Machine | null = null
  /** The checkpoint that the live interpreter stands at. */
  #at: CheckpointId = ''
  /** The last image taken of, or put into, the live interpreter. */
  #image: Image | undefined
  #stepsBare = 0
  #cpuBareMs = 0
  #queue: Promise<unknown>
  #prefix: string
  #made = 0
  #disposed = false

  constructor(options: KernelOptions, environment: KernelEnvironment) {
    this.#environment = environment
    this.#archive = new Archive(environment.clock)
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#prefix = environment.newPrefix()
    const tools = options.tools ?? []
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#configuration = {
      tools: tools.map(({ call: _call, ...manifest }) => manifest),
      dialect: options.dialect ?? 'tools',
      captureConsole: options.captureConsole ?? true,
      clock: options.clock ?? 'none',
      seed: options.seed ?? 1,
      modules: options.modules ?? {},
      memoryBytes: this.#limits.memoryBytes,
    }
    this.ready = this.#boot()
    this.#queue = this.ready
  }

  run(code: string, options: RunOptions = {}): Promise<Outcome> {
    return this.#alone(() => this.#run(code, options))
  }

  resume(checkpoint: Checkpoint | CheckpointId, answers: Record<number, Settlement>, options: RunOptions = {}): Promise<Outcome> {
    return this.#alone(() => this.#resume(idOf(checkpoint), answers, options))
  }

  checkpoint(): Promise<Checkpoint> {
    return this.#alone(() => Promise.resolve(this.#archive.get(this.#at)))
  }

  restore(checkpoint: Checkpoint | CheckpointId): Promise<void> {
    return this.#alone(() => this.#restore(idOf(checkpoint)))
  }

  async adopt(checkpoints: Checkpoint[]): Promise<void> {
    for (const checkpoint of checkpoints) this.#archive.add(checkpoint)
    return Promise.resolve()
  }

  exportImage(checkpoint: Checkpoint | CheckpointId): Promise<Uint8Array> {
    return this.#withImage(checkpoint, (image, id) => encodeImage(image, this.#archive.path(id)))
  }

  imageHash(checkpoint: Checkpoint | CheckpointId): Promise<string> {
    return this.#withImage(checkpoint, (image) => Promise.resolve(imageHash(image)))
  }

  async importImage(bytes: Uint8Array): Promise<Checkpoint> {
    const { image, path } = await decodeImage(bytes)
    for (const checkpoint of path) this.#archive.add(checkpoint)
    const last = path.at(-1)
    if (!last) throw new Error('The image has no place in a history')
    this.#archive.keep(last.id, image)
    return last
  }

  variables(checkpoint?: Checkpoint | CheckpointId): Promise<Variable[]> {
    return this.#withImage(checkpoint, (_image, id) => this.#archive.variables(id))
  }

  inspect(checkpoint: Checkpoint | CheckpointId, name: string, path: (string | number)[]): Promise<PreviewNode | null> {
    return this.#withImage(checkpoint, (_image, id) => this.#archive.inspect(id, name, path))
  }

  async evaluateAt(checkpoint: Checkpoint | CheckpointId, code: string): Promise<Outcome> {
    return this.#withImage(checkpoint, async (_image, id) => {
      const result = await this.#archive.evaluate(id, code, this.#limits)
      return { ...result, checkpoints: [] }
    })
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    await this.#queue.catch(() => undefined)
    this.#machine = null
    this.#archive = new Archive(this.#environment.clock)
  }

  async #boot(): Promise<void> {
    this.#machine = await Machine.boot()
    this.#machine.configureHost({ ...this.#configuration, resultChars: this.#limits.resultChars })
    const step: Step = { type: 'configure', ...this.#configuration }
    this.#machine.apply(step, { interrupt: () => false, now: () => 0, onLine: () => undefined, onCall: () => undefined })
    this.#record({ parent: null, kind: 'boot', cell: null, opened: [], step })
    this.#capture()
  }

  async #run(code: string, options: RunOptions): Promise<Outcome> {
    const bytes = new TextEncoder().encode(code).length
    const { sourceBytes } = this.#limits
    if (bytes > sourceBytes) {
      const message = `The cell's text is ${bytes} bytes long; the limit is ${sourceBytes}. Attach data as a variable instead of writing it into the code.`
      return { ...refusedResult({ kind: 'limit', name: 'LimitError', message }, []), checkpoints: [] }
    }
    const compiled = compileCell(code, { modules: Object.keys(this.#configuration.modules) })
    if (!compiled.ok) return { ...refusedResult(compiled.error, compiled.warnings), checkpoints: [] }
    const machine = await this.#live()
    if (machine.open.size > 0) this.#abandonWaiting(machine)
    if (this.#stepsBare >= MOST_STEPS_BARE || this.#cpuBareMs >= MOST_CPU_BARE_MS) this.#capture()
    const name = `cell-${cellsAt(this.#archive.path(this.#at)) + 1}`
    return this.#drive({ machine, name, source: code, warnings: compiled.compiled.warnings }, options, (run) => run.start())
  }

  async #resume(id: CheckpointId, answers: Record<number, Settlement>, options: RunOptions): Promise<Outcome> {
    const path = this.#archive.path(id)
    const cell = path.findLast(({ step }) => step.type === 'cell')?.step
    const waiting = waitingAt(path)
    if (cell?.type !== 'cell' || waiting.length === 0) throw new Error(`Nothing waits at checkpoint ${id}. Choose one at which a cell waits for a call.`)
    await this.#restore(id)
    const machine = await this.#live()
    return this.#drive({ machine, name: cell.name, source: cell.source, warnings: [] }, options, (run) => run.resume(waiting, answers))
  }

  async #drive(
    cell: Pick<CellRunOptions, 'machine' | 'name' | 'source' | 'warnings'>,
    options: RunOptions,
    start: (run: CellRun) => Promise<RunResult>,
  ): Promise<Outcome> {
    const before = this.#at
    const checkpoints: Checkpoint[] = []
    const run = new CellRun({
      ...options,
      ...cell,
      tools: this.#tools,
      names: namesForHints(this.#configuration),
      limits: this.#limits,
      clock: this.#environment.clock,
      time: this.#environment.time,
      onStep: (step, opened, kind) => {
        const checkpoint = this.#record({ parent: this.#at, kind, cell: cell.name, opened, step })
        checkpoints.push(checkpoint)
        options.onEvent?.({ type: 'checkpoint', checkpoint })
      },
      onIdle: () => this.#capture(),
    })
    const result = await start(run)
    if (result.rolledBack) {
      this.#machine = null
      this.#at = before
    } else {
      this.#cpuBareMs += result.cpuMs
      this.#captureSoon()
    }
    return { ...result, checkpoints }
  }

  /** A waiting cell gives way to the next one. */
  #abandonWaiting(machine: Machine): void {
    const step: Step = { type: 'abandon', reason: 'stopped' }
    const until = this.#environment.clock() + 250
    const report = machine.apply(step, {
      interrupt: () => this.#environment.clock() > until,
      now: this.#environment.time,
      onLine: () => undefined,
      onCall: () => undefined,
    })
    this.#record({ parent: this.#at, kind: 'end', cell: null, opened: [], step: { ...step, ...report.readings } })
  }

  /** The live interpreter, made anew when the last one was discarded. */
  async #live(): Promise<Machine> {
    if (this.#machine) return this.#machine
    const image = await this.#archive.image(this.#at)
    const machine = await Machine.boot()
    this.#put(machine, this.#at, image)
    return machine
  }

  async #restore(id: CheckpointId): Promise<void> {
    this.#captureIfBare()
    const image = await this.#archive.image(id)
    this.#put(this.#machine ?? (await Machine.boot()), id, image)
  }

  #put(machine: Machine, id: CheckpointId, image: Image): void {
    const path = this.#archive.path(id)
    machine.configureHost({ ...(configurationAt(path) ?? this.#configuration), resultChars: this.#limits.resultChars })
    machine.restore(image, waitingAt(path).map((call) => call.id))
    this.#machine = machine
    this.#image = image
    this.#at = id
    this.#stepsBare = 0
    this.#cpuBareMs = 0
  }

  #record(made: { parent: CheckpointId | null; kind: Checkpoint['kind']; cell: string | null; opened: OpenedCall[]; step: Step }): Checkpoint {
    this.#made += 1
    const checkpoint: Checkpoint = { id: `${this.#prefix}-${this.#made}`, ...made }
    this.#archive.add(checkpoint)
    this.#at = checkpoint.id
    this.#stepsBare += 1
    return checkpoint
  }

  #capture(): void {
    if (!this.#machine || this.#disposed) return
    this.#image = this.#machine.capture(this.#image).image
    this.#archive.keep(this.#at, this.#image)
    this.#stepsBare = 0
    this.#cpuBareMs = 0
  }

  #captureIfBare(): void {
    if (this.#stepsBare > 0) this.#capture()
  }

  /** After the outcome is out, and only when no further cell is already on its way. */
  #captureSoon(): void {
    const at = this.#at
    setTimeout(() => {
      if (this.#at === at) this.#captureIfBare()
    }, 0)
  }

  #withImage<T>(checkpoint: Checkpoint | CheckpointId | undefined, use: (image: Image, id: CheckpointId) => Promise<T>): Promise<T> {
    // Only the live place may need a capture, and only between cells; the past never waits for a running cell.
    const id = checkpoint === undefined ? this.#at : idOf(checkpoint)
    if (id === this.#at) return this.#alone(() => Promise.resolve(this.#captureIfBare())).then(async () => use(await this.#archive.image(id), id))
    return this.#archive.image(id).then((image) => use(image, id))
  }

  /** One operation on the live interpreter at a time, in order. */
  #alone<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(() => {
      if (this.#disposed) throw new Error('The kernel was disposed')
      return job()
    })
    this.#queue = result.catch(() => undefined)
    return result
  }
}

const idOf = (checkpoint: Checkpoint | CheckpointId): CheckpointId => (typeof checkpoint === 'string' ? checkpoint : checkpoint.id)
