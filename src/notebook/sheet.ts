import type { CallId } from '../kernel/types.ts'
import type { EventId } from './events.ts'
import type { FoldedView } from './folded.ts'
import type { CallView, CellView, StopView, TurnItem, TurnView } from './view.ts'

/**
 * A view that is being written: parts are copied when they are first touched, so the view it began with stays as it was
 * and what is not touched is shared between both.
 */
export class Sheet {
  readonly view: FoldedView
  readonly #mine = new WeakSet<object>()

  constructor(view: FoldedView) {
    this.view = { ...view }
  }

  set(change: Partial<Pick<FoldedView, 'waiting' | 'asked' | 'replied'>>): void {
    Object.assign(this.view, change)
  }

  /** The turn that things go into now; what comes before the first message is turn 0. */
  get turn(): TurnView {
    const last = this.view.turns.at(-1)
    if (last) return last
    const turn: TurnView = this.#own({ number: 0, said: null, items: this.#own([]) })
    this.#turns().push(turn)
    return turn
  }

  get lastCell(): CellView | undefined {
    return this.view.cells.at(-1)
  }

  addTurn(said: { event: EventId; text: string }): void {
    const number = (this.view.turns.at(-1)?.number ?? 0) + 1
    this.#turns().push(this.#own({ number, said, items: this.#own([]) }))
  }

  addItem(item: TurnItem): void {
    this.#items().push(item)
  }

  /** Items of the last turn only. */
  replaceItem(event: EventId, item: TurnItem): void {
    const items = this.#items()
    const place = placeOf(items, event)
    if (place >= 0) items[place] = item
  }

  removeItem(event: EventId): void {
    const items = this.#items()
    const place = placeOf(items, event)
    if (place >= 0) items.splice(place, 1)
  }

  addStop(stop: Omit<StopView, 'turn'>): void {
    const number = this.view.turns.at(-1)?.number ?? 0
    this.view.stops = this.#writable(this.view.stops)
    this.view.stops.push({ ...stop, turn: number })
  }

  addCell(cell: CellView): void {
    this.#cells().push(this.#own(cell))
    this.addItem({ type: 'cell', cell })
  }

  /** Changes the cell that runs. Without one, as in a damaged file, nothing happens. */
  changeCell(change: (cell: CellView) => void): void {
    const cell = this.lastCell
    if (!cell || cell.endedBy !== null) return
    if (this.#mine.has(cell)) {
      change(cell)
      return
    }
    const copy = this.#own({ ...cell })
    this.#cells()[this.view.cells.length - 1] = copy
    const items = this.#items(this.view.turns.findLastIndex(({ number }) => number === cell.turn))
    const place = items.findLastIndex((item) => item.type === 'cell' && item.cell === cell)
    if (place >= 0) items[place] = { type: 'cell', cell: copy }
    change(copy)
  }

  pushTo<K extends 'console' | 'calls'>(cell: CellView, part: K, item: CellView[K][number]): void {
    const list = this.#writable<CellView[K][number]>(cell[part])
    list.push(item)
    cell[part] = list as CellView[K]
  }

  changeCall(id: CallId, change: (call: CallView) => void): void {
    this.changeCell((cell) => {
      const place = cell.calls.findLastIndex((call) => call.id === id)
      const call = cell.calls[place]
      if (!call) return
      cell.calls = this.#writable(cell.calls)
      const copy = { ...call }
      cell.calls[place] = copy
      change(copy)
    })
  }

  #items(place = this.view.turns.length - 1): TurnItem[] {
    const turn = this.view.turns[place] ?? this.turn
    const mine = this.#mine.has(turn) ? turn : this.#own({ ...turn })
    if (mine !== turn) this.#turns()[place] = mine
    mine.items = this.#writable(mine.items)
    return mine.items
  }

  #turns(): TurnView[] {
    this.view.turns = this.#writable(this.view.turns)
    return this.view.turns
  }

  #cells(): CellView[] {
    this.view.cells = this.#writable(this.view.cells)
    return this.view.cells
  }

  #writable<T>(list: T[]): T[] {
    return this.#mine.has(list) ? list : this.#own([...list])
  }

  #own<T extends object>(part: T): T {
    this.#mine.add(part)
    return part
  }
}

const placeOf = (items: readonly TurnItem[], event: EventId): number =>
  items.findLastIndex((item) => item.type !== 'cell' && item.event === event)
