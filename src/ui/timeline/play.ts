import type { Steps } from './steps.ts'
import { placeCount } from './steps.ts'

/** How fast a run is played: so many times the even pace, or with the pauses as they were. */
export type Speed = 0.5 | 1 | 2 | 4 | 8 | 'real'

export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4, 8, 'real']

/** ms that a stop stands at speed 1. */
export const PACE_MS = 600

/** Longest pause in real time, ms: nobody watches a model think for a minute. */
export const LONGEST_PAUSE_MS = 4_000

/** Shortest pause, ms: about a frame. */
const SHORTEST_PAUSE_MS = 16

export function speedLabel(speed: Speed): string {
  return speed === 'real' ? 'Real time' : `${speed}×`
}

export function parseSpeed(text: string): Speed {
  return SPEEDS.find((speed) => String(speed) === text) ?? 1
}

/** How long a place stays before the next one, ms. */
export function pauseAfter(steps: Steps, place: number, speed: Speed): number {
  if (speed !== 'real') return PACE_MS / speed
  const here = steps.stops[place]
  const next = steps.stops[place + 1]
  if (here?.at === undefined || next?.at === undefined) return PACE_MS
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, next.at - here.at))
}

/** Where playing begins: at the start when one looks at the live end, else where one looks. */
export function playFrom(steps: Steps, place: number): number {
  return place >= placeCount(steps) - 1 ? 0 : place
}
