import { CellRun, type CellRunOptions, type RunResult } from './cellrun.ts'
import { cellsAt, configurationAt, waitingAt } from './checkpoints.ts'
import { compileCell } from './compile/index.ts'
import { namesForHints } from './exposure.ts'
import type { GuestEnd } from './guest/reports.ts'
import type { Image } from './image/image.ts'
import type { Images } from './images.ts'
import { Machine } from './machine.ts'
import { Observer } from './observe.ts'
import { enteredReport, restoreRefused } from './portable/entered.ts'
import { parsePortable } from './portable/parse.ts'
import { checkSize } from './portable/size.ts'
import { applyRecorded } from './recorded.ts'
import { failedResult, refusedResult } from './refused.ts'
import { resumption } from './resumption.ts'
import type {
  Answers,
  Checkpoint,
  CheckpointId,
  Configuration,
  KernelTool,
  Limits,
  Outcome,
  PortableReport,
  PortableRestore,
  RunOptions,
  Step,
} from './types.ts'

/** Effects, as parameters. */
export interface LiveEnvironment {
  /** Monotonic ms. */
  clock: () => number
  /** ms since 1970. */
  time: () => number
  /** A prefix of checkpoint ids that no other kernel uses. */
  prefix: string
}

export interface LiveOptions {
  images: Images
  configuration: Configuration
  limits: Limits
  tools: ReadonlyMap<string, KernelTool>
  environment: LiveEnvironment
}

/** Steps without an image, and computing without an image (ms), after which one is taken before going on. */
const MOST_STEPS_BARE = 32
const MOST_CPU_BARE_MS = 50

/** The running interpreter: the transaction around a cell, and its place in the history. */
export class LiveKernel {
  #options: LiveOptions
  #machine: Machine | null = null
  #at: CheckpointId = ''
  /** The last image taken of, or put into, the live interpreter. */
  #image: Image | undefined
  #stepsBare = 0
  #cpuBareMs = 0
  #made = 0
  #disposed = false
  #queue: Promise<unknown> = Promise.resolve()

  /** Of the history that it stands in, which may have begun at another boot than the kernel's own. */
  #configuration: Configuration

  constructor(options: LiveOptions) {
    this.#options = options
    this.#configuration = options.configuration
  }

  /** Boots and configures an interpreter: the root of a history. */
  boot(): Promise<Checkpoint> {
    return this.#alone(async () => {
      const { configuration } = this.#options
      this.#machine = await Machine.boot()
      this.#machine.configureHost(configuration)
      const step: Step = { type: 'configure', ...configuration }
      this.#machine.apply(step, {
        interrupt: () => false,
        now: () => 0,
        onLine: () => undefined,
        onCall: () => undefined,
      })
      const checkpoint = this.#record({ parent: null, kind: 'boot', cell: null, opened: [], step })
      this.#capture()
      return checkpoint
    })
  }

  /** Stands at a checkpoint of an earlier life; the interpreter is made when it is first needed. */
  continueFrom(id: CheckpointId): void {
    this.#at = id
  }

  run(code: string, options: RunOptions = {}): Promise<Outcome> {
    return this.#alone(() =>
      this.#run(code, options).catch((error: unknown) => ({
        ...failedResult(error, this.#options.limits),
        checkpoints: [],
      })),
    )
  }

  resume(id: CheckpointId, answers: Answers, options: RunOptions = {}): Promise<Outcome> {
    return this.#alone(() => this.#resume(id, answers, options))
  }

  /** Back to the boot of the history that it stands in. */
  reset(): Promise<Checkpoint> {
    return this.#alone(async () => {
      const boot = this.#options.images.path(this.#at)[0]
      if (!boot) throw new Error('The kernel has no history to go back in')
      await this.#restore(boot.id)
      return boot
    })
  }

  restorePortable(snapshot: unknown): Promise<PortableRestore> {
    return this.#alone(() => this.#restorePortable(snapshot))
  }

  checkpoint(): Promise<Checkpoint> {
    return this.#alone(() => Promise.resolve(this.#options.images.get(this.#at)))
  }

  restore(id: CheckpointId): Promise<void> {
    return this.#alone(() => this.#restore(id))
  }

  adopt(checkpoints: readonly Checkpoint[]): void {
    for (const checkpoint of checkpoints) this.#options.images.add(checkpoint)
  }

  /** Where it stands, after making sure that the image of that place is kept. */
  flush(): Promise<CheckpointId> {
    return this.#alone(() => {
      this.#captureIfBare()
      return Promise.resolve(this.#at)
    })
  }

  /** The place it stands at, without waiting for a running cell. */
  get at(): CheckpointId {
    return this.#at
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    await this.#queue.catch(() => undefined)
    this.#machine = null
    this.#image = undefined
  }

  async #run(code: string, options: RunOptions): Promise<Outcome> {
    const { limits, images } = this.#options
    const bytes = new TextEncoder().encode(code).length
    if (bytes > limits.sourceBytes) {
      const message = `The cell's text is ${bytes} bytes long; the limit is ${limits.sourceBytes}. Attach data as a variable instead of writing it into the code.`
      return { ...refusedResult({ kind: 'limit', name: 'LimitError', message }, [], limits), checkpoints: [] }
    }
    const machine = await this.#live()
    const compiled = compileCell(code, { modules: Object.keys(this.#configuration.modules) })
    if (!compiled.ok) return { ...refusedResult(compiled.error, compiled.warnings, limits), checkpoints: [] }
    if (this.#stepsBare >= MOST_STEPS_BARE || this.#cpuBareMs >= MOST_CPU_BARE_MS) this.#capture()
    const name = options.name ?? `cell-${cellsAt(images.path(this.#at)) + 1}`
    return this.#drive(
      { machine, name, source: code, warnings: compiled.compiled.warnings },
      options,
      (run) => run.start(),
    )
  }

  async #resume(id: CheckpointId, answers: Answers, options: RunOptions): Promise<Outcome> {
    const place = resumption(this.#options.images.path(id), answers)
    const { cell, from, steps } = place
    // The report of an end is in no image: it comes from applying the cell's steps again.
    let end: GuestEnd | null = null
    await this.#restore(steps.length > 0 ? from : id)
    const machine = await this.#live()
    for (const step of steps) end = applyRecorded(machine, step).end ?? end
    this.#at = id
    return this.#drive({ machine, ...cell, warnings: [] }, options, (run) => run.resume({ ...place, end }))
  }

  async #drive(
    cell: Pick<CellRunOptions, 'machine' | 'name' | 'source' | 'warnings'>,
    options: RunOptions,
    start: (run: CellRun) => Promise<RunResult>,
  ): Promise<Outcome> {
    const { tools, limits, environment } = this.#options
    const configuration = this.#configuration
    const known = new Set([...configuration.tools, ...(configuration.bound ?? [])].map(({ name }) => name))
    const before = this.#at
    const checkpoints: Checkpoint[] = []
    const observer = new Observer(options.onEvent)
    const run = new CellRun({
      ...options,
      ...cell,
      onEvent: observer.emit,
      tools: new Map([...tools].filter(([name]) => known.has(name))),
      bound: configuration.bound ?? [],
      names: namesForHints(configuration),
      modules: this.#configuration.modules,
      limits,
      clock: environment.clock,
      time: environment.time,
      onStep: (place) => {
        const checkpoint = this.#record({ ...place, parent: this.#at, cell: cell.name })
        checkpoints.push(checkpoint)
        observer.emit({ type: 'checkpoint', checkpoint })
      },
      onIdle: () => this.#captureIfBare(),
    })
    const result = await start(run).catch((error: unknown) => failedResult(error, limits))
    if (result.rolledBack) {
      this.#machine = null
      this.#at = before
    } else {
      this.#cpuBareMs += result.cpuMs
      this.#captureSoon()
    }
    return { ...result, warnings: [...result.warnings, ...observer.warnings], checkpoints }
  }

  async #restorePortable(given: unknown): Promise<PortableRestore> {
    const { snapshotBytes } = this.#options.limits
    const snapshot = checkSize(parsePortable(given), snapshotBytes)
    const machine = await this.#live()
    const step: Step = { type: 'restore-portable', snapshot: JSON.stringify(snapshot) }
    let report: PortableReport
    try {
      report = enteredReport(snapshot, applyRecorded(machine, step).answer)
    } catch (error) {
      // The heap is no longer that of the place: it is put back when it is next needed.
      this.#machine = null
      throw restoreRefused(error)
    }
    const checkpoint = this.#record({ parent: this.#at, kind: 'end', cell: null, opened: [], step })
    this.#captureSoon()
    return { ...report, checkpoint }
  }

  /** The live interpreter, made anew when the last one was discarded. */
  async #live(): Promise<Machine> {
    return (
      this.#machine ?? this.#put(await Machine.boot(), this.#at, await this.#options.images.image(this.#at))
    )
  }

  async #restore(id: CheckpointId): Promise<void> {
    this.#captureIfBare()
    const image = await this.#options.images.image(id)
    this.#put(this.#machine ?? (await Machine.boot()), id, image)
  }

  #put(machine: Machine, id: CheckpointId, image: Image): Machine {
    const { images, configuration } = this.#options
    const path = images.path(id)
    this.#configuration = configurationAt(path) ?? configuration
    machine.configureHost(this.#configuration)
    machine.restore(
      image,
      waitingAt(path).map((call) => call.id),
    )
    this.#machine = machine
    this.#image = image
    this.#at = id
    this.#stepsBare = 0
    this.#cpuBareMs = 0
    return machine
  }

  #record(made: Omit<Checkpoint, 'id'>): Checkpoint {
    this.#made += 1
    const checkpoint: Checkpoint = { id: `${this.#options.environment.prefix}-${this.#made}`, ...made }
    this.#options.images.add(checkpoint)
    this.#at = checkpoint.id
    this.#stepsBare += 1
    return checkpoint
  }

  #capture(): void {
    if (!this.#machine || this.#disposed) return
    this.#image = this.#machine.capture(this.#image).image
    this.#options.images.keep(this.#at, this.#image)
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
