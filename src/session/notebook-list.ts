import { createStore } from 'zustand/vanilla'
import { fileName, toFile } from '../notebook/file.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { createNotebook } from '../notebook/tree.ts'
import {
  askToPersist,
  type NotebookLocks,
  type NotebookStorage,
  type NotebookSummary,
  storageEstimate,
  summaryOf,
} from '../storage/index.ts'
import { messageOf, Refused } from './errors.ts'
import type { Journal } from './persist.ts'

export interface NotebookListState {
  /** The last changed first. */
  notebooks: readonly NotebookSummary[]
  /** `loading` until the list was read for the first time. */
  status: 'loading' | 'ready'
  /** What is wrong with the store, for the user; `null` when all is well. */
  problem: string | null
}

/** A notebook that was opened, with what a session of it needs. */
export interface OpenedNotebook {
  notebook: Notebook
  /** What was damaged and how it was repaired, in sentences. */
  repairs: readonly string[]
  /** Why nothing may be changed; `null` when it may. */
  readOnly: string | null
  journal: Journal
  /** `lose` is called when another tab takes the notebook over, and waited for. */
  whenLost(lose: (reason: string) => Promise<void>): void
  /** Lets other tabs have it. Call it when its session has been disposed of. */
  close(): void
}

/** The notebooks of this browser. Actions reject with a message for the user. */
export interface NotebookList {
  getState(): NotebookListState
  subscribe(listener: (state: NotebookListState, previous: NotebookListState) => void): () => void
  /** Reads the list anew. */
  refresh(): Promise<void>
  /** Makes a notebook, which is kept from its first save on. */
  create(title?: string): Notebook
  /** `takeOver`: also when another tab has it, which then only reads it. */
  open(id: string, options?: { takeOver?: boolean }): Promise<OpenedNotebook>
  /** Opens one that was just made or read from a file, with the reason why that must not be changed. */
  adopt(notebook: Notebook, readOnly?: string | null): Promise<OpenedNotebook>
  rename(id: string, title: string): Promise<void>
  /** Takes it off the list; the returned function puts it back. */
  remove(id: string): Promise<() => Promise<void>>
  /** A copy with the whole history. */
  duplicate(id: string): Promise<Notebook>
  /** Reads a file into the list. A notebook that is there already is added beside it. */
  importFile(
    text: string,
  ): Promise<{ notebook: Notebook; repairs: readonly string[]; readOnly: string | null }>
  exportFile(id: string): Promise<NotebookFile>
  /** Bytes used and granted, as far as the browser tells. */
  usage(): Promise<{ used: number; quota: number } | null>
}

export interface NotebookFile {
  /** `NAME.backstep.json` */
  name: string
  text: string
}

/** A notebook as a file: what is shown now, also when it is not kept. */
const fileOf = (notebook: Notebook): NotebookFile => ({
  name: fileName(notebook),
  text: toFile(notebook),
})

export interface NotebookListOptions {
  storage: NotebookStorage
  locks: NotebookLocks
  /** Build id of the interpreter, for new notebooks. */
  engine: string
  now?: () => number
  newId?: () => string
  /** Asks the browser to keep the data; called once, when there is something to keep. */
  persist?: () => Promise<unknown>
}

const UNTITLED = 'Untitled'
const KEEP_DELETED_MS = 24 * 60 * 60 * 1_000
const OTHER_TAB =
  'This notebook is open in another tab, so it can only be looked at here. Take it over to change it.'
const TAKEN_OVER =
  'Another tab has taken this notebook over. It is as it was left; take it back to change it here.'

export function createNotebookList({
  storage,
  locks,
  engine,
  now = () => Date.now(),
  newId = () => crypto.randomUUID(),
  persist = () => askToPersist(),
}: NotebookListOptions): NotebookList {
  const store = createStore<NotebookListState>(() => ({
    notebooks: [],
    status: 'loading',
    problem: storage.kind.type === 'memory' ? storage.kind.reason : null,
  }))
  let asked = false

  async function refresh(): Promise<void> {
    try {
      store.setState({ notebooks: await storage.list(), status: 'ready' })
    } catch (error) {
      store.setState({ status: 'ready', problem: messageOf(error) })
    }
  }

  /** The list as it is after a save, without reading it all again. */
  function listed(notebook: Notebook): void {
    const others = store.getState().notebooks.filter(({ id }) => id !== notebook.id)
    store.setState({ notebooks: [summaryOf(notebook), ...others].sort((a, b) => b.changedAt - a.changedAt) })
  }

  async function save(notebook: Notebook): Promise<void> {
    await storage.save(notebook)
    listed(notebook)
    if (asked) return
    asked = true
    // Whether the browser agrees changes nothing about what is to be done.
    void persist().catch(() => undefined)
  }

  async function read(id: string): Promise<{ notebook: Notebook; repairs: string[] }> {
    const found = await storage.read(id)
    if (!found)
      throw new Refused('This notebook is not there any more. It may have been deleted in another tab.')
    return found
  }

  async function hold(
    id: string,
    load: () => Promise<{ notebook: Notebook; repairs: string[] }>,
    takeOver: boolean,
  ): Promise<OpenedNotebook> {
    let lose: (reason: string) => Promise<void> = () => Promise.resolve()
    const onLost = (): Promise<void> => lose(TAKEN_OVER)
    const held = takeOver ? await locks.takeOver(id, onLost) : await locks.take(id, onLost)
    try {
      // Read after the other tab has written its last.
      const { notebook, repairs } = await load()
      return {
        notebook,
        repairs,
        readOnly: held ? null : OTHER_TAB,
        journal: { save },
        whenLost: (callback) => {
          lose = callback
        },
        close: () => held?.release(),
      }
    } catch (error) {
      held?.release()
      throw error
    }
  }

  function copyOf(notebook: Notebook, title: string): Notebook {
    const at = now()
    return { ...notebook, id: newId(), title, createdAt: at, changedAt: at }
  }

  void storage.purge(now() - KEEP_DELETED_MS).then(refresh, (error: unknown) => {
    store.setState({ status: 'ready', problem: messageOf(error) })
  })

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    refresh,

    create: (title = UNTITLED) =>
      createNotebook({
        id: newId(),
        title,
        engine,
        event: newId(),
        branch: { id: newId(), name: 'Main' },
        at: now(),
      }),

    open: (id, { takeOver = false } = {}) => hold(id, () => read(id), takeOver),
    async adopt(notebook, readOnly = null) {
      const opened = await hold(notebook.id, () => Promise.resolve({ notebook, repairs: [] }), false)
      return { ...opened, readOnly: readOnly ?? opened.readOnly }
    },

    async rename(id, title) {
      const trimmed = title.trim()
      if (trimmed === '') return
      const { notebook } = await read(id)
      await save({ ...notebook, title: trimmed, changedAt: now() })
    },

    async remove(id) {
      await storage.remove(id, now())
      store.setState({ notebooks: store.getState().notebooks.filter((notebook) => notebook.id !== id) })
      return async () => {
        await storage.restore(id)
        await refresh()
      }
    },

    async duplicate(id) {
      const { notebook } = await read(id)
      const copy = copyOf(notebook, `${notebook.title} (copy)`)
      await save(copy)
      return copy
    },

    async importFile(text) {
      // What reads files is large, and no part of a first run.
      const { fromFile } = await import('../notebook/read-file.ts')
      const opened = fromFile(text)
      if (!opened.ok) throw new Refused(opened.problem)
      const { repairs, readOnly } = opened
      const there = (await storage.read(opened.notebook.id)) !== null
      const notebook = there ? copyOf(opened.notebook, opened.notebook.title) : opened.notebook
      // A file of a newer version must not be kept as if this one had written it.
      if (readOnly === null) await save(notebook)
      return { notebook, repairs, readOnly }
    },

    exportFile: async (id) => fileOf((await read(id)).notebook),
    usage: () => storageEstimate(),
  }
}
