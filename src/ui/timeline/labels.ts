import type { StopView } from '../../notebook/view.ts'
import { type Rows, type Window, xOf, yOf } from './layout.ts'
import { endColumn, laneAt, type Shape } from './shape.ts'

export interface TurnTick {
  turn: number
  x: number
  /** Where the path runs under it. */
  y: number
  /** Ticks whose names would run into each other stand without. */
  named: boolean
}

/** Least distance between ticks, and between two names, px. */
const TICKS_APART = 6
const NAMES_APART = 52

/** A tick where each turn begins on the current path: half-way before its first stop. */
export function turnTicks(stops: readonly StopView[], shape: Shape, window: Window, rows: Rows): TurnTick[] {
  const ticks: TurnTick[] = []
  let lastTick = Number.NEGATIVE_INFINITY
  let lastName = Number.NEGATIVE_INFINITY
  let before = 0
  for (const [column, { turn }] of stops.entries()) {
    if (turn === before) continue
    before = turn
    const x = xOf(window, column - (column === 0 ? 0 : 0.5))
    if (turn === 0 || x < 0 || x > window.width || x - lastTick < TICKS_APART) continue
    const named = x - lastName >= NAMES_APART
    ticks.push({ turn, x, y: yOf(rows, laneAt(shape, column)?.row ?? 0), named })
    lastTick = x
    if (named) lastName = x
  }
  return ticks
}

export interface EndLabel {
  branch: string
  name: string
  current: boolean
  x: number
  y: number
  /** px; the rest of the name is cut. */
  room: number
  /** The end itself is scrolled out of sight; the name stays at the edge. */
  beyond: 'left' | 'right' | null
}

const GAP = 13

/** The names at the ends of lanes. They stay in sight while the ends are scrolled away. */
export function endLabels(shape: Shape, window: Window, rows: Rows): EndLabel[] {
  const edge = window.width - window.gutter
  return shape.lanes.map((lane, index) => {
    const end = xOf(window, endColumn(lane))
    const beyond = end < -GAP ? 'left' : end > edge + GAP ? 'right' : null
    const x = Math.min(edge, Math.max(6 - GAP, end)) + GAP
    return {
      branch: lane.branch,
      name: lane.name,
      current: index === shape.current,
      x,
      y: yOf(rows, lane.row),
      room: window.width - x - 2,
      beyond,
    }
  })
}

/** Room for the names at the right, px. With one branch only the word "live" stands there. */
export function gutterFor(names: readonly string[], width: number): number {
  const longest = Math.max(0, ...names.map((name) => name.length))
  const wanted = names.length < 2 ? 52 : 60 + longest * 6.4
  return Math.min(wanted, Math.max(52, width * 0.24))
}
