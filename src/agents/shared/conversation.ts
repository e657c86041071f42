import type { ConsoleLine } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import type { CellEnd, EventOf, NotebookPath } from '../../notebook/events.ts'

/** A cell as the model may hear of it. */
export interface Cell {
  source: string
  console: ConsoleLine[]
  /** How many tools it called. */
  calls: number
  /** `null` while it runs. */
  end: CellEnd | null
}

export interface Call {
  call: ToolCall
  /** The cell that it became; `null` when it could not become one, or was cut off by a stop. */
  cell: Cell | null
  /** The call of a tool that it became without a cell. */
  made: MadeCall | null
}

export interface MadeCall {
  id: number
  /** `null` while it runs, and when it was cut off so that its result is not known. */
  settled: EventOf<'settled'> | null
}

/** What the model has seen or will see, in order. */
export type Entry =
  /** With the cells that the user ran since the model was last asked. */
  | { type: 'said'; text: string; cells: Cell[] }
  /** Cells that the user ran in the middle of a turn. */
  | { type: 'cells'; cells: Cell[] }
  | ReplyEntry
  /** What another protocol answered before this one was chosen. */
  | { type: 'answered'; text: string }

export interface ReplyEntry {
  type: 'reply'
  reply: Reply
  calls: Call[]
  /** The cell that was in the text of the reply, where a protocol has code there. */
  cell: Cell | null
  /** The first since the user last said something or let the turn go on. */
  fresh: boolean
}

/**
 * Reads a path as a conversation. Failed replies are not part of it: the model is asked again in their place. Of turns
 * under another protocol it holds what was said and answered: their calls are in words that this one does not use.
 */
export function conversationOf(path: NotebookPath): Entry[] {
  const reader = new Reader()
  for (const event of path) reader.read(event)
  return reader.end()
}

class Reader {
  #protocol: string | null = null
  #entries: Entry[] = []
  /** What was said and answered, whatever the protocol. */
  #words: Entry[] = []
  #mine: Cell[] = []
  #open: Cell | null = null
  #last: ReplyEntry | null = null
  #fresh = true

  read(event: NotebookPath[number]): void {
    switch (event.type) {
      case 'configured':
        if (this.#protocol !== null && this.#protocol !== event.protocol) this.#leave()
        this.#protocol = event.protocol
        return
      case 'said':
        this.#settle()
        this.#entries.push({ type: 'said', text: event.text, cells: this.#mine })
        this.#words.push({ type: 'said', text: event.text, cells: [] })
        this.#mine = []
        this.#fresh = true
        return
      case 'resumed':
        this.#fresh = true
        return
      case 'asked':
        this.#settle()
        this.#tell()
        return
      case 'replied':
        if (event.reply.error === null) this.#replied(event.reply)
        return
      case 'cell-started':
        this.#started(event)
        return
      case 'logged':
        this.#open?.console.push(event.line)
        return
      case 'cell-ended':
        if (this.#open) this.#open.end = event.end
        this.#open = null
        return
      case 'called':
        if (event.toolCallId !== undefined) this.#called(event)
        else if (this.#open) this.#open.calls += 1
        return
      case 'settled':
        if (event.toolCallId !== undefined) this.#settled(event)
        return
      case 'answered':
        this.#words.push({ type: 'answered', text: event.text })
        return
      case 'opened':
      case 'waited':
      case 'stopped':
      case 'noted':
        return
    }
  }

  end(): Entry[] {
    this.#tell()
    return this.#entries
  }

  /** What the model has been told of the last reply stays as it was told. */
  #settle(): void {
    this.#last = null
    this.#open = null
  }

  #tell(): void {
    if (this.#mine.length > 0) this.#entries.push({ type: 'cells', cells: this.#mine })
    this.#mine = []
  }

  #leave(): void {
    this.#settle()
    this.#mine = []
    this.#entries = this.#words.flatMap((entry, place, words): Entry[] => {
      const unanswered = entry.type === 'said' && words[place + 1]?.type !== 'answered'
      // Many servers refuse two messages of the user after each other.
      return unanswered ? [entry, { type: 'answered', text: '(no answer)' }] : [entry]
    })
    this.#words = [...this.#entries]
  }

  #replied(reply: Reply): void {
    const calls = reply.toolCalls.map((call) => ({ call, cell: null, made: null }))
    this.#last = { type: 'reply', reply, calls, cell: null, fresh: this.#fresh }
    this.#entries.push(this.#last)
    this.#fresh = false
  }

  #started({ source, author, toolCallId }: EventOf<'cell-started'>): void {
    this.#open = { source, console: [], calls: 0, end: null }
    // Servers repeat ids, so only the last reply counts, and in it the first call without a cell.
    const call = this.#last?.calls.find((each) => each.call.id === toolCallId && each.cell === null)
    if (call) call.cell = this.#open
    else if (this.#last?.calls.length === 0 && author === 'model' && toolCallId !== undefined)
      this.#last.cell = this.#open
    else this.#mine.push(this.#open)
  }

  #called({ call: id, toolCallId }: EventOf<'called'>): void {
    const call = this.#last?.calls.find((each) => each.call.id === toolCallId && each.made === null)
    if (call) call.made = { id, settled: null }
  }

  #settled(event: EventOf<'settled'>): void {
    const call = this.#last?.calls.find((each) => each.made?.id === event.call)
    if (call?.made) call.made.settled = event
  }
}
