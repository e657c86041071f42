import type { Reply } from '../../models/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt, openCellAt } from '../../notebook/state.ts'
import type { Next } from '../types.ts'
import { MOST_REPEATS } from './repeats.ts'

/** Model calls in one turn, until the user lets it go on. */
export const DEFAULT_STEP_LIMIT = 24

/** What holds at the end of a path whatever the protocol; `null` when the turn goes on. */
export function held(path: NotebookPath): Next | null {
  if (openCellAt(path)) return { type: 'idle' }
  const turn = turnOf(path)
  if (turn.length === 0 || turn.some(({ type }) => type === 'answered')) return { type: 'idle' }
  const stop = turn.findLast(({ type }) => type === 'stopped' || type === 'resumed')
  if (stop?.type === 'stopped') return { type: 'idle' }
  const last = turn.findLast(({ type }) => type === 'replied' || type === 'resumed')
  if (last?.type === 'replied' && last.reply.error) {
    return { type: 'stop', reason: 'model-error', message: last.reply.error.message }
  }
  return null
}

/** The model is asked, unless it was asked too often since the user last said something. */
export function ask(path: NotebookPath, stepLimit: number): Next {
  if (askedAt(path) < stepLimit) return { type: 'ask' }
  return {
    type: 'stop',
    reason: 'step-limit',
    message: `The model was asked ${stepLimit} times without coming to an answer. Let it go on, or say something.`,
  }
}

/** How often the model was asked since the user last said something or let the turn go on. */
function askedAt(path: NotebookPath): number {
  const from = path.findLastIndex(({ type }) => type === 'said' || type === 'resumed')
  return path.slice(from + 1).filter(({ type }) => type === 'asked').length
}

/** The user let the turn go on since the last reply. */
function isResumed(path: NotebookPath): boolean {
  return path.findLast(({ type }) => type === 'resumed' || type === 'replied')?.type === 'resumed'
}

/**
 * Asks again after a reply that came to nothing, or whose calls were answered, unless the filter withheld it, or the
 * same failed `MOST_REPEATS` times in a row (`repeats`). A user who lets the turn go on overrules both.
 */
export function askAgain(
  path: NotebookPath,
  { reply, repeats, stepLimit }: { reply: Reply; repeats: number; stepLimit: number },
): Next {
  if (!isResumed(path)) {
    const nothing = isBlank(reply) && reply.toolCalls.length === 0
    if (nothing && reply.finish === 'filter')
      return { type: 'stop', reason: 'model-error', message: WITHHELD }
    if (repeats >= MOST_REPEATS) return { type: 'stop', reason: 'repeating', message: repeating(nothing) }
  }
  return ask(path, stepLimit)
}

const WITHHELD =
  'The provider’s content filter withheld the reply. Say it differently, or choose another model.'

function repeating(nothing: boolean): string {
  const what = nothing ? 'replied with nothing' : 'made the same call, which failed in the same way,'
  return `The model ${what} ${MOST_REPEATS} times in a row. Say what it should do differently, or let it go on.`
}

/** No words in it. */
export function isBlank({ text, refusal }: Pick<Reply, 'text' | 'refusal'>): boolean {
  return `${text}${refusal}`.trim() === ''
}

/** From the last message of the user on; nothing when another protocol was in charge then. */
function turnOf(path: NotebookPath): NotebookPath {
  const from = path.findLastIndex(({ type }) => type === 'said')
  if (from < 0) return []
  const then = configuredAt(path.slice(0, from))?.protocol
  return then === configuredAt(path)?.protocol ? path.slice(from) : []
}
