import type { OpenedCall } from '../kernel/types.ts'
import type { EventId, ModelSetup } from './events.ts'
import type { NotebookView, ReplyItem } from './view.ts'

/** A view together with what folding has to remember. */
export interface FoldedView extends NotebookView {
  /** Host calls that the cell waits for where the path ends. */
  waiting: readonly OpenedCall[]
  /** The model was asked and has not replied yet. */
  asked: { event: EventId; model: ModelSetup; at: number } | null
  /** The last reply, while more may come of it. */
  replied: OpenReply | null
}

export interface OpenReply {
  item: ReplyItem
  shown: boolean
  /** Ids of its calls that became no cell yet. */
  calls: readonly string[]
}

export const EMPTY_VIEW: FoldedView = {
  turns: [],
  cells: [],
  stops: [],
  waiting: [],
  asked: null,
  replied: null,
}
