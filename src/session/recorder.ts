import type { CallId, CallRecord, Checkpoint, KernelEvent, Outcome } from '../kernel/types.ts'
import type { NotebookPath, ResultSource } from '../notebook/events.ts'
import type { EventBody } from './document.ts'

export interface RecorderOptions {
  /** Events of the cell so far, when it goes on from its middle. */
  before: NotebookPath
  /** Where a call's result comes from. */
  source: (call: CallRecord) => ResultSource
}

/**
 * Turns what a kernel reports into events, in the order in which it happened inside the interpreter: the calls of a
 * step before the wait that they lead to, and a result when it entered the interpreter rather than when it came in. So
 * at each wait exactly those calls are open that its checkpoint says are.
 */
export class Recorder {
  readonly #source: RecorderOptions['source']
  readonly #called = new Set<CallId>()
  readonly #settled = new Set<CallId>()
  readonly #ended = new Map<CallId, CallRecord>()
  /** How long the cell had run before it went on from its middle, ms. */
  readonly #elapsed: number
  /** The result that the running step brings in has been told. */
  #entered = false
  #wait: { checkpoint: Checkpoint; missing: Set<CallId> } | null = null

  constructor({ before, source }: RecorderOptions) {
    this.#source = source
    let elapsed = 0
    for (const event of before) {
      if (event.type === 'called') {
        this.#called.add(event.call)
        elapsed = Math.max(elapsed, event.startedMs)
      }
      if (event.type === 'settled') {
        this.#settled.add(event.call)
        elapsed = Math.max(elapsed, event.endedMs)
      }
    }
    this.#elapsed = elapsed
  }

  take(event: KernelEvent): EventBody[] {
    switch (event.type) {
      case 'log':
        return [...this.#endWait(), ...this.#entering(), { type: 'logged', line: event.line }]
      case 'call-started':
        return this.#start(event.call)
      case 'call-ended':
        this.#ended.set(event.call.id, event.call)
        return []
      case 'checkpoint':
        return [...this.#endWait(), ...this.#reach(event.checkpoint)]
    }
  }

  /** What is left to say when the cell is over. */
  finish(outcome: Outcome): EventBody[] {
    const left = outcome.calls.flatMap((call) => {
      if (call.status === 'running' || this.#settled.has(call.id)) return []
      return [...this.#start(call), ...this.#settle(call)]
    })
    return [...this.#endWait(), ...left]
  }

  /**
   * Lines come before the checkpoint of the step that printed them. Once a call has ended, that step is the one in which
   * its result enters: results enter in the order in which they came.
   */
  #entering(): EventBody[] {
    if (this.#entered) return []
    this.#entered = true
    for (const call of this.#ended.values()) {
      if (!this.#settled.has(call.id) && call.status !== 'aborted') return this.#settle(call)
    }
    return []
  }

  #start(call: CallRecord): EventBody[] {
    if (this.#called.has(call.id)) return []
    this.#called.add(call.id)
    const { id, name, input, startedMs } = call
    const events: EventBody[] = [
      { type: 'called', call: id, name, input, startedMs: this.#elapsed + startedMs },
    ]
    this.#wait?.missing.delete(id)
    return this.#wait?.missing.size === 0 ? [...events, ...this.#endWait()] : events
  }

  #reach(checkpoint: Checkpoint): EventBody[] {
    const { step } = checkpoint
    this.#entered = false
    const ended = step.type === 'settle' ? this.#ended.get(step.call) : undefined
    const events = ended ? this.#settle(ended) : []
    // The last place of a cell stands in the event that ends it.
    if (checkpoint.kind === 'end') return events
    const missing = new Set(checkpoint.opened.map(({ id }) => id).filter((id) => !this.#called.has(id)))
    this.#wait = { checkpoint, missing }
    return missing.size === 0 ? [...events, ...this.#endWait()] : events
  }

  #endWait(): EventBody[] {
    const wait = this.#wait
    this.#wait = null
    return wait ? [{ type: 'waited', checkpoint: wait.checkpoint }] : []
  }

  #settle(call: CallRecord): EventBody[] {
    if (this.#settled.has(call.id) || call.status === 'running') return []
    this.#settled.add(call.id)
    const event: Extract<EventBody, { type: 'settled' }> = {
      type: 'settled',
      call: call.id,
      status: call.status,
      source: this.#source(call),
      endedMs: this.#elapsed + (call.endedMs ?? call.startedMs),
    }
    if ('output' in call) event.output = call.output
    if (call.error) event.error = { name: call.error.name, message: call.error.message }
    return [event]
  }
}
