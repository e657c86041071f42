import type { Session } from '../../session/types.ts'
import { cursorAt, type Move, moved, placeOf } from './steps.ts'
import { trackOf, viewsOf } from './views.ts'

/** A thing to do, as the table of commands lists it. */
export interface TimelineCommand {
  id: string
  title: string
  /** Keys outside of text fields, in the notation of the table: one key, or a name such as `BracketLeft`. */
  keys: readonly string[]
  run: () => void | Promise<void>
  when: () => boolean
}

/** What the timeline can do from anywhere on the page. */
export function timelineCommands(session: Session): TimelineCommand[] {
  const inPast = () => session.getState().cursor !== null
  const step = (move: Move) => () => look(session, move)
  const hasSteps = () => trackOf(session.getState(), viewsOf(session)).steps.stops.length > 1
  return [
    { id: 'timeline.previous', title: 'One step back', keys: ['['], run: step('previous'), when: hasSteps },
    { id: 'timeline.next', title: 'One step forward', keys: [']'], run: step('next'), when: inPast },
    {
      id: 'timeline.live',
      title: 'Back to live',
      keys: ['\\'],
      run: () => session.lookAt(null),
      when: inPast,
    },
    {
      id: 'timeline.fork',
      title: 'Fork from here',
      keys: ['f'],
      run: async () => {
        await session.fork()
      },
      when: inPast,
    },
  ]
}

/** Moves the cursor along the current branch. */
export function look(session: Session, move: Move): void {
  const state = session.getState()
  const { steps } = trackOf(state, viewsOf(session))
  const from = placeOf(steps, state.cursor)
  const to = moved(steps, from, move)
  const cursor = cursorAt(steps, to)
  if (cursor !== state.cursor) session.lookAt(cursor)
}
