import { EventLog } from './event-log.ts'
import type { EventId, NotebookEvent } from './events.ts'
import type { Branch, Notebook } from './notebook.ts'
import { branchSchema, parseEvent, problemOf } from './schema.ts'

/** A notebook as it was kept: nothing of it is trusted. */
export interface RawNotebook {
  id: unknown
  title: unknown
  createdAt: unknown
  changedAt: unknown
  branches: unknown
  events: readonly unknown[]
}

export interface Repaired {
  notebook: Notebook
  /** What had to be changed to get a notebook, in sentences. Empty when it was whole. */
  repairs: string[]
}

/** Makes a notebook of what is there. Damaged parts are left out, and what hangs on them is attached before them. */
export function repairNotebook(raw: RawNotebook): Repaired {
  const repairs: string[] = []
  const { events, parents } = readEvents(raw.events, repairs)
  const known = new Map(events.map((event) => [event.id, event]))
  /** The nearest kept event at or before an id. */
  const keptAt = (id: unknown): EventId | null => {
    const seen = new Set<unknown>()
    for (let at = id; typeof at === 'string' && !seen.has(at); at = parents.get(at)) {
      if (known.has(at)) return at
      seen.add(at)
    }
    return null
  }
  const ordered = inOrder(events, keptAt, repairs)
  const log = EventLog.empty.append(ordered)
  const root = ordered[0]
  const last = ordered.at(-1)
  if (!root || !last) throw new Error('A repaired notebook has at least one event')
  const kept = (id: unknown): EventId | null => {
    const at = keptAt(id)
    return at !== null && log.has(at) ? at : null
  }
  const opened = root.type === 'opened' ? root : null
  return {
    notebook: {
      id: typeof raw.id === 'string' && raw.id !== '' ? raw.id : root.id,
      title: typeof raw.title === 'string' ? raw.title : (opened?.title ?? 'Untitled'),
      events: log,
      branches: readBranches(raw.branches, kept, last.id, repairs),
      createdAt: typeof raw.createdAt === 'number' ? raw.createdAt : root.at,
      changedAt: typeof raw.changedAt === 'number' ? raw.changedAt : last.at,
    },
    repairs,
  }
}

/** `parents` also knows the parents of events that were left out, as far as they could be read. */
function readEvents(
  raw: readonly unknown[],
  repairs: string[],
): { events: NotebookEvent[]; parents: Map<unknown, unknown> } {
  const events: NotebookEvent[] = []
  const parents = new Map<unknown, unknown>()
  for (const [place, value] of raw.entries()) {
    const fields = (typeof value === 'object' && value !== null ? value : {}) as {
      id?: unknown
      parent?: unknown
      type?: unknown
    }
    if (parents.has(fields.id)) {
      repairs.push(`Event ${place + 1} was left out: its id ${JSON.stringify(fields.id)} is there already.`)
      continue
    }
    if (fields.id !== undefined) parents.set(fields.id, fields.parent)
    const parsed = parseEvent(value)
    if (parsed.ok) events.push(parsed.event)
    else {
      const type = typeof fields.type === 'string' ? ` (${fields.type})` : ''
      repairs.push(`Event ${place + 1}${type} was left out: ${parsed.problem}.`)
    }
  }
  return { events, parents }
}

/** Parents before their children, from one root. */
function inOrder(
  events: NotebookEvent[],
  keptAt: (id: unknown) => EventId | null,
  repairs: string[],
): NotebookEvent[] {
  const root = events.find(({ parent, type }) => parent === null && type === 'opened')
  const start: NotebookEvent = root ?? {
    id: freeId(events),
    parent: null,
    at: events[0]?.at ?? 0,
    type: 'opened',
    title: 'Repaired',
    engine: '',
  }
  if (!root) repairs.push('The beginning of the notebook was missing; it was made anew.')
  const children = new Map<EventId, NotebookEvent[]>()
  let moved = 0
  for (const event of events) {
    if (event === root) continue
    const at = event.parent === null ? null : keptAt(event.parent)
    const parent = at === event.id || at === null ? (root && event.parent !== null ? null : start.id) : at
    if (parent === null) continue
    if (parent !== event.parent) moved += 1
    const list = children.get(parent) ?? []
    list.push(parent === event.parent ? event : { ...event, parent })
    children.set(parent, list)
  }
  if (moved > 0)
    repairs.push(`Attached to what is before, as what they followed on is missing: ${countOf(moved)}.`)
  const reached = new Set<EventId>([start.id])
  const waiting = [start.id]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const child of children.get(id) ?? []) {
      reached.add(child.id)
      waiting.push(child.id)
    }
  }
  const lost = events.filter(({ id }) => !reached.has(id)).length
  if (lost > 0) repairs.push(`Left out, as they hang on nothing: ${countOf(lost)}.`)
  const byId = new Map([...children.values()].flat().map((event) => [event.id, event]))
  const kept = events.flatMap(({ id }) => (reached.has(id) && id !== start.id ? (byId.get(id) ?? []) : []))
  return [start, ...parentsFirst(kept, start.id, children)]
}

/** Keeps the order of the file where it can: two files of one history should not differ more than they have to. */
function parentsFirst(
  kept: NotebookEvent[],
  start: EventId,
  children: Map<EventId, NotebookEvent[]>,
): NotebookEvent[] {
  const done = new Set([start])
  const ordered: NotebookEvent[] = []
  const late = new Map<EventId, NotebookEvent>()
  const add = (event: NotebookEvent): void => {
    const stack = [event]
    for (let next = stack.pop(); next; next = stack.pop()) {
      done.add(next.id)
      ordered.push(next)
      // Those of its children that came before it in the file.
      for (const child of children.get(next.id) ?? []) if (late.delete(child.id)) stack.push(child)
    }
  }
  for (const event of kept) {
    if (event.parent !== null && done.has(event.parent)) add(event)
    else late.set(event.id, event)
  }
  return ordered
}

function readBranches(
  raw: unknown,
  keptAt: (id: unknown) => EventId | null,
  last: EventId,
  repairs: string[],
): Branch[] {
  const branches: Branch[] = []
  const list: unknown[] = Array.isArray(raw) ? raw : []
  if (!Array.isArray(raw)) repairs.push('The list of branches was missing.')
  for (const [place, value] of list.entries()) {
    const parsed = branchSchema.safeParse(value)
    if (!parsed.success) {
      repairs.push(`Branch ${place + 1} was left out: ${problemOf(parsed.error)}.`)
      continue
    }
    const branch = parsed.data
    const head = keptAt(branch.head)
    if (head === null || branches.some(({ id }) => id === branch.id)) {
      repairs.push(
        `Branch "${branch.name}" was left out: ${head === null ? 'its end is missing' : 'its id is there already'}.`,
      )
      continue
    }
    if (head !== branch.head) repairs.push(`Branch "${branch.name}" ends earlier: its end was damaged.`)
    branches.push({ ...branch, head })
  }
  if (branches.length > 0) return branches
  if (list.length > 0 || !Array.isArray(raw)) repairs.push('A branch was made that ends at the last event.')
  else repairs.push('There was no branch; one was made that ends at the last event.')
  return [{ id: 'main', name: 'Main', head: last }]
}

const countOf = (count: number): string => (count === 1 ? '1 event' : `${count} events`)

function freeId(events: readonly NotebookEvent[]): EventId {
  const taken = new Set(events.map(({ id }) => id))
  let id = 'opened'
  while (taken.has(id)) id += '-1'
  return id
}
