import { useEffect, useState } from 'react'
import type { Session } from '../../session/types.ts'
import { lookAtPlace } from './look.ts'
import { pauseAfter, playFrom, type Speed } from './play.ts'
import { placeCount, type Steps } from './steps.ts'

export interface Player {
  playing: boolean
  speed: Speed
  setSpeed: (speed: Speed) => void
  toggle: () => void
  stop: () => void
}

/** Moves the cursor from stop to stop until the live end. */
export function usePlayer(session: Session, steps: Steps, place: number): Player {
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  const last = placeCount(steps) - 1

  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(
      () => {
        lookAtPlace(session, steps, place + 1)
        if (place + 1 >= last) setPlaying(false)
      },
      pauseAfter(steps, place, speed),
    )
    return () => clearTimeout(timer)
  }, [playing, session, steps, place, last, speed])

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing) lookAtPlace(session, steps, playFrom(steps, place))
      setPlaying(!playing && last > 0)
    },
    stop: () => setPlaying(false),
  }
}
