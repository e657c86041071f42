import { CLUSTER, joint, type Rows, seen, type Window, xOf, yOf } from './layout.ts'
import { endColumn, FLAG, type LaneShape, type Shape } from './shape.ts'

/** Paths in SVG's notation: one element draws all marks of a kind, however many there are. */
export interface Strokes {
  line: string
  /** Circles, squares and diamonds, filled with the paper. */
  marks: string
  /** Filled with their own colour: starts, and bars that stand for many stops. */
  solid: string
  /** Circles of failed cells with their crosses. */
  failed: string
  crosses: string
}

export interface Drawing {
  /** The current path. */
  path: Strokes
  /** All other lanes. */
  others: Strokes
}

const EMPTY: Strokes = { line: '', marks: '', solid: '', failed: '', crosses: '' }

/** What is seen of the track, without the cursor: the same drawing serves for every place one looks at. */
export function draw(shape: Shape, window: Window, rows: Rows): Drawing {
  const path = { ...EMPTY }
  const others = { ...EMPTY }
  for (const [index, lane] of shape.lanes.entries()) {
    const own = shape.pieces.find((piece) => piece.lane === index)
    // Where the path leaves a lane, the rest of that lane is another branch's.
    if (own) drawLane(path, shape, lane, own.from, own.to, own.to === lane.end, window, rows)
    const rest = own ? own.to : lane.start
    if (rest < lane.end || !own) drawLane(others, shape, lane, rest, lane.end, true, window, rows)
  }
  return { path, others }
}

function drawLane(
  out: Strokes,
  shape: Shape,
  lane: LaneShape,
  from: number,
  to: number,
  whole: boolean,
  window: Window,
  rows: Rows,
): void {
  const y = yOf(rows, lane.row)
  const last = whole ? endColumn(lane) : to - 1
  if (from === lane.start) out.line += curve(shape, lane, window, rows)
  const left = clamp(xOf(window, from > lane.start ? from - 1 : from), window)
  const right = clamp(xOf(window, last), window)
  if (right > left) out.line += `M${n(left)} ${n(y)}H${n(right)}`
  if (window.scale < CLUSTER) drawClusters(out, lane, from, to, window, y)
  else drawMarks(out, lane, from, to, window, y)
}

/** From the stop where a lane leaves another to its own row. */
function curve(shape: Shape, lane: LaneShape, window: Window, rows: Rows): string {
  const start = joint(shape, lane)
  if (!start) return ''
  const x0 = xOf(window, start.column)
  const x1 = xOf(window, lane.start === lane.end ? endColumn(lane) : lane.start)
  if (x1 < -window.scale || x0 > window.width) return ''
  const y0 = yOf(rows, start.row)
  const y1 = yOf(rows, lane.row)
  const reach = Math.min(x1 - x0, 56)
  return `M${n(x0)} ${n(y0)}C${n(x0 + reach / 2)} ${n(y0)} ${n(x0 + reach / 2)} ${n(y1)} ${n(x0 + reach)} ${n(y1)}H${n(x1)}`
}

function drawMarks(out: Strokes, lane: LaneShape, from: number, to: number, window: Window, y: number): void {
  const radius = Math.min(5, Math.max(1.6, window.scale * 0.3))
  const range = seen(window)
  for (let column = Math.max(from, range.from); column < Math.min(to, range.to); column += 1) {
    const flags = lane.flags[column] ?? 0
    const x = xOf(window, column)
    if (flags & FLAG.failed) {
      out.failed += circle(x, y, radius)
      out.crosses += cross(x, y, radius * 0.42)
    } else if (flags & FLAG.boot) out.solid += circle(x, y, radius * 0.8)
    else if (flags & FLAG.wait) out.marks += square(x, y, radius * 0.82)
    else if (flags & FLAG.calls) out.marks += diamond(x, y, radius * 1.15)
    else {
      out.marks += circle(x, y, radius)
      if (flags & FLAG.stopped) out.solid += square(x, y, radius * 0.34)
    }
  }
}

/** One bar for all stops that share a few pixels: tall where a cell ends among them, red where one failed. */
function drawClusters(
  out: Strokes,
  lane: LaneShape,
  from: number,
  to: number,
  window: Window,
  y: number,
): void {
  const range = seen(window)
  const end = Math.min(to, range.to)
  let column = Math.max(from, range.from)
  while (column < end) {
    const bin = Math.floor((xOf(window, column) + window.offset) / CLUSTER)
    let flags = 0
    while (column < end && Math.floor((xOf(window, column) + window.offset) / CLUSTER) === bin) {
      flags |= lane.flags[column] ?? 0
      column += 1
    }
    const x = bin * CLUSTER - window.offset + CLUSTER / 2
    const half = flags & (FLAG.end | FLAG.calls) ? 4.5 : 2
    const bar = `M${n(x - 0.6)} ${n(y - half)}h1.2v${2 * half}h-1.2z`
    if (flags & FLAG.failed) out.crosses += `M${n(x)} ${n(y - half - 2)}V${n(y + half + 2)}`
    else out.solid += bar
  }
}

const clamp = (x: number, window: Window): number => Math.min(window.width + 1, Math.max(-1, x))

/** Short numbers: a tenth of a pixel is more than can be seen. */
const n = (value: number): number => Math.round(value * 10) / 10

function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`
}

function square(x: number, y: number, half: number): string {
  return `M${n(x - half)} ${n(y - half)}h${n(2 * half)}v${n(2 * half)}h${n(-2 * half)}z`
}

function diamond(x: number, y: number, half: number): string {
  const h = n(half)
  return `M${n(x - half)} ${n(y)}l${h} ${-h}l${h} ${h}l${-h} ${h}z`
}

function cross(x: number, y: number, arm: number): string {
  return `M${n(x - arm)} ${n(y - arm)}l${n(2 * arm)} ${n(2 * arm)}m0 ${n(-2 * arm)}l${n(-2 * arm)} ${n(2 * arm)}`
}
