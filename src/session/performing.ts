import { statusLine, type TokenCount } from '../agents/agentz/status.ts'
import type { HostCall, HostStep } from '../agents/types.ts'
import type { CallId } from '../kernel/types.ts'
import type { ModelRequest } from '../models/types.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { openCellAt } from '../notebook/state.ts'
import { ArrivingReply } from './arriving.ts'
import { askFor } from './asking.ts'
import { announcementOf, type Core, protocolAt } from './core.ts'
import type { EventBody } from './document.ts'
import { assertNever } from './errors.ts'
import type { Talk } from './types.ts'

/** What a call of the protocol's own rejects with, under the name that the protocol gave it. */
class HostError extends Error {
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

const isOver = (): HostError => new HostError('AbortError', 'The cell has ended.')

/**
 * Does what a running cell asks of the protocol itself: asks the model, or the person. What is next is decided by the
 * path each time, so all that happens on the way is in the history.
 */
export class Performing {
  readonly #core: Core
  readonly #branch: BranchId
  readonly #cell: { cell: number; since: number }
  readonly #arriving = new Map<CallId, ArrivingReply>()
  readonly #counted: TokenCount[] = []
  #waiting: (() => void)[] = []
  #ended = false
  #begun: Promise<void> = Promise.resolve()
  /** One question at a time. */
  #question: Promise<unknown> = Promise.resolve()

  constructor(core: Core, branch: BranchId, cell: { cell: number; since: number }) {
    this.#core = core
    this.#branch = branch
    this.#cell = cell
  }

  readonly perform = async (call: HostCall, signal: AbortSignal): Promise<unknown> => {
    const { document, secrets } = this.#core
    // In the order in which the cell made them.
    const begun = this.#begun.then(() => this.#untilWaiting(call.id, signal))
    this.#begun = begun.catch(() => undefined)
    await begun
    for (;;) {
      const path = document.path(this.#branch)
      const step: HostStep | undefined = protocolAt(this.#core, path).perform?.(path, call)
      if (step === undefined) throw new HostError('Error', `${call.name} cannot be called.`)
      switch (step.type) {
        case 'ask':
          await this.#ask(call.id, step.request, signal)
          break
        case 'ask-person':
          return secrets.clean(await this.#inTurn(() => this.#askPerson(step.prompt, signal)))
        case 'return':
          return secrets.cleanAll(step.output)
        case 'throw':
          throw new HostError(step.name, secrets.clean(step.message))
        default:
          assertNever(step)
      }
    }
  }

  /** Console lines as they are recorded, where the protocol keeps secrets out of its records. */
  readonly clean = (body: EventBody): EventBody => {
    if (body.type !== 'logged' || !protocolAt(this.#core, this.#core.document.path(this.#branch)).bound)
      return body
    return { ...body, line: { ...body.line, text: this.#core.secrets.clean(body.line.text) } }
  }

  /** Events of the cell went to the branch. */
  progressed(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  end(): void {
    this.#ended = true
    this.progressed()
  }

  publish(): void {
    this.#core.document.publish({ activity: this.#activity() })
  }

  #activity() {
    const talks = [...this.#arriving].map(([call, arriving]): Talk => {
      const { type: _, ...rest } = arriving.activity
      return { call, ...rest }
    })
    const current = [...this.#arriving.values()].map(({ bytes }) => ({ bytes, counted: null }))
    const told = talks.length > 0 || this.#counted.length > 0
    return {
      type: 'running' as const,
      ...this.#cell,
      ...(told ? { talks, line: statusLine(current, this.#counted) } : {}),
    }
  }

  /** The call is part of the history, with the place at which the cell waits for it. */
  async #untilWaiting(id: CallId, signal: AbortSignal): Promise<void> {
    while (!this.#isOpen(id)) {
      if (this.#ended || signal.aborted) throw isOver()
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  #isOpen(id: CallId): boolean {
    const open = openCellAt(this.#core.document.path(this.#branch))
    return open?.waiting.some((call) => call.id === id) ?? false
  }

  async #ask(id: CallId, request: ModelRequest, signal: AbortSignal): Promise<void> {
    const { document, options, choice, secrets } = this.#core
    const arriving = new ArrivingReply(request, options.now(), false)
    this.#arriving.set(id, arriving)
    const isWanted = (): boolean => !signal.aborted && !this.#ended
    if (choice.setup.kind === 'person') document.publish({ activity: { type: 'awaiting-person', request } })
    else this.publish()
    const reply = await askFor(this.#core, this.#branch, request, {
      call: id,
      signal,
      isWanted,
      clean: (given) => secrets.cleanAll(given),
      onEvent: (event) => {
        arriving.take(event)
        if (isWanted()) document.soon({ activity: this.#activity() })
      },
    })
    this.#arriving.delete(id)
    this.#counted.push({ bytes: arriving.bytes, counted: reply.usage?.output ?? null })
    if (!isWanted()) throw isOver()
    this.publish()
  }

  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#question.then(ask)
    this.#question = answer.catch(() => undefined)
    return answer
  }

  async #askPerson(prompt: string, signal: AbortSignal): Promise<string> {
    const { document, options } = this.#core
    const { cell } = this.#cell
    document.publish({
      activity: { type: 'awaiting-input', since: options.now(), cell, prompt },
      ...announcementOf(this.#core, `Cell ${cell} asks: ${prompt === '' ? 'what now?' : prompt}`),
    })
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#core.input = { answer: resolve }
        signal.addEventListener('abort', () => reject(isOver()), { once: true })
        if (signal.aborted) reject(isOver())
      })
    } finally {
      this.#core.input = null
      if (!this.#ended) this.publish()
    }
  }
}
