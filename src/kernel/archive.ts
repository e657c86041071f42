import { CellRun, type RunResult } from './cellrun.ts'
import { configurationAt, pathTo, waitingAt } from './checkpoints.ts'
import { compileCell } from './compile/index.ts'
import { namesForHints } from './exposure.ts'
import { decodeImage, encodeImage } from './image/codec.ts'
import { imageHash } from './image/hash.ts'
import { EMPTY_IMAGE, type Image } from './image/image.ts'
import { type HeapMap, heapMap } from './image/map.ts'
import { ImageStore } from './image/store.ts'
import type { Images, Past } from './images.ts'
import { Machine } from './machine.ts'
import { portableReport } from './portable/report.ts'
import { checkSize } from './portable/size.ts'
import { takeSnapshot } from './portable/take.ts'
import { applyRecorded } from './recorded.ts'
import { refusedResult } from './refused.ts'
import { type Recorded, type ReplayReport, replayRecorded } from './replay.ts'
import type {
  Checkpoint,
  CheckpointId,
  EvaluateOptions,
  Limits,
  Outcome,
  PortableReport,
  PortableSnapshot,
  PreviewNode,
  Variable,
} from './types.ts'

/** Steps between images that are kept while recomputing a long stretch. */
const KEY_IMAGE_EVERY = 16
/** How long a checkpoint may be on its way from the live interpreter. */
const ARRIVAL_MS = 2_000
/** Looking at a value must end, even in a heap that a cell prepared against it. */
const LOOK_MS = 2_000
/** Taking a portable snapshot goes once through the whole heap. */
const SNAPSHOT_MS = 60_000

/**
 * All checkpoints with the images that are there. A missing image is computed anew from the nearest earlier one
 * by applying the recorded steps in a scratch instance: exactly the same heap comes out.
 */
export class Archive implements Images, Past {
  #waiting = new Map<CheckpointId, (() => void)[]>()
  #checkpoints = new Map<CheckpointId, Checkpoint>()
  #images = new ImageStore()
  #taken = new Set<CheckpointId>()
  #scratch: Promise<Machine> | null = null
  #busy: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly limits: Limits,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  add(checkpoint: Checkpoint): void {
    this.#checkpoints.set(checkpoint.id, checkpoint)
    for (const wake of this.#waiting.get(checkpoint.id) ?? []) wake()
    this.#waiting.delete(checkpoint.id)
  }

  all(): Checkpoint[] {
    return [...this.#checkpoints.values()]
  }

  keep(id: CheckpointId, image: Image): void {
    this.#taken.add(id)
    this.#compute(id, image)
  }

  #compute(id: CheckpointId, image: Image): void {
    this.#images.keep(id, image, this.#nearestId(id))
  }

  get(id: CheckpointId): Checkpoint {
    const checkpoint = this.#checkpoints.get(id)
    if (!checkpoint) throw new Error(unknownCheckpoint(id))
    return checkpoint
  }

  path(id: CheckpointId): Checkpoint[] {
    return pathTo(id, (at) => this.#checkpoints.get(at))
  }

  /** The image of a checkpoint, computed when it is not there. */
  async image(id: CheckpointId): Promise<Image> {
    await this.#known(id)
    const there = this.#images.get(id)
    if (there) return there
    return this.#alone(async () => {
      const again = this.#images.get(id)
      if (again) return again
      const machine = await this.#replayTo(id)
      const { image } = machine.capture(this.#nearest(id))
      this.#compute(id, image)
      return image
    })
  }

  variables(id: CheckpointId): Promise<Variable[]> {
    return this.#look(id, 'variables', '') as Promise<Variable[]>
  }

  inspect(id: CheckpointId, name: string, path: (string | number)[]): Promise<PreviewNode | null> {
    return this.#look(id, 'inspect', JSON.stringify({ name, path })) as Promise<PreviewNode | null>
  }

  /** Runs code at a checkpoint in the scratch instance. Tools are refused. */
  async evaluateAt(
    id: CheckpointId,
    source: string,
    state: EvaluateOptions['state'] = 'exact',
  ): Promise<Outcome> {
    await this.#known(id)
    const result = await this.#evaluate(id, source, state)
    return { ...result, checkpoints: [] }
  }

  async heapMap(id: CheckpointId, against: CheckpointId | null): Promise<HeapMap> {
    const before = against === null ? EMPTY_IMAGE : await this.image(against)
    return heapMap(before, await this.image(id))
  }

  async portableSnapshot(id: CheckpointId): Promise<PortableSnapshot> {
    return checkSize(await this.#portable(id), this.limits.snapshotBytes)
  }

  async portableReport(id: CheckpointId): Promise<PortableReport> {
    return portableReport(await this.#portable(id))
  }

  async #portable(id: CheckpointId): Promise<PortableSnapshot> {
    await this.#known(id)
    return this.#alone(async () => {
      const machine = await this.#at(id)
      const until = this.clock() + SNAPSHOT_MS
      return takeSnapshot(machine, this.path(id), () => this.clock() > until)
    })
  }

  async imageHash(id: CheckpointId): Promise<string> {
    return imageHash(await this.image(id))
  }

  async exportImage(id: CheckpointId): Promise<Uint8Array> {
    return encodeImage(await this.image(id), this.path(id))
  }

  async importImage(bytes: Uint8Array): Promise<Checkpoint[]> {
    const { image, path } = await decodeImage(bytes)
    const last = path.at(-1)
    if (!last) throw new Error('The image has no place in a history')
    for (const checkpoint of path) this.add(checkpoint)
    this.keep(last.id, image)
    return path
  }

  /** Runs recorded steps again in an instance of its own, and compares every image with what was recorded. */
  async replay(recorded: readonly Recorded[]): Promise<ReplayReport> {
    const first = recorded[0]
    const machine = await Machine.boot()
    const before: Checkpoint[] = []
    if (first && first.checkpoint.parent !== null) {
      await this.#known(first.checkpoint.parent)
      before.push(...this.path(first.checkpoint.parent))
      this.#put(machine, first.checkpoint.parent, await this.image(first.checkpoint.parent))
    }
    return replayRecorded({
      machine,
      before,
      recorded: recorded.map(({ checkpoint, hash }) => ({
        checkpoint,
        hash: hash ?? this.#keptHash(checkpoint.id),
      })),
      limits: this.limits,
      clock: this.clock,
      recordedVariables: (id) => (this.#images.has(id) ? this.variables(id) : Promise.resolve(null)),
    })
  }

  /** Only of images that were taken of a live interpreter or imported: a recomputed one proves nothing. */
  #keptHash(id: CheckpointId): string | null {
    const image = this.#taken.has(id) ? this.#images.get(id) : undefined
    return image ? imageHash(image) : null
  }

  async #evaluate(id: CheckpointId, source: string, state: EvaluateOptions['state']): Promise<RunResult> {
    const snapshot = state === 'portable' ? await this.#portable(id) : null
    return this.#alone(async () => {
      const path = this.path(id)
      const configuration = configurationAt(path)
      const compiled = compileCell(source, { modules: Object.keys(configuration?.modules ?? {}) })
      if (!compiled.ok) return refusedResult(compiled.error, compiled.warnings, this.limits)
      const machine = snapshot ? await this.#withOnly(snapshot, path) : await this.#at(id)
      // Whatever waits there stays as it was: this is a copy.
      machine.forgetOpen()
      const refuse = (): never => {
        throw new Error('Looking at the past calls no tools. Fork from here to call them.')
      }
      const run = new CellRun({
        machine,
        tools: new Map((configuration?.tools ?? []).map((tool) => [tool.name, { ...tool, call: refuse }])),
        names: namesForHints(configuration),
        modules: configuration?.modules ?? {},
        limits: { ...this.limits, graceMs: 0 },
        name: 'console',
        source,
        warnings: compiled.compiled.warnings,
        clock: this.clock,
        time: () => Date.now(),
        onStep: () => undefined,
        onIdle: () => undefined,
      })
      const result = await run.start()
      if (result.rolledBack) this.#scratch = null
      return result
    })
  }

  /** A new instance that got a portable snapshot and nothing else of what was. */
  async #withOnly(snapshot: PortableSnapshot, path: readonly Checkpoint[]): Promise<Machine> {
    const machine = await Machine.boot()
    const configuration = configurationAt(path)
    if (configuration) applyRecorded(machine, { ...configuration, type: 'configure' })
    applyRecorded(machine, { type: 'restore-portable', snapshot: JSON.stringify(snapshot) })
    return machine
  }

  /** Another thread may tell of a checkpoint a moment after somebody asks for it. */
  async #known(id: CheckpointId): Promise<void> {
    if (this.#checkpoints.has(id)) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(unknownCheckpoint(id))), ARRIVAL_MS)
      const wake = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), wake])
    })
  }

  async #look(id: CheckpointId, entry: 'variables' | 'inspect', text: string): Promise<unknown> {
    await this.#known(id)
    return this.#alone(async () => {
      const machine = await this.#at(id)
      const until = this.clock() + LOOK_MS
      return JSON.parse(machine.ask(entry, text, () => this.clock() > until)) as unknown
    })
  }

  /** The scratch instance, standing at a checkpoint. */
  async #at(id: CheckpointId): Promise<Machine> {
    const image = this.#images.get(id)
    if (!image) return this.#replayTo(id)
    const machine = await this.#machine()
    this.#put(machine, id, image)
    return machine
  }

  async #replayTo(id: CheckpointId): Promise<Machine> {
    const path = this.path(id)
    const from = path.findLastIndex((checkpoint) => this.#images.has(checkpoint.id))
    const base = path[from]
    const image = base && this.#images.get(base.id)
    if (!base || !image) this.#scratch = null
    const machine = await this.#machine()
    if (base && image) this.#put(machine, base.id, image)
    const steps = path.slice(from + 1)
    for (const [index, { id: at, step }] of steps.entries()) {
      applyRecorded(machine, step)
      if (index % KEY_IMAGE_EVERY === KEY_IMAGE_EVERY - 1)
        this.#compute(at, machine.capture(this.#nearest(at)).image)
    }
    return machine
  }

  #put(machine: Machine, id: CheckpointId, image: Image): void {
    const path = this.path(id)
    const configuration = configurationAt(path)
    if (configuration) machine.configureHost(configuration)
    machine.restore(
      image,
      waitingAt(path).map((call) => call.id),
    )
  }

  /** The nearest place at or before a checkpoint whose image is there. */
  #nearestId(id: CheckpointId): CheckpointId | null {
    for (let at: CheckpointId | null = id; at !== null; at = this.#checkpoints.get(at)?.parent ?? null) {
      if (this.#images.has(at)) return at
    }
    return null
  }

  #nearest(id: CheckpointId): Image | undefined {
    const found = this.#nearestId(id)
    return found === null ? undefined : this.#images.get(found)
  }

  #machine(): Promise<Machine> {
    this.#scratch ??= Machine.boot()
    return this.#scratch
  }

  /** One job at a time in the scratch instance; a job that fails leaves a fresh one behind. */
  #alone<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#busy.then(job).catch((error: unknown) => {
      this.#scratch = null
      throw error
    })
    this.#busy = result.catch(() => undefined)
    return result
  }
}

const unknownCheckpoint = (id: CheckpointId): string =>
  `Checkpoint ${id} is not known to this kernel. Use one that it made or adopted.`
