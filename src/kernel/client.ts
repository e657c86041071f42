import { Observer } from './observe.ts'
import { callablesOf, configurationOf, idOf, last, limitsOf } from './options.ts'
import { whenAwakeFor } from './patience.ts'
import { Peer } from './peer.ts'
import { cutMiddle } from './preview/text.ts'
import type {
  Answers,
  CallId,
  CallRecord,
  Checkpoint,
  CheckpointId,
  ConsoleLine,
  EvaluateOptions,
  HeapMap,
  Json,
  Kernel,
  KernelOptions,
  Limits,
  Outcome,
  PortableReport,
  PortableRestore,
  PortableSnapshot,
  PreviewNode,
  Recorded,
  ReplayReport,
  RunOptions,
  Settlement,
  Variable,
} from './types.ts'
import type { LiveEvent, LiveSetup, Port } from './wire.ts'

/** A `Worker`, or one end of a channel to a thread that runs `serveKernel`. */
export interface KernelWorker extends Port {
  terminate?: () => void
}

/** Beyond the CPU limit, how long a worker may be silent before it counts as stuck in native code, ms. */
const STUCK_MS = 1_000
/** How long a worker that computes may take to hear of a stop before it is ended, ms. */
const STOP_MS = 200
const PING_EVERY_MS = 500

/**
 * A kernel across workers. Given a function that makes workers, the interpreter runs in one and its images are
 * kept in another, so a worker that hangs in native code is ended and its work goes on in a new one. Given one
 * worker, both are done there, and a hang ends the kernel.
 */
export async function connectKernel(
  source: KernelWorker | (() => KernelWorker),
  options: KernelOptions = {},
): Promise<Kernel> {
  const kernel = new RemoteKernel(source, options)
  await kernel.start()
  return kernel
}

interface Run {
  number: number
  observer: Observer
  console: ConsoleLine[]
  calls: Map<CallId, CallRecord>
  startedAt: number
}

class RemoteKernel implements Kernel {
  #source: KernelWorker | (() => KernelWorker)
  #options: KernelOptions
  #limits
  #live: { worker: KernelWorker; peer: Peer } | null = null
  #archive: { worker: KernelWorker; peer: Peer } | null = null
  #runs = new Map<number, Run>()
  #runCount = 0
  #lives = 0
  #prefix = crypto.randomUUID().slice(0, 8)
  /** Where the live interpreter stood when it was last at rest. */
  #at: CheckpointId | null = null
  #tools = new Map<number, AbortController>()
  #queue: Promise<unknown> = Promise.resolve()
  #disposed = false

  constructor(source: KernelWorker | (() => KernelWorker), options: KernelOptions) {
    this.#source = source
    this.#options = options
    this.#limits = limitsOf(options)
  }

  async start(): Promise<void> {
    if (typeof this.#source === 'function') {
      const worker = this.#source()
      this.#archive = { worker, peer: new Peer(worker, {}) }
      await this.#archive.peer.ask('setUpArchive', this.#limits)
    }
    const boot = await this.#startLive(null)
    this.#at = boot?.id ?? null
  }

  async #startLive(from: CheckpointId | null): Promise<Checkpoint | null> {
    const worker = typeof this.#source === 'function' ? this.#source() : this.#source
    const peer = new Peer(worker, {
      event: (args) => this.#event(args as LiveEvent),
      callTool: (args) =>
        this.#callTool(args as { call: number; name: string; callId: CallId; input: Json | undefined }),
      abortTool: (args) =>
        this.#tools.get(args as number)?.abort(new DOMException('The cell is over', 'AbortError')),
    })
    this.#live = { worker, peer }
    this.#lives += 1
    const setup: LiveSetup = {
      configuration: configurationOf(this.#options),
      limits: this.#limits,
      prefix: `${this.#prefix}.${this.#lives}`,
      from,
    }
    if (!this.#archive)
      return (await peer.ask('setUpLive', { setup, archivePort: null })) as Checkpoint | null
    const { port1, port2 } = new MessageChannel()
    this.#archive.peer.tell('connect', port1, [port1])
    return (await peer.ask('setUpLive', { setup, archivePort: port2 }, [port2])) as Checkpoint | null
  }

  run(code: string, options: RunOptions = {}): Promise<Outcome> {
    return this.#alone(() => this.#drive('run', { code, name: options.name, given: options.given }, options))
  }

  resume(
    checkpoint: Checkpoint | CheckpointId,
    answers: Answers,
    options: RunOptions = {},
  ): Promise<Outcome> {
    return this.#alone(() =>
      this.#drive('resume', { id: idOf(checkpoint), answers: cloneable(answers) }, options),
    )
  }

  async #drive(method: 'run' | 'resume', args: object, options: RunOptions): Promise<Outcome> {
    this.#runCount += 1
    const run: Run = {
      number: this.#runCount,
      observer: new Observer(options.onEvent),
      console: [],
      calls: new Map(),
      startedAt: performance.now(),
    }
    this.#runs.set(run.number, run)
    const { peer } = this.#peers()
    // Asked before it is guarded: a stop has to find the run.
    const asked = peer.ask(method, { run: run.number, ...args })
    const guard = this.#guard(run, options.signal)
    try {
      const outcome = (await Promise.race([asked, guard.lost])) as Outcome
      if (run.number === 1) this.#archive?.peer.tell('loadSoon', null)
      const reached = outcome.checkpoints.at(-1)
      if (reached && !outcome.rolledBack) this.#at = reached.id
      return { ...outcome, warnings: [...outcome.warnings, ...run.observer.warnings] }
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      return lostOutcome(run, error, await this.#replaceLive(), this.#limits)
    } finally {
      guard.end()
      this.#runs.delete(run.number)
    }
  }

  /** Watches a run: passes a stop on, and notices when the worker no longer hears anything. */
  #guard(run: Run, signal: AbortSignal | undefined): { lost: Promise<never>; end: () => void } {
    const { peer } = this.#peers()
    let lose: (error: Lost) => void = () => undefined
    const lost = new Promise<never>((_, reject) => {
      lose = reject
    })
    lost.catch(() => undefined)
    let patience: (() => void) | undefined
    /** The worker has to answer within `ms`. */
    const ping = (ms: number, reason: Lost['reason']): void => {
      patience?.()
      const mine = whenAwakeFor(ms, () => lose(new Lost(reason)))
      patience = mine
      const heard = (): void => {
        mine()
        if (patience === mine) patience = undefined
      }
      peer.ask('ping', null).then(heard, heard)
    }
    const every = setInterval(() => {
      if (patience === undefined) ping(this.#limits.cpuMs + STUCK_MS, 'timeout')
    }, PING_EVERY_MS)
    const onAbort = (): void => {
      peer.tell('stop', run.number)
      ping(STOP_MS, 'stopped')
    }
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort)
    return {
      lost,
      end: () => {
        clearInterval(every)
        patience?.()
        signal?.removeEventListener('abort', onAbort)
      },
    }
  }

  /** Ends a worker that hangs and goes on in a new one, from where it last was at rest. False when there is none. */
  async #replaceLive(): Promise<boolean> {
    const live = this.#live
    live?.peer.close(new Error('The worker was ended'))
    live?.worker.terminate?.()
    for (const controller of this.#tools.values())
      controller.abort(new DOMException('The cell is over', 'AbortError'))
    this.#tools.clear()
    this.#live = null
    if (typeof this.#source !== 'function') {
      this.#disposed = true
      return false
    }
    await this.#startLive(this.#at)
    return true
  }

  build(): Promise<string> {
    return this.#peers().peer.ask('build', null) as Promise<string>
  }

  checkpoint(): Promise<Checkpoint> {
    return this.#alone(() => this.#peers().peer.ask('checkpoint', null) as Promise<Checkpoint>)
  }

  restore(checkpoint: Checkpoint | CheckpointId): Promise<void> {
    return this.#alone(async () => {
      await this.#peers().peer.ask('restore', idOf(checkpoint))
      this.#at = idOf(checkpoint)
    })
  }

  reset(): Promise<Checkpoint> {
    return this.#alone(async () => {
      const boot = (await this.#peers().peer.ask('reset', null)) as Checkpoint
      this.#at = boot.id
      return boot
    })
  }

  restorePortable(snapshot: PortableSnapshot | string): Promise<PortableRestore> {
    return this.#alone(async () => {
      const restored = (await this.#peers().peer.ask('restorePortable', snapshot)) as PortableRestore
      this.#at = restored.checkpoint.id
      return restored
    })
  }

  async portableSnapshot(checkpoint?: Checkpoint | CheckpointId): Promise<PortableSnapshot> {
    return this.#past('portableSnapshot', await this.#place(checkpoint)) as Promise<PortableSnapshot>
  }

  async portableReport(checkpoint?: Checkpoint | CheckpointId): Promise<PortableReport> {
    return this.#past('portableReport', await this.#place(checkpoint)) as Promise<PortableReport>
  }

  async adopt(checkpoints: Checkpoint[]): Promise<void> {
    await this.#peers().peer.ask('adopt', checkpoints)
  }

  async variables(checkpoint?: Checkpoint | CheckpointId): Promise<Variable[]> {
    return this.#past('variables', await this.#place(checkpoint)) as Promise<Variable[]>
  }

  async inspect(
    checkpoint: Checkpoint | CheckpointId,
    name: string,
    path: (string | number)[],
  ): Promise<PreviewNode | null> {
    return this.#past('inspect', {
      id: await this.#place(checkpoint),
      name,
      path,
    }) as Promise<PreviewNode | null>
  }

  async evaluateAt(
    checkpoint: Checkpoint | CheckpointId,
    code: string,
    { state }: EvaluateOptions = {},
  ): Promise<Outcome> {
    return this.#past('evaluateAt', { id: await this.#place(checkpoint), code, state }) as Promise<Outcome>
  }

  async heapMap(
    checkpoint: Checkpoint | CheckpointId,
    against: Checkpoint | CheckpointId | null = null,
  ): Promise<HeapMap> {
    const id = await this.#place(checkpoint)
    return this.#past('heapMap', {
      id,
      against: against === null ? null : await this.#place(against),
    }) as Promise<HeapMap>
  }

  async imageHash(checkpoint: Checkpoint | CheckpointId): Promise<string> {
    return this.#past('imageHash', await this.#place(checkpoint)) as Promise<string>
  }

  async exportImage(checkpoint: Checkpoint | CheckpointId): Promise<Uint8Array> {
    return this.#past('exportImage', await this.#place(checkpoint)) as Promise<Uint8Array>
  }

  async replay(recorded: readonly Recorded[]): Promise<ReplayReport> {
    await this.#place(undefined)
    return this.#past('replay', recorded) as Promise<ReplayReport>
  }

  async importImage(bytes: Uint8Array): Promise<Checkpoint> {
    const path = (await this.#past('importImage', bytes)) as Checkpoint[]
    await this.adopt(path)
    return last(path)
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    for (const part of [this.#live, this.#archive]) {
      part?.peer.close(new Error('The kernel was disposed'))
      part?.worker.terminate?.()
    }
    for (const controller of this.#tools.values()) controller.abort()
    return Promise.resolve()
  }

  /** The place asked for; for the live one, after its image was sent to the archive. */
  async #place(checkpoint: Checkpoint | CheckpointId | undefined): Promise<CheckpointId> {
    const id = checkpoint === undefined ? null : idOf(checkpoint)
    if (id !== null && (this.#runs.size > 0 || id !== this.#at)) return id
    return this.#alone(() => this.#peers().peer.ask('flush', null) as Promise<CheckpointId>)
  }

  #past(method: string, args: unknown): Promise<unknown> {
    return (this.#archive?.peer ?? this.#peers().peer).ask(method, args)
  }

  #peers(): { peer: Peer } {
    if (!this.#live || this.#disposed) throw new Error('The kernel was disposed')
    return this.#live
  }

  #event({ run, event }: LiveEvent): void {
    const known = this.#runs.get(run)
    if (!known) return
    if (event.type === 'log') known.console.push(event.line)
    if (event.type === 'call-started' || event.type === 'call-ended')
      known.calls.set(event.call.id, event.call)
    known.observer.emit(event)
  }

  async #callTool({
    call,
    name,
    callId,
    input,
  }: {
    call: number
    name: string
    callId: CallId
    input: Json | undefined
  }): Promise<unknown> {
    const tool = callablesOf(this.#options).get(name)
    if (!tool) throw new Error(`${name} is no longer among the tools`)
    const controller = new AbortController()
    this.#tools.set(call, controller)
    try {
      return await tool.call(input, { signal: controller.signal, callId })
    } finally {
      this.#tools.delete(call)
    }
  }

  #alone<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(job)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

/** The worker no longer answers. */
class Lost extends Error {
  override name = 'Lost'
  constructor(readonly reason: 'timeout' | 'stopped') {
    super(reason)
  }
}

function lostOutcome(run: Run, { reason }: Lost, replaced: boolean, limits: Limits): Outcome {
  const back = replaced
    ? 'Its interpreter was replaced by one in the state before the cell; nothing from earlier cells is lost.'
    : 'The kernel is gone with it: connect it with a function that makes workers, and it is replaced.'
  const error =
    reason === 'stopped'
      ? ({
          kind: 'stopped',
          name: 'Stopped',
          message: `The run was stopped while it computed. ${back}`,
        } as const)
      : ({
          kind: 'timeout',
          name: 'TimeoutError',
          message: `The cell did not come back from one long operation. ${back}`,
        } as const)
  const wallMs = performance.now() - run.startedAt
  return {
    status: reason === 'stopped' ? 'stopped' : 'error',
    text: cutMiddle(`${error.name}: ${error.message}`, limits.resultChars),
    value: null,
    console: run.console,
    calls: [...run.calls.values()].map((call) =>
      call.status === 'running' ? { ...call, status: 'aborted', endedMs: wallMs } : call,
    ),
    error,
    warnings: [...run.observer.warnings],
    checkpoints: [],
    rolledBack: true,
    cpuMs: wallMs,
    wallMs,
  }
}

/** Errors lose their names when cloned; as plain data they keep them. */
function cloneable(answers: Answers): Answers {
  const plain = (answer: Settlement): Settlement => {
    if (!('error' in answer) || !(answer.error instanceof Error)) return answer
    const { name, message } = answer.error
    return { error: { name, message } }
  }
  if (Array.isArray(answers)) {
    const list = answers as readonly (readonly [CallId, Settlement])[]
    return list.map(([id, answer]) => [id, plain(answer)] as const)
  }
  return Object.fromEntries(
    Object.entries(answers as Record<CallId, Settlement>).map(([id, answer]) => [id, plain(answer)]),
  )
}
