import { columnAt, type Rows, type Window, yOf } from './layout.ts'
import { type LaneShape, laneAt, type Shape } from './shape.ts'
import { placeCount, type Steps } from './steps.ts'

/** What the pointer is on. */
export type Target =
  /** A place of the current path. */
  | { type: 'place'; place: number }
  /** A stop of another branch. */
  | { type: 'stop'; lane: number; column: number }

/** How near to another lane the pointer has to be, px. */
const NEAR = 11

/** The current path is what one mostly means: other lanes have to be pointed at. */
export function targetAt(
  shape: Shape,
  steps: Steps,
  window: Window,
  rows: Rows,
  x: number,
  y: number,
): Target {
  const column = columnAt(window, x)
  const here = placeAt(steps, column)
  const path = laneAt(shape, here)
  const pathDistance = path ? Math.abs(yOf(rows, path.row) - y) : Number.POSITIVE_INFINITY
  const slack = NEAR / window.scale
  let best: { lane: LaneShape; distance: number } | null = null
  for (const [index, lane] of shape.lanes.entries()) {
    const from = ownFrom(shape, index)
    if (from >= lane.end || column < from - slack || column > lane.end - 1 + slack) continue
    const distance = Math.abs(yOf(rows, lane.row) - y)
    if (distance <= NEAR && distance < pathDistance && distance < (best?.distance ?? NEAR + 1))
      best = { lane, distance }
  }
  if (!best) return { type: 'place', place: here }
  const lane = shape.lanes.indexOf(best.lane)
  return { type: 'stop', lane, column: between(Math.round(column), ownFrom(shape, lane), best.lane.end - 1) }
}

/** The place of the current path nearest to a column; what lies between the last stop and the live end is nearer to one of both. */
function placeAt(steps: Steps, column: number): number {
  return between(Math.round(column), 0, placeCount(steps) - 1)
}

/** The first column of a lane that is not on the current path. */
function ownFrom(shape: Shape, index: number): number {
  const lane = shape.lanes[index]
  const piece = shape.pieces.find((each) => each.lane === index)
  return piece ? piece.to : (lane?.start ?? 0)
}

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
