import type { ConsoleLine } from '../../kernel/types.ts'
import type { Reply, ToolCall } from '../../models/types.ts'
import type { CellEnd, NotebookPath } from '../../notebook/events.ts'

/** A cell as the model may hear of it. */
export interface Cell {
  source: string
  console: ConsoleLine[]
  /** `null` while it runs. */
  end: CellEnd | null
}

export interface Call {
  call: ToolCall
  /** The cell that it became; `null` when it could not become one, or was cut off by a stop. */
  cell: Cell | null
}

/** What the model has seen or will see, in order. */
export type Entry =
  /** With the cells that the user ran since the model was last asked. */
  | { type: 'said'; text: string; cells: Cell[] }
  /** Cells that the user ran in the middle of a turn. */
  | { type: 'cells'; cells: Cell[] }
  /** `fresh`: the first since the user last said something or let the turn go on. */
  | { type: 'reply'; reply: Reply; calls: Call[]; fresh: boolean }

/** Reads a path as a conversation. Failed replies are not part of it: the model is asked again in their place. */
export function conversationOf(path: NotebookPath): Entry[] {
  const entries: Entry[] = []
  let mine: Cell[] = []
  let open: Cell | null = null
  let calls: Call[] = []
  let fresh = true
  const tell = (): void => {
    if (mine.length > 0) entries.push({ type: 'cells', cells: mine })
    mine = []
  }
  /** What the model has been told of the last reply stays as it was told. */
  const settle = (): void => {
    calls = []
    open = null
  }
  for (const event of path) {
    switch (event.type) {
      case 'said':
        settle()
        entries.push({ type: 'said', text: event.text, cells: mine })
        mine = []
        fresh = true
        break
      case 'resumed':
        fresh = true
        break
      case 'asked':
        settle()
        tell()
        break
      case 'replied':
        if (event.reply.error) break
        calls = event.reply.toolCalls.map((call) => ({ call, cell: null }))
        entries.push({ type: 'reply', reply: event.reply, calls, fresh })
        fresh = false
        break
      case 'cell-started': {
        open = { source: event.source, console: [], end: null }
        // Servers repeat ids, so only the last reply counts, and in it the first call without a cell.
        const call = calls.find((each) => each.call.id === event.toolCallId && each.cell === null)
        if (call) call.cell = open
        else mine.push(open)
        break
      }
      case 'logged':
        open?.console.push(event.line)
        break
      case 'cell-ended':
        if (open) open.end = event.end
        open = null
        break
      case 'opened':
      case 'configured':
      case 'called':
      case 'settled':
      case 'waited':
      case 'answered':
      case 'stopped':
      case 'noted':
        break
    }
  }
  tell()
  return entries
}
