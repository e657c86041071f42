import { useMemo } from 'react'
import type { EventId } from '../../notebook/events.ts'
import type { StopView } from '../../notebook/view.ts'
import type { Session } from '../../session/types.ts'
import { useApp } from '../state/context.tsx'
import { placeOf, type Steps } from '../timeline/steps.ts'
import { useSessionState, useTrackSteps } from '../timeline/views.ts'

/** Where one looks, and what it is compared with. */
export interface Place {
  /** The stop whose image holds the values; at the live end the last one. `null` before the first. */
  stop: StopView | null
  /** The stop before it on the path. */
  before: StopView | null
  /** Step number of `stop`, from 1, and how many there are. */
  step: number
  of: number
  past: boolean
}

export function placeIn(steps: Steps, cursor: EventId | null): Place {
  const of = steps.stops.length
  const at = Math.min(placeOf(steps, cursor), of - 1)
  return {
    stop: steps.stops[at] ?? null,
    before: steps.stops[at - 1] ?? null,
    step: at + 1,
    of,
    past: cursor !== null,
  }
}

export function usePlace(session: Session): Place {
  const { views } = useApp()
  const steps = useTrackSteps(session, views)
  const cursor = useSessionState(session, (state) => state.cursor)
  return useMemo(() => placeIn(steps, cursor), [steps, cursor])
}

/** "step 7, cell 2" */
export function placeWords(place: Pick<Place, 'stop' | 'step'>): string {
  const { stop, step } = place
  if (!stop || stop.kind === 'boot') return `step ${step}, the start`
  return stop.kind === 'calls' ? `step ${step}, tool calls` : `step ${step}, cell ${stop.cell}`
}
