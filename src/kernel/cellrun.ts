import { type Answer, Calls, encodeResult, failure } from './calls.ts'
import { cellError, errorText, thrownText } from './failures.ts'
import type { GuestCall, GuestEnd, GuestLine } from './guest/reports.ts'
import { BrokenEngine, type Machine, type StepControl, type StepReport } from './machine.ts'
import type { Modules } from './modules.ts'
import { renderLine } from './preview/console.ts'
import { cutMiddle, grouped, renderText } from './preview/text.ts'
import { recordedControl } from './recorded.ts'
import type {
  Abandoned,
  BoundManifest,
  CallId,
  CellError,
  Checkpoint,
  ConsoleLine,
  ErrorKind,
  Given,
  Json,
  KernelEvent,
  KernelTool,
  Limits,
  OpenedCall,
  Outcome,
  RunOptions,
  Settlement,
  Step,
} from './types.ts'
import { Work } from './work.ts'

export interface CellRunOptions extends RunOptions {
  machine: Machine
  tools: ReadonlyMap<string, KernelTool>
  /** Names that cells see, for hints. */
  names: readonly string[]
  /** What cells can import, for places in errors. */
  modules: Modules
  limits: Limits
  name: string
  source: string
  warnings: readonly string[]
  /** What the cell is given when it starts. */
  given?: Given
  bound?: readonly BoundManifest[]
  /** Monotonic ms. */
  clock: () => number
  /** Real time, ms since 1970; asked only when cells have a recorded clock. */
  time: () => number
  /** A step was applied: the interpreter stands at a new place. */
  onStep: (place: Pick<Checkpoint, 'step' | 'opened' | 'kind' | 'ended'>) => void
  /** The cell waits and no answer is there yet: a good moment for a capture. */
  onIdle: () => void
}

/**
 * How long a cell waits before an image is taken, ms. Answers that come sooner are not held up by one; the images between
 * them are computed when somebody looks.
 */
const IDLE_MS = 4

/** Where a cell goes on in its middle. */
export interface Resumption {
  /** Calls that are open, in the order in which they were made. */
  waiting: readonly OpenedCall[]
  /** Answers to some of them, in the order in which they are given. */
  answers: ReadonlyMap<CallId, Settlement>
  /** The first call of the cell. */
  first: CallId
  /** The cell's end, when its own code was over by then. */
  end: GuestEnd | null
}

/** The outcome without what only the kernel knows. */
export type RunResult = Omit<Outcome, 'checkpoints'>

interface Verdict {
  kind: ErrorKind
  name: string
  message: string
}

/** One cell from its start, or from a wait in its middle, to its end. */
export class CellRun {
  #options: CellRunOptions
  #calls: Calls
  #answers: Answer[] = []
  #wake: (() => void) | null = null
  #end: GuestEnd | null = null
  #closed = false
  #verdict: Verdict | null = null
  #quit = false
  #broken: BrokenEngine | null = null
  #console: ConsoleLine[] = []
  #consoleChars = 0
  #dropped = 0
  #warnings: string[]
  #emitted: GuestCall[] = []
  #startedAt: number
  #idleTimer: ReturnType<typeof setTimeout> | null = null
  #work: Work
  /** What ending it took besides, ms. */
  #leftMs = 0

  constructor(options: CellRunOptions) {
    this.#options = options
    this.#warnings = [...options.warnings]
    this.#startedAt = options.clock()
    this.#work = new Work(options.clock)
    this.#calls = new Calls({
      tools: options.tools,
      limits: options.limits,
      elapsed: () => this.#elapsed(),
      onStarted: (call) => this.#emit({ type: 'call-started', call }),
      onEnded: (call) => this.#emit({ type: 'call-ended', call }),
      onAnswer: (answer) => {
        this.#answers.push(answer)
        this.#wake?.()
      },
    })
  }

  async start(): Promise<RunResult> {
    if (this.#options.signal?.aborted) {
      this.#verdict = {
        kind: 'stopped',
        name: 'Stopped',
        message: 'The run was stopped before the cell started.',
      }
      return this.#result()
    }
    const { name, source, given } = this.#options
    this.#apply({ type: 'cell', name, source, ...(given === undefined ? {} : { given }) })
    return this.#drive()
  }

  /** Goes on from a wait: gives the answers in their order, then makes the other calls that wait. */
  async resume({ waiting, answers, first, end }: Resumption): Promise<RunResult> {
    const signal = this.#options.signal
    if (!signal?.aborted) {
      this.#end = end
      this.#calls.goOn(first)
      const calls = waiting.map((call) => ({
        open: call,
        made: { ...call, input: call.input === undefined ? '' : JSON.stringify(call.input), stack: '' },
      }))
      for (const { open, made } of calls) this.#calls.note(made, open.input)
      for (const [id, answer] of answers)
        this.#calls.give(id, answerOf(this.#nameOf(id), answer, this.#options.limits))
      for (const { open, made } of calls) if (!answers.has(open.id)) this.#calls.make(made, open.input)
    }
    return this.#drive()
  }

  #nameOf(call: CallId): string {
    return this.#calls.records.get(call)?.name ?? 'The tool'
  }

  /** Applies the recorded steps of a cell: the same heap and the same result, without calling anything. */
  replay(steps: readonly Step[]): RunResult {
    for (const step of steps) {
      if (this.#broken) break
      if (step.type === 'abandon') this.#explain(step.reason, step.error)
      if (step.type === 'settle') this.#calls.answerRecorded(step)
      this.#apply(step, recordedControl(this.#options.machine, step))
    }
    this.#calls.close()
    return this.#result()
  }

  async #drive(): Promise<RunResult> {
    const { signal } = this.#options
    const onAbort = (): void => this.#wake?.()
    signal?.addEventListener('abort', onAbort)
    try {
      while (!this.#closed && !this.#broken) {
        if (signal?.aborted) this.#giveUp('stopped')
        else if (this.#answers.length > 0) this.#settleNext()
        else if (this.#end) await this.#grace()
        else if (this.#options.machine.open.size === 0) this.#deadlock()
        else if (!(await this.#wait(this.#options.limits.wallMs - this.#elapsed(), true)))
          this.#giveUp('timeout')
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.#calls.close()
    }
    return this.#result()
  }

  #settleNext(): void {
    const answer = this.#answers.shift()
    if (!answer) return
    const error = this.#fatal(answer)
    if (error) this.#giveUp('refused', error)
    else this.#apply({ type: 'settle', ...answer })
  }

  /** An error of a bound function that ends the cell. */
  #fatal({ call, status, payload }: Answer): { name: string; message: string } | null {
    if (status === 'ok') return null
    const { name, message } = JSON.parse(payload) as { name: string; message: string }
    const bound = this.#options.bound?.find((each) => each.name === this.#nameOf(call))
    return bound?.fatal?.includes(name) ? { name, message } : null
  }

  /** The cell has ended but calls are open that it did not wait for. */
  async #grace(): Promise<void> {
    if (!(await this.#wait(this.#options.limits.graceMs, false))) this.#giveUp('ended')
  }

  #deadlock(): void {
    if (this.#options.machine.ranOutOfMemory()) this.#broken = new BrokenEngine('memory', OUT_OF_MEMORY)
    else this.#giveUp('ended')
  }

  /** Ends the cell from outside. */
  #giveUp(reason: Abandoned, error?: { name: string; message: string }): void {
    this.#explain(reason, error)
    this.#calls.close()
    this.#answers = []
    this.#apply({ type: 'abandon', reason, ...(error === undefined ? {} : { error }) })
  }

  /** What giving up means for the outcome; follows from the reason and from what came before. */
  #explain(reason: Abandoned, error?: { name: string; message: string }): void {
    if (reason === 'quit') {
      this.#verdict = null
      this.#quit = true
    } else if (reason === 'refused') {
      const { name = 'Error', message = 'The host ended the cell.' } = error ?? {}
      this.#verdict ??= { kind: 'tool', name, message }
    } else if (reason === 'stopped') {
      this.#verdict ??= { kind: 'stopped', name: 'Stopped', message: 'The run was stopped.' }
    } else if (reason === 'timeout') {
      const { wallMs } = this.#options.limits
      const message = `The cell took longer than ${wallMs} ms, waiting included. It still waits for ${this.#openNames()}.`
      this.#verdict ??= { kind: 'timeout', name: 'TimeoutError', message }
    } else if (this.#end) {
      this.#warnings.push(
        `Not awaited: ${this.#openNames()}. The cell ended without waiting, so it was aborted. Await every call whose effect or result matters.`,
      )
    } else {
      const message = 'The cell waits for a promise that nothing will ever settle.'
      this.#verdict ??= { kind: 'runtime', name: 'DeadlockError', message }
    }
  }

  #openNames(): string {
    const { open } = this.#options.machine
    const names = [...this.#calls.records.values()]
      .filter((call) => open.has(call.id))
      .map((call) => call.name)
    return [...new Set(names)].join(', ')
  }

  /** Resolves to true when an answer came or the run was stopped, to false when `ms` passed before. */
  async #wait(ms: number, idle: boolean): Promise<boolean> {
    if (this.#answers.length > 0) return true
    let timer: ReturnType<typeof setTimeout> | undefined
    const woken = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true)
      if (ms < 2 ** 31) timer = setTimeout(() => resolve(false), Math.max(ms, 0))
      if (idle) this.#idleSoon()
    })
    this.#wake = null
    clearTimeout(timer)
    return woken
  }

  /** Tells that the cell waits, unless an answer comes at once. One timer serves a whole burst of calls. */
  #idleSoon(): void {
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = null
      if (this.#wake && !this.#closed) this.#options.onIdle()
    }, IDLE_MS)
  }

  #apply(step: Step, recorded?: Pick<StepControl, 'interrupt' | 'now'>): void {
    const { machine, limits, clock, time } = this.#options
    // What an ended cell left behind may still run for a moment, not for the whole budget again.
    const leaving = step.type === 'abandon'
    const work = leaving ? new Work(clock) : this.#work
    const budget = leaving ? Math.min(250, limits.cpuMs) : limits.cpuMs
    work.begin()
    const control: StepControl = {
      interrupt: () => work.exceeds(budget),
      now: time,
      ...recorded,
      onLine: (line) => this.#log(line),
      onCall: (call) => this.#emitted.push(call),
    }
    this.#emitted = []
    let report: StepReport
    try {
      report = machine.apply(step, control)
    } catch (error) {
      const broken =
        error instanceof BrokenEngine ? error : new BrokenEngine('internal', String(error), { cause: error })
      work.look()
      // Beyond its time, a cell was only let on since the machine may have been busy: what it filled then says nothing.
      this.#broken = broken.kind === 'memory' && !recorded && work.ms > budget ? tooLong(limits) : broken
      return
    } finally {
      work.look()
      if (leaving) this.#leftMs += work.ms
    }
    // Its own end comes first: a later one is of a cell that waited in this heap before.
    this.#end ??= report.end
    this.#warnings.push(...report.notes)
    if (this.#end && !this.#end.ok && this.#end.kind === 'memory') {
      this.#broken = new BrokenEngine('memory', OUT_OF_MEMORY)
      return
    }
    const late = step.type === 'abandon' || (this.#end !== null && machine.open.size === 0)
    const opened = this.#emitted.map((call) => this.#opened(call))
    const ended = late && !report.interrupted
    const over = this.#end ? this.#end.ok : this.#verdict ? false : this.#quit ? true : undefined
    this.#options.onStep({
      step: withReadings(step, report),
      opened,
      kind: ended ? 'end' : 'wait',
      ...(over === undefined ? {} : { ended: over ? 'ok' : 'error' }),
    })
    if (ended || step.type === 'abandon') this.#closed = true
    else if (report.quit) {
      for (const [index, call] of this.#emitted.entries()) this.#calls.note(call, opened[index]?.input)
      this.#calls.answerRecorded({ call: this.#emitted.at(-1)?.id ?? 0, status: 'ok', payload: '' })
      if (!recorded) this.#giveUp('quit')
    } else if (report.interrupted) {
      this.#verdict = { kind: 'timeout', name: 'TimeoutError', message: timeoutMessage(limits.cpuMs) }
      // A recorded run goes on with the step that was recorded next.
      if (!recorded) this.#giveUp('timeout')
    } else {
      for (const [index, call] of this.#emitted.entries()) {
        if (recorded) this.#calls.note(call, opened[index]?.input)
        else this.#calls.take(call, opened[index]?.input)
      }
    }
  }

  #opened(call: GuestCall): OpenedCall {
    const input = call.input === '' ? undefined : (JSON.parse(call.input) as Json)
    return { id: call.id, name: call.name, input }
  }

  #log(line: GuestLine): void {
    const { consoleChars } = this.#options.limits
    const rendered = renderLine(line, consoleChars)
    const room = consoleChars - this.#consoleChars
    // Each line counts one more: else there were no end of empty ones.
    const length = rendered.text.length + 1
    if (room <= 0) {
      this.#dropped += length
      return
    }
    if (length > room) {
      this.#dropped += length - room
      rendered.text = cutMiddle(rendered.text, room)
    }
    this.#consoleChars += rendered.text.length + 1
    this.#console.push(rendered)
    this.#emit({ type: 'log', line: rendered })
  }

  #emit(event: KernelEvent): void {
    this.#options.onEvent?.(event)
  }

  #elapsed(): number {
    return Math.max(0, this.#options.clock() - this.#startedAt)
  }

  #result(): RunResult {
    const { limits, name, source, names, modules } = this.#options
    if (this.#dropped > 0)
      this.#warnings.push(
        `Console output was cut: ${grouped(this.#dropped)} characters over the limit of ${grouped(limits.consoleChars)}.`,
      )
    const base = {
      console: this.#console,
      calls: [...this.#calls.records.values()],
      warnings: this.#warnings,
      cpuMs: this.#work.ms + this.#leftMs,
      wallMs: this.#elapsed(),
    }
    const bad = (error: CellError, rolledBack: boolean, text = errorText(error)): RunResult => ({
      ...base,
      status: error.kind === 'stopped' ? 'stopped' : 'error',
      text: cutMiddle(text, limits.resultChars),
      value: null,
      error,
      rolledBack,
    })
    if (this.#broken) return bad(brokenError(this.#broken, limits), true)
    if (this.#verdict) return bad(this.#verdict, false)
    if (this.#quit)
      return { ...base, status: 'ok', text: 'undefined', value: null, error: null, rolledBack: false }
    const end = this.#end
    if (!end)
      return bad(
        { kind: 'internal', name: 'InternalError', message: 'The cell ended without a report.' },
        false,
      )
    if (!end.ok) {
      const error = cellError(end, { name, source, names, modules })
      return bad(error, false, errorText(error, thrownText(end)))
    }
    if (end.pending.length > 0) this.#warnings.push(notAwaited(end.pending))
    return {
      ...base,
      status: 'ok',
      text: renderText(end.value, limits.resultChars),
      value: end.value,
      error: null,
      rolledBack: false,
    }
  }
}

const OUT_OF_MEMORY = 'out of memory'

/** Paths begin with `$`. */
function notAwaited(paths: readonly string[]): string {
  const shown = paths
    .slice(0, 5)
    .map((path) => (path === '$' ? 'its root' : path.slice(path[1] === '.' ? 2 : 1)))
  const more = paths.length > shown.length ? ` and ${grouped(paths.length - shown.length)} more places` : ''
  const what = paths.length === 1 ? 'a promise that was' : `${grouped(paths.length)} promises that were`
  return `The value holds ${what} not awaited, at ${shown.join(', ')}${more}. Await them before returning the value.`
}

const tooLong = ({ cpuMs }: Limits): BrokenEngine =>
  new BrokenEngine('timeout', `The cell computed longer than ${cpuMs} ms, and filled the memory`)

const timeoutMessage = (cpuMs: number): string =>
  `The cell computed longer than ${cpuMs} ms and was interrupted. What it did until then is kept. Waiting for tools is not counted.`

function brokenError(broken: BrokenEngine, limits: Limits): CellError {
  const back =
    'The interpreter was put back to its state before the cell; nothing from earlier cells is lost.'
  const megabytes = Math.round(limits.memoryBytes / 2 ** 20)
  switch (broken.kind) {
    case 'memory':
      return {
        kind: 'memory',
        name: 'MemoryError',
        message: `The cell needed more than the ${megabytes} MiB that the interpreter may use (out of memory). ${back}`,
      }
    case 'stack':
      return { kind: 'stack', name: 'RangeError', message: `${broken.message} (stack overflow). ${back}` }
    case 'timeout':
      return { kind: 'timeout', name: 'TimeoutError', message: `${broken.message}. ${back}` }
    case 'unfit':
      return { kind: 'runtime', name: 'UnfitError', message: `${broken.message}. ${back}` }
    case 'internal':
      return { kind: 'internal', name: 'InternalError', message: `${broken.message}. ${back}` }
  }
}

function withReadings(step: Step, report: StepReport): Step {
  return step.type === 'configure' ? step : { ...step, ...report.readings }
}

function answerOf(tool: string, given: Settlement, limits: Limits): Omit<Answer, 'call'> {
  return 'error' in given ? failure(given.error) : encodeResult(tool, given.result, limits)
}
