import { waitingAt } from './checkpoints.ts'
import type { Answers, CallId, Checkpoint, CheckpointId, OpenedCall, Settlement, Step } from './types.ts'

export interface Place {
  cell: { name: string; source: string }
  waiting: OpenedCall[]
  answers: ReadonlyMap<CallId, Settlement>
  /** The first call that the cell made. */
  first: CallId
  /** The checkpoint before the cell. */
  from: CheckpointId
  /** The cell's steps up to the place, when its own code is over there; else none. */
  steps: Step[]
}

/** What is needed to go on at a wait. Throws when nothing waits there, or not for what is answered. */
export function resumption(path: readonly Checkpoint[], answers: Answers): Place {
  const here = path.at(-1)
  const start = path.findLastIndex(({ step }) => step.type === 'cell')
  const cell = path[start]?.step
  const waiting = waitingAt(path)
  if (!here || cell?.type !== 'cell' || waiting.length === 0) {
    throw new Error(
      `Nothing waits at checkpoint ${here?.id ?? ''}. Choose one at which a cell waits for a call.`,
    )
  }
  const own = path.slice(start)
  return {
    cell: { name: cell.name, source: cell.source },
    waiting,
    answers: checked(answers, waiting, here.id),
    first: own.flatMap(({ opened }) => opened)[0]?.id ?? 1,
    from: path[start]?.parent ?? here.id,
    steps: here.ended === undefined ? [] : own.map(({ step }) => step),
  }
}

function checked(
  answers: Answers,
  waiting: readonly OpenedCall[],
  id: CheckpointId,
): Map<CallId, Settlement> {
  const list = isList(answers)
    ? answers
    : Object.entries(answers).map(([call, answer]) => [Number(call), answer] as const)
  const found = new Map<CallId, Settlement>()
  for (const [call, answer] of list) {
    if (found.has(call)) throw new Error(`Call ${call} is answered twice. A call has one answer.`)
    if (!waiting.some((open) => open.id === call)) {
      const open = waiting.map((other) => `${other.id} (${other.name})`).join(', ')
      throw new Error(`Call ${call} does not wait at checkpoint ${id}. Waiting there: ${open}.`)
    }
    found.set(call, answer)
  }
  return found
}

const isList = (answers: Answers): answers is readonly (readonly [CallId, Settlement])[] =>
  Array.isArray(answers)
