import type { EventId, NotebookEvent } from './events.ts'

/**
 * All events of a notebook, in the order in which they were added. Immutable, yet appending to the newest version costs
 * the same for any length: versions share one list and differ in how much of it they see.
 */
export class EventLog implements ReadonlyMap<EventId, NotebookEvent> {
  static readonly empty = new EventLog([], new Map(), 0)

  readonly #list: NotebookEvent[]
  readonly #places: Map<EventId, number>
  readonly size: number

  private constructor(list: NotebookEvent[], places: Map<EventId, number>, size: number) {
    this.#list = list
    this.#places = places
    this.size = size
  }

  /** The same events as a log. */
  static of(events: ReadonlyMap<EventId, NotebookEvent>): EventLog {
    return events instanceof EventLog ? events : EventLog.empty.append([...events.values()])
  }

  /** Throws when an id is there already or an event names a parent that is not. */
  append(events: readonly NotebookEvent[]): EventLog {
    if (events.length === 0) return this
    const newest = this.size === this.#list.length && this.size > 0
    const list = newest ? this.#list : this.#list.slice(0, this.size)
    const places = newest ? this.#places : new Map(list.map((event, place) => [event.id, place]))
    for (const event of events) {
      // What a refused batch leaves in the list is beyond what any version sees, and the next batch copies the list.
      if (places.has(event.id)) throw new Error(`Event ${event.id} is in the notebook already`)
      if (event.parent === null ? list.length > 0 : !places.has(event.parent))
        throw new Error(`Event ${event.id} names a parent that is not in the notebook: ${event.parent}`)
      places.set(event.id, list.length)
      list.push(event)
    }
    return new EventLog(list, places, list.length)
  }

  get(id: EventId): NotebookEvent | undefined {
    const place = this.#places.get(id)
    return place === undefined || place >= this.size ? undefined : this.#list[place]
  }

  has(id: EventId): boolean {
    return this.get(id) !== undefined
  }

  /** Events that were added after the first `count`. */
  since(count: number): NotebookEvent[] {
    return this.#list.slice(count, this.size)
  }

  forEach(
    visit: (event: NotebookEvent, id: EventId, map: ReadonlyMap<EventId, NotebookEvent>) => void,
  ): void {
    for (const event of this.values()) visit(event, event.id, this)
  }

  *entries(): Generator<[EventId, NotebookEvent], undefined> {
    for (const event of this.values()) yield [event.id, event]
  }

  *keys(): Generator<EventId, undefined> {
    for (const event of this.values()) yield event.id
  }

  *values(): Generator<NotebookEvent, undefined> {
    for (let place = 0; place < this.size; place += 1) {
      const event = this.#list[place]
      if (event) yield event
    }
  }

  [Symbol.iterator](): Generator<[EventId, NotebookEvent], undefined> {
    return this.entries()
  }
}
