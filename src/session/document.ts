import type { StoreApi } from 'zustand/vanilla'
import type { EventBase, EventId, NotebookEvent, NotebookPath } from '../notebook/events.ts'
import type { BranchId, Notebook } from '../notebook/notebook.ts'
import { appendTo, branchOf, pathTo } from '../notebook/tree.ts'
import type { SessionState } from './types.ts'

/** An event without what the document adds to it. */
export type EventBody = NotebookEvent extends infer E
  ? E extends EventBase
    ? Omit<E, keyof EventBase>
    : never
  : never

export interface DocumentOptions {
  notebook: Notebook
  now: () => number
  newId: () => string
  schedule: (callback: () => void) => void
}

/** Of a path and the state that it will be part of. */
type Derive = (path: NotebookPath, state: SessionState) => Partial<SessionState>

/**
 * The notebook as it is now. Its newest version is always here; the store, and through it the screen, gets it at most
 * once a frame, as a cell may print thousands of lines.
 */
export class Document {
  #notebook: Notebook
  #paths = new Map<BranchId, NotebookEvent[]>()
  #scheduled = false
  #store: StoreApi<SessionState> | null = null
  #derive: Derive = () => ({})
  #change: Partial<SessionState> = {}
  readonly #options: DocumentOptions

  constructor(options: DocumentOptions) {
    this.#options = options
    this.#notebook = options.notebook
  }

  /** `derive` computes what the state says of the shown branch's path. */
  connect(store: StoreApi<SessionState>, derive: Derive): void {
    this.#store = store
    this.#derive = derive
  }

  get notebook(): Notebook {
    return this.#notebook
  }

  /** Events up to the end of a branch. The array grows with the branch: copy what has to stay. */
  path(branch: BranchId): NotebookPath {
    const { head } = branchOf(this.#notebook, branch)
    const known = this.#paths.get(branch)
    if (known?.at(-1)?.id === head) return known
    const path = pathTo(this.#notebook, head)
    this.#paths.set(branch, path)
    return path
  }

  pathTo(event: EventId): NotebookPath {
    return pathTo(this.#notebook, event)
  }

  append(branch: BranchId, ...bodies: EventBody[]): void {
    if (bodies.length === 0) return
    const path = this.path(branch) as NotebookEvent[]
    let parent = branchOf(this.#notebook, branch).head
    const events = bodies.map((body): NotebookEvent => {
      const event: NotebookEvent = { id: this.#options.newId(), parent, at: this.#options.now(), ...body }
      parent = event.id
      return event
    })
    this.#notebook = appendTo(this.#notebook, branch, events)
    path.push(...events)
    this.#schedule()
  }

  /** Another version of the notebook: branches, title. */
  change(to: (notebook: Notebook) => Notebook): void {
    this.#notebook = to(this.#notebook)
    this.publish()
  }

  /** A change of the state that goes out with the notebook, within a frame. */
  soon(change: Partial<SessionState>): void {
    this.#change = { ...this.#change, ...change }
    this.#schedule()
  }

  /** Puts everything into the store now. */
  publish(change: Partial<SessionState> = {}): void {
    const store = this.#store
    if (!store) return
    const all: Partial<SessionState> = { ...this.#change, ...change, notebook: this.#notebook }
    this.#change = {}
    const state = { ...store.getState(), ...all }
    store.setState({ ...all, ...this.#derive(this.path(state.branch), state) })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#options.schedule(() => {
      this.#scheduled = false
      this.publish()
    })
  }
}
