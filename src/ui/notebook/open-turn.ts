import type { NotebookView } from '../../notebook/view.ts'

/**
 * The last turn has no answer yet, and nothing at its end offers to go on: somebody has branched off in its middle, or
 * answered a call in place of its tool.
 */
export function isOpenTurn(view: NotebookView): boolean {
  const turn = view.turns.at(-1)
  if (!turn || !isUnanswered(view)) return false
  const last = turn.items.findLast((item) => item.type !== 'note' && item.type !== 'answer')
  switch (last?.type) {
    case undefined:
    case 'calls':
      return true
    case 'cell':
      // One that waits asks for itself how it shall go on.
      return last.cell.endedBy !== null
    case 'reply':
      return last.reply.error === null
    case 'stop':
      return false
  }
}

/** Somebody has said something, and has no answer to it. */
export function isUnanswered(view: NotebookView): boolean {
  const turn = view.turns.at(-1)
  return turn !== undefined && turn.said !== null && turn.items.every((item) => item.type !== 'answer')
}
