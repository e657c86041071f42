import type { Lane } from '../../notebook/lanes.ts'
import type { BranchId } from '../../notebook/notebook.ts'
import type { StopView } from '../../notebook/view.ts'

/** What a stop is drawn as, in bits. */
export const FLAG = { boot: 1, wait: 2, end: 4, failed: 8, stopped: 16, calls: 32 } as const

/** How far behind its last stop, in columns, the end of a lane stands when it needs a place of its own. */
export const STUB = 0.6

/** A lane as the drawing needs it. Stops stand in columns: the first of every path is column 0. */
export interface LaneShape {
  branch: BranchId
  name: string
  row: number
  /** Index of the lane it leaves; -1 for none. */
  from: number
  /** Columns `start` to `end - 1` are its own; those before belong to the lanes it left. */
  start: number
  end: number
  /** The branch goes on after its last stop, or has none of its own. */
  stub: boolean
  /** `FLAG`s of all its stops by column. */
  flags: Uint8Array
}

/** Columns `from` to `to - 1` of a path, and the lane that draws them. */
export interface Piece {
  lane: number
  from: number
  to: number
}

export interface Shape {
  lanes: readonly LaneShape[]
  current: number
  /** The current path from its first column to its last. */
  pieces: readonly Piece[]
  /** Where the widest lane ends, in columns. */
  width: number
}

export function shapeOf(lanes: readonly Lane[], current: number): Shape {
  const places = new Map(lanes.map((lane, index) => [lane.branch, index]))
  const shapes = lanes.map((lane, row): LaneShape => {
    const end = lane.stops.length
    const start = Math.min(lane.shared, end)
    return {
      branch: lane.branch,
      name: lane.name,
      row,
      from: lane.from === null ? -1 : (places.get(lane.from) ?? -1),
      start,
      end,
      stub: lane.stops.at(-1)?.kind === 'wait' || (start === end && end > 0),
      flags: flagsOf(lane.stops),
    }
  })
  const width = Math.max(0, ...shapes.map(endColumn))
  return { lanes: shapes, current, pieces: piecesOf(shapes, current), width }
}

/** Where a lane ends, in columns. */
export function endColumn(lane: LaneShape): number {
  return Math.max(0, lane.end - 1) + (lane.stub ? STUB : 0)
}

/** The lane that draws a column of the current path. */
export function laneAt(shape: Shape, column: number): LaneShape | undefined {
  const piece = shape.pieces.find(({ to }) => column < to) ?? shape.pieces.at(-1)
  return piece && shape.lanes[piece.lane]
}

const known = new WeakMap<readonly StopView[], Uint8Array>()

function flagsOf(stops: readonly StopView[]): Uint8Array {
  let flags = known.get(stops)
  if (!flags) {
    flags = Uint8Array.from(stops, flagOf)
    known.set(stops, flags)
  }
  return flags
}

function flagOf({ kind, status }: StopView): number {
  return FLAG[kind] | (status === 'error' ? FLAG.failed : 0) | (status === 'stopped' ? FLAG.stopped : 0)
}

/** Lanes leave earlier lanes only, so the way back to the first one is finite. */
function piecesOf(lanes: readonly LaneShape[], current: number): Piece[] {
  const pieces: Piece[] = []
  let to = Number.POSITIVE_INFINITY
  for (let index = current; index >= 0; ) {
    const lane = lanes[index]
    if (!lane) break
    const end = Math.min(to, lane.end)
    // The current lane has a piece even without stops of its own: its end stands on it.
    if (lane.start < end || index === current) pieces.push({ lane: index, from: lane.start, to: end })
    to = Math.min(to, lane.start)
    index = lane.from < index ? lane.from : -1
  }
  return pieces.reverse()
}
