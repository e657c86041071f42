import { EventLog } from './event-log.ts'
import type { EventId, NotebookEvent, NotebookPath } from './events.ts'
import type { Branch, BranchId, Notebook } from './notebook.ts'

/** What is decided outside: ids are unique within the notebook, `at` is ms since 1970. */
export interface NewNotebook {
  id: string
  title: string
  /** Build id of the interpreter. */
  engine: string
  /** Id of the first event. */
  event: EventId
  branch: { id: BranchId; name: string }
  at: number
}

export function createNotebook({ id, title, engine, event, branch, at }: NewNotebook): Notebook {
  const opened: NotebookEvent = { id: event, parent: null, at, type: 'opened', title, engine }
  return {
    id,
    title,
    events: EventLog.empty.append([opened]),
    branches: [{ ...branch, head: event }],
    createdAt: at,
    changedAt: at,
  }
}

/**
 * Adds events to a branch's end, the first to its head, each further one to the one before it. Throws when the branch is
 * not there or the events do not follow on each other.
 */
export function appendTo(notebook: Notebook, id: BranchId, events: readonly NotebookEvent[]): Notebook {
  let { head } = branchOf(notebook, id)
  for (const event of events) {
    if (event.parent !== head)
      throw new Error(`Event ${event.id} does not follow ${head}, the end of its branch`)
    head = event.id
  }
  const last = events.at(-1)
  if (!last) return notebook
  return {
    ...notebook,
    events: EventLog.of(notebook.events).append(events),
    branches: notebook.branches.map((branch) => (branch.id === id ? { ...branch, head } : branch)),
    changedAt: Math.max(notebook.changedAt, last.at),
  }
}

/** Throws when there is no such branch. */
export function branchOf(notebook: Notebook, id: BranchId): Branch {
  const branch = notebook.branches.find((candidate) => candidate.id === id)
  if (!branch) throw new Error(`Branch ${id} is not in the notebook`)
  return branch
}

/** Throws when there is no such event. */
export function eventOf(notebook: Pick<Notebook, 'events'>, id: EventId): NotebookEvent {
  const event = notebook.events.get(id)
  if (!event) throw new Error(`Event ${id} is not in the notebook`)
  return event
}

/** Events from the root to `id`, in order. Throws when there is no such event. */
export function pathTo(notebook: Pick<Notebook, 'events'>, id: EventId): NotebookEvent[] {
  const path: NotebookEvent[] = []
  for (let at: EventId | null = id; at !== null; ) {
    const event: NotebookEvent = eventOf(notebook, at)
    path.push(event)
    at = event.parent
  }
  return path.reverse()
}

/** Events that follow `id` directly: more than one where the history branches. */
export function childrenOf(notebook: Pick<Notebook, 'events'>, id: EventId): NotebookEvent[] {
  const children: NotebookEvent[] = []
  for (const event of notebook.events.values()) if (event.parent === id) children.push(event)
  return children
}

/** How many events two paths have in common from the root on. */
export function commonLength(a: NotebookPath, b: NotebookPath): number {
  // Two paths of one tree part once and never meet again, so the end of the common part can be searched for.
  let low = 0
  let high = Math.min(a.length, b.length)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (a[middle - 1]?.id === b[middle - 1]?.id) low = middle
    else high = middle - 1
  }
  return low
}
