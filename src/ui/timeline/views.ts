import { useMemo, useSyncExternalStore } from 'react'
import { type Lane, lanes } from '../../notebook/lanes.ts'
import { Views } from '../../notebook/views.ts'
import type { Session, SessionState } from '../../session/types.ts'
import { type Steps, stepsOf } from './steps.ts'

const known = new WeakMap<Session, Views>()

/** The views of a session's notebook: one for all who ask, so that each event is folded once. */
export function viewsOf(session: Session): Views {
  let views = known.get(session)
  if (!views) {
    views = new Views()
    known.set(session, views)
  }
  return views
}

/** A part of a session's state; `select` must give the same object for the same state. */
export function useSessionState<T>(session: Session, select: (state: SessionState) => T): T {
  return useSyncExternalStore(session.subscribe, () => select(session.getState()))
}

export interface Track {
  lanes: readonly Lane[]
  /** The branch one is on. */
  current: number
  steps: Steps
}

/** All branches as lanes, and the places of the current one. */
export function trackOf(
  { notebook, branch }: Pick<SessionState, 'notebook' | 'branch'>,
  views: Views,
): Track {
  const all = lanes(notebook, views)
  const current = Math.max(
    0,
    all.findIndex((lane) => lane.branch === branch),
  )
  return { lanes: all, current, steps: stepsOf(all[current]?.stops ?? []) }
}

export function useTrack(session: Session): Track {
  const notebook = useSessionState(session, (state) => state.notebook)
  const branch = useSessionState(session, (state) => state.branch)
  return useMemo(() => trackOf({ notebook, branch }, viewsOf(session)), [notebook, branch, session])
}
