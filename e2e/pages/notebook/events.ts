import type { CellError, Checkpoint, Json, PreviewNode } from '../../../src/kernel/types.ts'
import type { Reply } from '../../../src/models/types.ts'
import type { CellAuthor, CellEnd, NotebookEvent } from '../../../src/notebook/events.ts'

type Body = NotebookEvent extends infer E
  ? E extends NotebookEvent
    ? Omit<E, 'id' | 'parent' | 'at'>
    : never
  : never

/** Writes a history by hand, event by event. */
export class Story {
  readonly events: NotebookEvent[] = []
  #cell = 0
  #call = 0
  #at = 1_700_000_000_000

  add(body: Body): string {
    const parent = this.events.at(-1)?.id ?? null
    const id = `e${this.events.length}`
    this.#at += 40
    this.events.push({ id, parent, at: this.#at, ...body })
    return id
  }

  open(title: string): void {
    this.add({ type: 'opened', title, engine: 'test' })
    this.add({
      type: 'configured',
      protocol: 'deep-agents',
      options: {},
      limits: {},
      configuration: CONFIGURATION,
      checkpoint: this.#checkpoint('boot', []),
    })
  }

  ask(text: string): void {
    this.add({ type: 'said', text })
  }

  /** One model call, and the cell that comes of it. */
  cell(source: string, steps: (cell: CellWriter) => void, author: CellAuthor = 'model'): void {
    if (author === 'model')
      this.reply({ toolCalls: [{ id: `t${this.#cell}`, name: 'eval', arguments: { code: source } }] })
    this.#cell += 1
    this.add({
      type: 'cell-started',
      cell: this.#cell,
      source,
      author,
      ...(author === 'model' ? { toolCallId: `t${this.#cell - 1}` } : {}),
    })
    steps({
      log: (text, level = 'log') => void this.add({ type: 'logged', line: { level, text } }),
      call: (name, input, startedMs) => {
        this.#call += 1
        this.add({ type: 'called', call: this.#call, name, input, startedMs })
        return this.#call
      },
      wait: (...calls) => this.add({ type: 'waited', checkpoint: this.#checkpoint('wait', calls) }),

      settle: (call, output, endedMs) =>
        void this.add({ type: 'settled', call, status: 'ok', output, source: 'live', endedMs }),
      fail: (call, message, endedMs) =>
        void this.add({
          type: 'settled',
          call,
          status: 'error',
          error: { name: 'Error', message },
          source: 'live',
          endedMs,
        }),
      end: (value, more = {}) =>
        void this.add({
          type: 'cell-ended',
          checkpoint: this.#checkpoint('end', []),
          end: { ...END, value, ...more, status: more.error ? 'error' : (more.status ?? 'ok') },
        }),
    })
  }

  reply(more: Partial<Reply>): void {
    this.add({ type: 'asked', model: { kind: 'tape', tape: 'demo' }, requestHash: '', estimatedInput: 900 })
    this.add({ type: 'replied', reply: { ...REPLY, ...more }, durationMs: 1_240 })
  }

  answer(text: string): void {
    this.reply({ text })
    this.add({ type: 'answered', text })
  }

  #step(): Checkpoint['step'] {
    const last = this.events.at(-1)
    return last?.type === 'settled'
      ? { type: 'settle', call: last.call, status: 'ok', payload: '' }
      : { type: 'cell', name: `cell-${this.#cell}`, source: '' }
  }

  #checkpoint(kind: Checkpoint['kind'], calls: number[]): Checkpoint {
    const opened = calls.map((id) => {
      const called = this.events.find((event) => event.type === 'called' && event.call === id)
      return { id, name: called?.type === 'called' ? called.name : '', input: undefined }
    })
    return {
      id: `c${this.events.length}`,
      parent: null,
      kind,
      cell: kind === 'boot' ? null : `cell-${this.#cell}`,
      opened,
      step: this.#step(),
    }
  }
}

export interface CellWriter {
  log: (text: string, level?: 'log' | 'info' | 'warn' | 'error' | 'debug') => void
  call: (name: string, input: Json, startedMs: number) => number
  wait: (...calls: number[]) => string
  settle: (call: number, output: Json, endedMs: number) => void
  fail: (call: number, message: string, endedMs: number) => void
  end: (value: PreviewNode | null, more?: Partial<CellEnd> & { error?: CellError }) => void
}

const CONFIGURATION = {
  tools: [],
  dialect: 'tools',
  captureConsole: true,
  clock: 'none',
  seed: 1,
  modules: {},
  memoryBytes: 2 ** 26,
} as const satisfies Extract<NotebookEvent, { type: 'configured' }>['configuration']

const END: CellEnd = {
  status: 'ok',
  text: '',
  value: null,
  error: null,
  warnings: [],
  rolledBack: false,
  cpuMs: 4,
  wallMs: 96,
}

const REPLY: Reply = {
  text: '',
  reasoning: '',
  refusal: '',
  toolCalls: [],
  finish: 'stop',
  usage: null,
  error: null,
  notes: [],
}
