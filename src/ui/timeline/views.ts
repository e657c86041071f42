import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type Lane, lanes } from '../../notebook/lanes.ts'
import { branchOf } from '../../notebook/tree.ts'
import type { Views } from '../../notebook/views.ts'
import type { Session, SessionState } from '../../session/types.ts'
import { type Steps, stepsOf } from './steps.ts'

/** A part of a session's state; `select` must give the same object for the same state. */
export function useSessionState<T>(session: Session, select: (state: SessionState) => T): T {
  const subscribe = useCallback((listener: () => void) => session.subscribe(listener), [session])
  return useSyncExternalStore(subscribe, () => select(session.getState()))
}

/** All branches as lanes, and the places of the one that one is on. */
export interface Track {
  lanes: readonly Lane[]
  current: number
  steps: Steps
}

function trackOf({ notebook, branch }: Pick<SessionState, 'notebook' | 'branch'>, views: Views): Track {
  const all = lanes(notebook, views)
  const current = Math.max(
    0,
    all.findIndex((lane) => lane.branch === branch),
  )
  return { lanes: all, current, steps: stepsOf(all[current]?.stops ?? []) }
}

export function useTrack(session: Session, views: Views): Track {
  const notebook = useSessionState(session, (state) => state.notebook)
  const branch = useSessionState(session, (state) => state.branch)
  return useMemo(() => trackOf({ notebook, branch }, views), [notebook, branch, views])
}

/** The places of the branch that one is on. */
export function useTrackSteps(session: Session, views: Views): Steps {
  const notebook = useSessionState(session, (state) => state.notebook)
  const branch = useSessionState(session, (state) => state.branch)
  const { stops } = views.at(notebook, branchOf(notebook, branch).head)
  return useMemo(() => stepsOf(stops), [stops])
}
