import { useEffect, useRef, useState } from 'react'
import type { Session } from '../../session/types.ts'
import { type Compared, compareVariables } from './compare.ts'
import { Latest } from './latest.ts'
import { type Place, usePlace } from './place.ts'

/** Values as they are shown: always whole, of one place, and compared with the stop before it. */
export interface Shown {
  place: Place
  compared: Compared
  names: readonly string[]
}

export interface ShownState {
  shown: Shown | null
  /** Others are on their way. */
  loading: boolean
  failure: string | null
  retry: () => void
}

/** The variables where one looks. Those of the last place stay until the new ones are there. */
export function useShown(session: Session): ShownState {
  const place = usePlace(session)
  const [state, setState] = useState<{ shown: Shown | null; failure: string | null }>({
    shown: null,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)
  const queue = useRef(new Latest())
  const event = place.stop?.event ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same again.
  useEffect(() => {
    const waiting = queue.current
    if (event === null) return
    let current = true
    waiting.run(async () => {
      try {
        const shown = await read(session, place)
        if (current) setState({ shown, failure: null })
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        if (current) setState((now) => ({ ...now, failure }))
      }
    })
    return () => {
      current = false
      waiting.clear()
    }
  }, [session, place, event, attempt])

  return {
    ...state,
    loading: event !== null && state.shown?.place !== place,
    retry: () => setAttempt((now) => now + 1),
  }
}

async function read(session: Session, place: Place): Promise<Shown> {
  const { stop, before } = place
  const [now, earlier] = await Promise.all([
    stop ? session.variables(stop.event) : [],
    before ? session.variables(before.event) : null,
  ])
  return { place, compared: compareVariables(now, earlier), names: now.map(({ name }) => name) }
}
