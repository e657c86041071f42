import type { EventId, NotebookEvent } from './events.ts'
import { foldAll } from './fold.ts'
import { EMPTY_VIEW, type FoldedView } from './folded.ts'
import type { Notebook } from './notebook.ts'
import { eventOf } from './tree.ts'

/** Views kept for going on from, and how far apart those are that are kept on the way to another. */
const MOST_KEPT = 256
const KEEP_EVERY = 64

/**
 * Views of a notebook's events, folded on from the nearest earlier one that is still known. The same event gives the
 * same object as long as it is kept. An event's path never changes, so nothing has to be told about changes.
 */
export class Views {
  readonly #kept = new Map<EventId, FoldedView>()

  /** Throws when there is no such event. */
  at(notebook: Pick<Notebook, 'events'>, id: EventId): FoldedView {
    const todo: NotebookEvent[] = []
    let view = EMPTY_VIEW
    for (let at: EventId | null = id; at !== null; ) {
      const known = this.#kept.get(at)
      if (known) {
        view = known
        this.#keep(at, known)
        break
      }
      const event: NotebookEvent = eventOf(notebook, at)
      todo.push(event)
      at = event.parent
    }
    todo.reverse()
    for (let start = 0; start < todo.length; start += KEEP_EVERY) {
      const events = todo.slice(start, start + KEEP_EVERY)
      view = foldAll(view, events)
      const last = events.at(-1)
      if (last) this.#keep(last.id, view)
    }
    return view
  }

  /** Least recently used ones go first. */
  #keep(id: EventId, view: FoldedView): void {
    this.#kept.delete(id)
    this.#kept.set(id, view)
    if (this.#kept.size <= MOST_KEPT) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      break
    }
  }
}
