import type { Notebook } from '../notebook/notebook.ts'
import { Views } from '../notebook/views.ts'
import type { Session } from '../session/index.ts'
import { askToPersist, browserLocks, type Hold, type NotebookStorage, openStorage } from '../storage/index.ts'
import type { App } from '../ui/state/context.tsx'
import { titleFromFirstMessage } from '../ui/state/first-title.ts'
import type { Library } from '../ui/state/library.ts'
import { createUiStore } from '../ui/state/ui-store.ts'
import { declarations, newNotebook, protocols, sessionFor, tools } from './compose.ts'
import { DEMOS } from './demo.ts'

const LAST = 'last-notebook'

/** Deleted notebooks can be restored for this long, ms. */
const KEEP_DELETED_MS = 30 * 24 * 3_600_000

const ELSEWHERE = 'This notebook is open in another tab, so it can only be read here.'
const LOST = 'Another tab has taken this notebook over, so it can only be read here now.'

interface Open {
  parts: App
  session: Session
  hold: Hold | null
  end: () => void
}

/** What lies open in this page: one notebook at a time, and the way to the others. */
export class Desk {
  readonly #storage: NotebookStorage
  readonly #locks = browserLocks()
  readonly #show: (parts: App) => void
  #open: Open | null = null

  private constructor(storage: NotebookStorage, show: (parts: App) => void) {
    this.#storage = storage
    this.#show = show
  }

  /** Opens the notebook that was open last, else a new one. `show` is called for each notebook that is opened. */
  static async start(show: (parts: App) => void): Promise<Desk> {
    const desk = new Desk(await openStorage(), show)
    await desk.#openLast()
    void desk.#storage.purge(Date.now() - KEEP_DELETED_MS).catch(ignore)
    return desk
  }

  /** Something was said or run that closing the page would lose. */
  get hasUnsaved(): boolean {
    const state = this.#open?.session.getState()
    if (!state || state.readOnly !== null) return false
    if (this.#storage.kind.type === 'memory') return state.notebook.events.size > 2
    return state.saved.type !== 'saved'
  }

  async #openLast(): Promise<void> {
    const last: unknown = await this.#storage.readSetting(LAST).catch(() => null)
    const newest = (await this.#storage.list().catch(() => []))[0]?.id
    for (const id of new Set([last, newest])) {
      if (typeof id === 'string' && (await this.#tryOpen(id))) return
    }
    await this.#lay(newNotebook(), [])
  }

  async #tryOpen(id: string): Promise<boolean> {
    const read = await this.#storage.read(id).catch(() => null)
    if (!read) return false
    await this.#lay(read.notebook, read.repairs)
    return true
  }

  /** Shows a notebook, and puts the one before it away. */
  async #lay(notebook: Notebook, repairs: readonly string[], taken: Hold | null = null): Promise<void> {
    const before = this.#open
    if (before?.session.getState().notebook.id === notebook.id) await putAway(before)
    const hold = taken ?? (await this.#locks.take(notebook.id, () => this.#lose(notebook.id)))
    const readOnly = hold ? null : ELSEWHERE
    const session = sessionFor({ notebook, journal: readOnly === null ? this.#storage : null, readOnly })
    const endTitle = titleFromFirstMessage(session, DEMOS)
    const endPersist = readOnly === null ? askOnceWorthIt(session) : ignore
    const parts: App = {
      session,
      ui: createUiStore(),
      views: new Views(),
      tools,
      protocols,
      demos: DEMOS,
      declarations,
      library: this.#library(repairs),
    }
    this.#open = {
      parts,
      session,
      hold,
      end: () => {
        endTitle()
        endPersist()
      },
    }
    this.#show(parts)
    void this.#storage.writeSetting(LAST, notebook.id).catch(ignore)
    if (before && before.session.getState().notebook.id !== notebook.id) await putAway(before)
  }

  /** Another tab takes the notebook: the last changes are written, then it can only be read. */
  async #lose(id: string): Promise<void> {
    const session = this.#open?.session
    if (session?.getState().notebook.id === id) await session.setReadOnly(LOST)
  }

  #library(repairs: readonly string[]): Library {
    const storage = this.#storage
    return {
      memoryOnly: storage.kind.type === 'memory' ? (storage.kind.reason ?? '') : null,
      repairs,
      list: () => storage.list(),
      open: async (id) => {
        const read = await storage.read(id)
        if (!read) throw new Error('This notebook is not in this browser any more.')
        await this.#lay(read.notebook, read.repairs)
      },
      create: () => this.#lay(newNotebook(), []),
      remove: async (id) => {
        await storage.remove(id, Date.now())
        if (this.#open?.session.getState().notebook.id === id) await this.#openLast()
      },
      restore: (id) => storage.restore(id),
      takeOver: async () => {
        const id = this.#open?.session.getState().notebook.id
        if (id === undefined) return
        const hold = await this.#locks.takeOver(id, () => this.#lose(id))
        const read = await storage.read(id)
        if (read) await this.#lay(read.notebook, read.repairs, hold)
        else hold.release()
      },
    }
  }
}

async function putAway(open: Open): Promise<void> {
  open.end()
  await open.session.dispose()
  open.hold?.release()
}

/** Asks the browser to keep the data when there is something worth keeping: the first time something was run. */
function askOnceWorthIt(session: Session): () => void {
  const end = session.subscribe(({ notebook, saved }) => {
    if (notebook.events.size <= 4 || saved.type !== 'saved') return
    end()
    void askToPersist()
  })
  return end
}

function ignore(): void {
  // A setting that was not kept costs a click at the next start, and nothing else.
}
