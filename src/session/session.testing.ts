import { createProtocols } from '../agents/index.ts'
import { createKernel } from '../kernel/index.ts'
import type { Kernel } from '../kernel/types.ts'
import type { Model, ModelRequest, Reply, ReplyEvent, ToolCall } from '../models/index.ts'
import type { EventOf, NotebookEvent } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { createNotebook, pathTo } from '../notebook/tree.ts'
import type { Tool } from '../tools/types.ts'
import { createSession, type Session, type SessionOptions } from './index.ts'

/** A reply as a test writes it, or a function of what was asked. */
export type Line =
  | Partial<Reply>
  | ((request: ModelRequest, signal: AbortSignal | undefined) => Promise<Partial<Reply>>)

export const code = (source: string, id = `call-${source.length}-${source.slice(0, 4)}`): Partial<Reply> => ({
  toolCalls: [{ id, name: 'eval', arguments: { code: source } }],
  finish: 'tool-calls',
})

/** A model that says the given lines one after the other and keeps what it was sent. */
export function scripted(lines: Line[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    async reply(request, { signal, onEvent } = {}) {
      const line = lines[requests.length]
      requests.push(structuredClone(request))
      if (!line) return full({ error: { kind: 'script', message: 'The script is over.' } })
      const reply = full(typeof line === 'function' ? await line(request, signal) : line)
      for (const event of eventsOf(reply)) onEvent?.(event)
      return reply
    },
  }
}

const full = (reply: Partial<Reply>): Reply => ({
  text: '',
  reasoning: '',
  refusal: '',
  toolCalls: [],
  finish: 'stop',
  usage: { input: 100, output: 10 },
  error: null,
  notes: [],
  ...reply,
})

function* eventsOf({ text, toolCalls }: Reply): Generator<ReplyEvent> {
  if (text !== '') yield { type: 'text', text }
  for (const [index, call] of toolCalls.entries()) yield callEvent(call, index)
}

const callEvent = ({ id, name, arguments: given }: ToolCall, index: number): ReplyEvent => ({
  type: 'tool-call',
  index,
  id,
  name,
  arguments: JSON.stringify(given),
})

/** Tools whose calls a test answers itself. */
export class ByHand {
  readonly waiting: {
    name: string
    input: unknown
    answer: (value: unknown) => void
    fail: (error: Error) => void
  }[] = []
  #heard: (() => void)[] = []

  tool(name: string, readOnly = true): Tool {
    return {
      name,
      description: `Answers ${name}`,
      kind: 'sample',
      readOnly,
      call: (input, { signal }) =>
        new Promise((answer, fail) => {
          this.waiting.push({ name, input, answer, fail })
          signal.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')))
          for (const tell of this.#heard.splice(0)) tell()
        }),
    }
  }

  /** Resolves when so many calls have come in, in all. */
  async calls(count: number): Promise<void> {
    while (this.waiting.length < count) await new Promise<void>((resolve) => this.#heard.push(resolve))
  }
}

export const add: Tool = {
  name: 'add',
  description: 'Adds',
  kind: 'sample',
  readOnly: true,
  call: (input) => {
    const { a, b } = input as { a: number; b: number }
    return a + b
  },
}

let ids = 0
const newId = (): string => {
  ids += 1
  return `id-${ids}`
}

export function emptyNotebook(): Notebook {
  return createNotebook({
    id: newId(),
    title: 'Test',
    engine: 'test',
    event: newId(),
    branch: { id: newId(), name: 'Main' },
    at: 0,
  })
}

export interface Bench {
  session: Session
  model: Model & { requests: ModelRequest[] }
  kernels: Kernel[]
}

const benches: Session[] = []

/** For `afterEach`: ends the sessions that were made. */
export async function closeBenches(): Promise<void> {
  for (const session of benches.splice(0)) await session.dispose()
}

/** A session with a real kernel in this thread. */
export function bench(lines: Line[] = [], options: Partial<SessionOptions> = {}): Bench {
  const model = scripted(lines)
  const kernels: Kernel[] = []
  const session = createSession({
    notebook: emptyNotebook(),
    createKernel: async (given) => {
      const kernel = await createKernel(given)
      kernels.push(kernel)
      return kernel
    },
    createModel: () => model,
    model: { kind: 'tape', tape: 'test' },
    tools: [add],
    protocols: createProtocols({ renderDeclarations: () => '' }),
    newId,
    onHide: () => () => undefined,
    ...options,
  })
  benches.push(session)
  return { session, model, kernels }
}

/** Events of the shown branch. */
export function pathOf(session: Session, branch = session.getState().branch): NotebookEvent[] {
  const { notebook } = session.getState()
  const head = notebook.branches.find(({ id }) => id === branch)?.head
  return head === undefined ? [] : pathTo(notebook, head)
}

export const typesOf = (session: Session): string[] => pathOf(session).map(({ type }) => type)

export function eventsOfType<T extends NotebookEvent['type']>(session: Session, type: T): EventOf<T>[] {
  return pathOf(session).filter((event): event is EventOf<T> => event.type === type)
}

/** Resolves when the state is as asked for. */
export async function until(
  session: Session,
  holds: (state: ReturnType<Session['getState']>) => boolean,
): Promise<void> {
  if (holds(session.getState())) return
  await new Promise<void>((resolve) => {
    const stop = session.subscribe((state) => {
      if (!holds(state)) return
      stop()
      resolve()
    })
  })
}
