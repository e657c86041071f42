import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { compileCell, encodeMap } from './compile/index.ts'
import { bootEngine, type Engine } from './engine.ts'
import { shownName } from './exposure.ts'
import {
  ENTRY_POINTS,
  type EntryPoint,
  GUEST_SOURCE,
  HOST_FUNCTIONS,
  type HostFunction,
  LIBRARY,
} from './guest/index.ts'
import type { GuestCall, GuestEnd, GuestLine } from './guest/reports.ts'
import { type Capture, captureHeap, checkLayout, heapBytes, restoreHeap } from './image/heap.ts'
import { EMPTY_IMAGE, type Image } from './image/image.ts'
import { loadModule, resolveModule } from './modules.ts'
import { decodeBase64, encodeBase64 } from './portable/base64.ts'
import { enteringText } from './portable/enter.ts'
import type { BoundManifest, Configuration, Given, Readings, Step } from './types.ts'

/** Eval flags of quickjs: strict, and asynchronous (top-level await with the completion value kept). */
const EVAL_FLAGS = (1 << 3) | (1 << 7)
/** What an error's report may take beyond the limit, so that running out of memory can be told. */
const REPORT_BYTES = 4 * 2 ** 20
/** Free memory without which no later cell could run; no more than a sixteenth of the limit. */
const ROOM_BYTES = 2 ** 20
/** Interrupted jobs after which the queue counts as endless. */
const MOST_INTERRUPTS = 50

/** The instance may hold anything now: discard it. */
export class BrokenEngine extends Error {
  override name = 'BrokenEngine'
  constructor(
    readonly kind: 'stack' | 'memory' | 'timeout' | 'unfit' | 'internal',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** How a step is watched while it runs. */
export interface StepControl {
  /** Called every few thousand operations; true ends the step. */
  interrupt: () => boolean
  now: () => number
  onLine: (line: GuestLine) => void
  onCall: (call: GuestCall) => void
}

export interface StepReport {
  /** The cell's end, when it came in this step. */
  end: GuestEnd | null
  interrupted: boolean
  readings: Readings
  /** What the guest answered to a `restore-portable` step. */
  answer?: string
  /** The cell ended itself. */
  quit: boolean
  /** What was put right after the cell, one sentence each. */
  notes: string[]
}

/**
 * An interpreter whose state is a function of the steps applied to it since boot. Synchronous; knows nothing of
 * tools, time or storage.
 */
export class Machine {
  #engine: Engine
  #entry = new Map<EntryPoint, QuickJSHandle>()
  #control: StepControl | null = null
  #report: StepReport = newReport()
  #polls = 0
  #memoryBytes = 0
  /** What the heap may take now: more while an error is reported. */
  #most = Number.POSITIVE_INFINITY
  #outOfMemory = false
  #refusedBefore = 0
  /** What the host threw while it was asked whether to go on. */
  #overflow: unknown = null
  #modules: Record<string, string> = {}
  #bound: readonly BoundManifest[] = []
  #imported: ReadonlySet<string> = new Set()

  static async boot(): Promise<Machine> {
    const engine = await bootEngine()
    checkLayout(engine)
    return new Machine(engine)
  }

  private constructor(engine: Engine) {
    this.#engine = engine
    const { context, runtime } = engine
    runtime.setInterruptHandler(() => this.#watch())
    runtime.setModuleLoader(
      (name) => {
        const found = loadModule(name, this.#modules)
        return found.ok ? found.value : { error: found.error }
      },
      (importer, requested) => resolveModule(importer, requested, this.#modules),
    )
    const host = context.newObject()
    for (const name of HOST_FUNCTIONS) {
      context
        .newFunction(name, (...args) => this.#hostFunction(name, args))
        .consume((f) => context.setProp(host, name, f))
    }
    const guest = context.unwrapResult(context.evalCode(GUEST_SOURCE, 'backstep'))
    const entries = context.unwrapResult(context.callFunction(guest, context.undefined, host))
    for (const name of ENTRY_POINTS) this.#entry.set(name, context.getProp(entries, name))
    for (const handle of [host, guest, entries]) handle.dispose()
  }

  /** What the host knows beside the heap; to be said again after a restore. */
  configureHost(options: Pick<Configuration, 'memoryBytes' | 'modules' | 'bound'>): void {
    this.#memoryBytes = options.memoryBytes
    this.#modules = options.modules
    this.#bound = options.bound ?? []
    this.#imported = new Set(Object.keys(options.modules))
  }

  /** Applies one step and runs all jobs that follow from it. Throws only `BrokenEngine`. */
  apply(step: Step, control: StepControl): StepReport {
    this.#control = control
    this.#report = newReport()
    this.#polls = 0
    this.#outOfMemory = false
    this.#overflow = null
    this.#limitHeap(step.type === 'configure' ? step.memoryBytes : this.#memoryBytes)
    try {
      this.#start(step)
      this.#pump()
      if (this.#overflow !== null) throw broken(this.#overflow)
      const over = step.type === 'abandon' || (this.#open.size === 0 && this.#leave(''))
      if (over) this.#check()
      this.#checkMemory(over)
      return this.#report
    } catch (error) {
      throw broken(error)
    } finally {
      this.#control = null
    }
  }

  /** Frees the interpreter. Throws when a handle of it is still held: that would be a leak. */
  dispose(): void {
    for (const handle of this.#entry.values()) handle.dispose()
    this.#engine.context.dispose()
    this.#engine.runtime.dispose()
  }

  /** For a scratch instance: what waits in it will never be answered. */
  forgetOpen(): void {
    this.#open.clear()
  }

  /** Ids of host calls that the guest waits for. */
  #open = new Set<number>()
  get open(): ReadonlySet<number> {
    return this.#open
  }

  /** Memory was refused since the cell began, or since the image was put in. */
  ranOutOfMemory(): boolean {
    return this.#engine.refusals > this.#refusedBefore
  }

  capture(previous: Image = EMPTY_IMAGE): Capture {
    return captureHeap(this.#engine, previous)
  }

  restore(image: Image, open: Iterable<number>): void {
    restoreHeap(this.#engine, image)
    this.#refusedBefore = this.#engine.refusals
    this.#open = new Set(open)
  }

  /** Asks the guest for JSON. Changes the heap: for scratch instances only. */
  ask(entry: 'variables' | 'inspect' | 'portable', text: string, interrupt: () => boolean): string {
    this.#control = { interrupt, now: () => 0, onLine: () => undefined, onCall: () => undefined }
    this.#polls = 0
    this.#limitHeap(this.#memoryBytes + REPORT_BYTES)
    try {
      const { context } = this.#engine
      // A copy of the values needs room beside them.
      if (entry === 'portable') this.#limitHeap(Number.POSITIVE_INFINITY)
      const argument = this.#newString(text)
      const result = context.callFunction(this.#handle(entry), context.undefined, argument)
      argument.dispose()
      return context.unwrapResult(result).consume((handle) => context.getString(handle))
    } catch (error) {
      throw broken(error)
    } finally {
      this.#control = null
    }
  }

  #start(step: Step): void {
    switch (step.type) {
      case 'configure':
        this.configureHost(step)
        this.#call(
          'configure',
          JSON.stringify({
            ...step,
            modules: {},
            tools: step.tools.map(({ name }) => ({ name, shown: shownName(step.dialect, name) })),
          }),
        )
        return
      case 'cell':
        this.#startCell(step)
        return
      case 'settle': {
        if (!this.#open.delete(step.call)) return
        const { context } = this.#engine
        const id = context.newNumber(step.call)
        const payload = this.#newString(step.payload)
        this.#invoke('settle', [id, step.status === 'ok' ? context.true : context.false, payload])
        id.dispose()
        payload.dispose()
        return
      }
      case 'abandon':
        this.#open.clear()
        this.#call('end', ABANDONED[step.reason])
        return
      case 'restore-portable':
        this.#leaveWaiting()
        this.#call('restorePortable', enteringText(step.snapshot), (answer) => {
          this.#report.answer = this.#engine.context.getString(answer)
        })
        return
    }
  }

  /** A cell that still waits gives way to what comes next. */
  #leaveWaiting(): void {
    if (this.#open.size === 0) return
    this.#open.clear()
    this.#leave(ABANDONED.stopped)
  }

  /**
   * Ends a cell: for a reason, or else when its own code has come to its end. True when it is over. What a cell says
   * that is left so is not for the outcome of the one that runs.
   */
  #leave(reason: string): boolean {
    const control = this.#control
    const { end } = this.#report
    if (control) this.#control = { ...control, onLine: () => undefined }
    let over = false
    this.#call('end', reason, (answer) => {
      over = this.#engine.context.dump(answer) === true
    })
    if (over) this.#pump()
    this.#control = control
    this.#report.end = end
    return over
  }

  #startCell({ name, source, given }: Extract<Step, { type: 'cell' }>): void {
    this.#refusedBefore = this.#engine.refusals
    this.#leaveWaiting()
    const result = compileCell(source, { modules: [...this.#imported] })
    if (!result.ok) throw new BrokenEngine('internal', 'A cell that does not compile was started')
    const { compiled } = result
    const map = encodeMap(compiled.map)
    this.#call('begin', JSON.stringify({ name, map, clobbered: compiled.clobbered, ...this.#gift(given) }))
    const { context } = this.#engine
    const evaluated = context.evalCode(compiled.script, name, EVAL_FLAGS)
    if (evaluated.error) {
      // An interrupt ends even the start; there is nothing to report then.
      if (!this.#report.interrupted) this.#invoke('fail', [evaluated.error])
      evaluated.error.dispose()
      return
    }
    this.#invoke('watch', [evaluated.value])
    evaluated.value.dispose()
  }

  /** What a cell is given, as the guest takes it. */
  #gift(given: Given | undefined): { given?: object } {
    if (given === undefined) return {}
    const { number, values = {}, records = {}, results = {} } = given
    const functions = this.#bound.map(({ name, ends = false }) => ({ name, ends }))
    return { given: { number, functions, values, records, results } }
  }

  /** A text in the guest. The library writes it wherever it is told to, even when there is no room. */
  #newString(text: string): QuickJSHandle {
    const most = 6 * text.length + 256
    const near = heapBytes(this.#engine) + most > this.#memoryBytes / 2
    if (near && !this.#engine.hasRoom(most)) throw new BrokenEngine('memory', 'out of memory')
    return this.#engine.context.newString(text)
  }

  #limitHeap(bytes: number): void {
    this.#most = bytes
    this.#engine.limitHeap(bytes)
  }

  /** Throws when the limit was passed, or, after a cell, when too little is left for any other. */
  #checkMemory(over: boolean): void {
    const taken = heapBytes(this.#engine)
    const full = this.#outOfMemory || taken > this.#memoryBytes
    this.#limitHeap(this.#memoryBytes)
    if (full)
      throw new BrokenEngine('memory', `out of memory: ${taken} of ${this.#memoryBytes} bytes are taken`)
    if (!over || taken < this.#memoryBytes / 2) return
    if (!this.#engine.hasRoom(Math.min(ROOM_BYTES, this.#memoryBytes / 16)))
      throw new BrokenEngine('memory', 'out of memory: too little is left for any other cell')
  }

  /** A cell is over: puts right what it did to built-ins that every later cell relies on. */
  #check(): void {
    this.#call('check', '', (answer) => {
      const text = this.#engine.context.getString(answer)
      if (text === '') return
      const { notes, unfit } = JSON.parse(text) as { notes?: string[]; unfit?: string }
      if (unfit !== undefined)
        throw new BrokenEngine('unfit', `The cell left a heap that is of no use: ${unfit}`)
      this.#report.notes = notes ?? []
    })
  }

  /** Runs jobs until none is left. An interrupted job dies; the others go on. */
  #pump(): void {
    const { runtime } = this.#engine
    for (let interrupts = 0; runtime.hasPendingJob(); ) {
      const done = runtime.executePendingJobs()
      if (!done.error) continue
      done.error.dispose()
      if (this.#report.interrupted) interrupts += 1
      if (interrupts > MOST_INTERRUPTS) throw new BrokenEngine('timeout', 'The cell left endless work behind')
    }
  }

  /**
   * Called by the engine, perhaps so deep in a cell's recursion that the host's own stack ends here: the cell is ended
   * then, and what it was doing is not known.
   */
  #watch(): boolean {
    try {
      return this.#poll()
    } catch (error) {
      this.#overflow = error
      this.#report.interrupted = true
      return true
    }
  }

  #poll(): boolean {
    this.#polls += 1
    if (!this.#control) return false
    if (this.#report.interrupted) return true
    // The engine is refused memory only beyond what an instance starts with; smaller limits are held here.
    this.#outOfMemory = heapBytes(this.#engine) > this.#most
    if (!this.#outOfMemory && !this.#report.quit && !this.#control.interrupt()) return false
    this.#report.interrupted = true
    this.#report.readings.interruptedAt = this.#polls
    return true
  }

  get polls(): number {
    return this.#polls
  }

  #call(entry: EntryPoint, text: string, take?: (answer: QuickJSHandle) => void): void {
    const argument = this.#newString(text)
    this.#invoke(entry, [argument], take)
    argument.dispose()
  }

  #invoke(entry: EntryPoint, args: QuickJSHandle[], take?: (answer: QuickJSHandle) => void): void {
    const { context } = this.#engine
    const result = context.callFunction(this.#handle(entry), context.undefined, ...args)
    if (!result.error) {
      take?.(result.value)
      result.value.dispose()
      return
    }
    if (this.#report.interrupted) {
      result.error.dispose()
      return
    }
    const reason: unknown = result.error.consume((handle): unknown => context.dump(handle))
    throw new BrokenEngine(
      isMemory(reason) ? 'memory' : 'internal',
      `The interpreter's own code failed: ${JSON.stringify(reason)}`,
    )
  }

  #handle(entry: EntryPoint): QuickJSHandle {
    const handle = this.#entry.get(entry)
    if (!handle) throw new BrokenEngine('internal', `No entry point ${entry}`)
    return handle
  }

  /** Called by the guest. Must not throw: the exception would cross C code. */
  #hostFunction(name: HostFunction, args: QuickJSHandle[]): QuickJSHandle | undefined {
    const { context } = this.#engine
    const text = (index: number): string => {
      const handle = args[index]
      return handle ? context.getString(handle) : ''
    }
    switch (name) {
      case 'call': {
        const id = args[0] ? context.getNumber(args[0]) : 0
        this.#open.add(id)
        // No text at all, not even the sign in front: there was no memory for it.
        const input = text(2)
        if (input === '') this.#outOfMemory = true
        else this.#control?.onCall({ id, name: text(1), input: input.slice(1), stack: text(3) })
        if (this.#endsCell(text(1))) this.#report.quit = true
        return undefined
      }
      case 'log':
        this.#take(text(0), (line) => this.#control?.onLine(line as GuestLine))
        return undefined
      case 'done':
        this.#take(text(0), (end) => {
          this.#report.end = end as GuestEnd
        })
        return undefined
      case 'now': {
        const reading = this.#control?.now() ?? 0
        const readings = this.#report.readings
        readings.times ??= []
        readings.times.push(reading)
        return context.newNumber(reading)
      }
      case 'relax':
        this.#limitHeap(this.#memoryBytes + REPORT_BYTES)
        return undefined
      case 'bytes':
        return context.newString(
          args[0] ? context.getArrayBuffer(args[0]).consume(({ value }) => encodeBase64(value)) : '',
        )
      case 'buffer':
        return context.newArrayBuffer(decodeBase64(text(0)).buffer)
      case 'library': {
        const made = context.evalCode(LIBRARY[text(0)] ?? 'undefined', 'backstep')
        if (!made.error) return made.value
        // Not enough memory for it, or interrupted meanwhile: what the guest calls then is no function.
        made.error.dispose()
        return undefined
      }
      case 'promiseState':
        return context.newString(args[0] ? this.#promiseState(args[0]) : '')
      case 'promiseResult':
        return args[0] ? this.#promiseResult(args[0]) : undefined
    }
  }

  /** What the guest tells. Nothing at all: there was no memory to hand it over. */
  #take(text: string, use: (told: unknown) => void): void {
    if (text === '') this.#outOfMemory = true
    else use(JSON.parse(text))
  }

  #endsCell(name: string): boolean {
    return this.#bound.some((bound) => bound.name === name && bound.ends === true)
  }

  #promiseResult(handle: QuickJSHandle): QuickJSHandle | undefined {
    const state = this.#engine.context.getPromiseState(handle)
    if (state.type === 'pending') return undefined
    return state.type === 'rejected' ? state.error : state.value
  }

  #promiseState(handle: QuickJSHandle): string {
    const state = this.#engine.context.getPromiseState(handle)
    if (state.type === 'pending') return 'pending'
    if (state.type === 'rejected') {
      state.error.dispose()
      return 'rejected'
    }
    if (state.notAPromise) return ''
    state.value.dispose()
    return 'fulfilled'
  }
}

const newReport = (): StepReport => ({ end: null, interrupted: false, readings: {}, quit: false, notes: [] })

const ABANDONED = {
  ended: 'its cell ended without awaiting it',
  stopped: 'the run was stopped',
  timeout: 'its cell ran out of time',
  // Nothing that waits in the cell goes on.
  quit: '-',
  refused: '-',
} as const

const isMemory = (reason: unknown): boolean =>
  reason === null ||
  (typeof reason === 'object' && /out of memory/.test(String((reason as { message?: unknown }).message)))

/** What an exception out of the engine means. */
function broken(error: unknown): BrokenEngine {
  if (error instanceof BrokenEngine) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError && /call stack/i.test(message)) {
    return new BrokenEngine('stack', 'The cell nested deeper than the interpreter can follow', {
      cause: error,
    })
  }
  return new BrokenEngine('internal', `The interpreter stopped working (${message})`, { cause: error })
}
