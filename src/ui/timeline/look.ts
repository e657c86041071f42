import { branchOf } from '../../notebook/tree.ts'
import type { Views } from '../../notebook/views.ts'
import type { Session } from '../../session/types.ts'
import { cursorAt, type Move, moved, placeOf, type Steps, stepsOf } from './steps.ts'

/** The places of the branch that one is on. */
function currentSteps(session: Session, views: Views): Steps {
  const { notebook, branch } = session.getState()
  return stepsOf(views.at(notebook, branchOf(notebook, branch).head).stops)
}

/** Moves the cursor along the current branch. */
export function look(session: Session, views: Views, move: Move): void {
  const steps = currentSteps(session, views)
  lookAtPlace(session, steps, moved(steps, placeOf(steps, session.getState().cursor), move))
}

/** Does nothing where one looks there already. */
export function lookAtPlace(session: Session, steps: Steps, place: number): void {
  const cursor = cursorAt(steps, place)
  if (cursor !== session.getState().cursor) session.lookAt(cursor)
}
