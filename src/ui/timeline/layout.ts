import { endColumn, type LaneShape, laneAt, type Shape } from './shape.ts'

/** Where the drawing begins, px from the left edge of its box. */
export const PAD = 18

/** A short run is not stretched beyond this, px a step. */
export const WIDEST_FIT = 84

/** Nearest that one can come, px a step. */
export const WIDEST = 96

/** Stops that stand closer than this, px, are drawn as clusters of this width. */
export const CLUSTER = 4

/** The part of the track that is seen. px: `scale` a column, `offset` scrolled away at the left. */
export interface Window {
  /** Of the box, px. */
  width: number
  /** Kept free at the right for the names of branches, px. */
  gutter: number
  scale: number
  offset: number
}

/** `fit` shows all of it; a number is a scale, px a step. */
export type Zoom = 'fit' | number

/** The scale at which everything is seen. */
export function fitScale(shape: Shape, width: number, gutter: number): number {
  const room = Math.max(1, width - PAD - gutter)
  return Math.min(WIDEST_FIT, room / Math.max(1, shape.width))
}

export function windowOf(shape: Shape, width: number, gutter: number, zoom: Zoom, offset: number): Window {
  const fit = fitScale(shape, width, gutter)
  if (zoom === 'fit') return { width, gutter, scale: fit, offset: 0 }
  const scale = Math.max(fit, Math.min(WIDEST, zoom))
  const furthest = Math.max(0, shape.width * scale + PAD + gutter - width)
  return { width, gutter, scale, offset: Math.min(furthest, Math.max(0, offset)) }
}

/** px from the left edge of the box. */
export function xOf(window: Window, column: number): number {
  return PAD + column * window.scale - window.offset
}

/** The column, with its fraction, at a place of the box. */
export function columnAt(window: Window, x: number): number {
  return (x - PAD + window.offset) / window.scale
}

/** The columns that are seen, one more on each side. */
export function seen(window: Window): { from: number; to: number } {
  return {
    from: Math.max(0, Math.floor(columnAt(window, 0)) - 1),
    to: Math.ceil(columnAt(window, window.width)) + 2,
  }
}

/** The offset at which a column is seen with some room on both sides; the same one when it is already. */
export function offsetToSee(window: Window, column: number): number {
  const room = window.width - window.gutter
  const margin = Math.min(48, room / 4)
  const x = xOf(window, column)
  if (x < margin) return window.offset - (margin - x)
  if (x > room - margin) return window.offset + (x - (room - margin))
  return window.offset
}

/** Zooming keeps the column at `x` where it is: the offset after the scale changed. */
export function offsetAfterZoom(window: Window, scale: number, x: number): number {
  return columnAt(window, x) * scale + PAD - x
}

/** Rows of lanes in a box of a height, px: the middle of each. */
export interface Rows {
  first: number
  gap: number
  /** Height of all rows; more than the box when they do not fit. */
  height: number
}

const LEAST_GAP = 26
const MOST_GAP = 44

export function rowsOf(lanes: number, height: number): Rows {
  const gap = Math.min(MOST_GAP, Math.max(LEAST_GAP, height / Math.max(1, lanes)))
  const needed = gap * lanes
  const first = needed >= height ? gap / 2 : (height - needed) / 2 + gap / 2
  return { first, gap, height: Math.max(height, needed) }
}

export function yOf(rows: Rows, row: number): number {
  return rows.first + row * rows.gap
}

/** Column and row of a place of the current path; `place` counts from 0, the live end being the last. */
export function spotOf(shape: Shape, place: number, live: boolean): { column: number; row: number } {
  const lane = shape.lanes[shape.current]
  if (live && lane) return { column: endColumn(lane), row: lane.row }
  return { column: place, row: laneAt(shape, place)?.row ?? 0 }
}

/** Where a lane leaves the other, in columns and rows; `null` for one that begins by itself. */
export function joint(shape: Shape, lane: LaneShape): { column: number; row: number } | null {
  if (lane.from < 0 || lane.start === 0) return null
  const column = lane.start - 1
  // The lane it leaves may itself have begun later; then the stop stands on a lane further back.
  let owner = shape.lanes[lane.from]
  while (owner && column < owner.start && owner.from >= 0) owner = shape.lanes[owner.from]
  return owner ? { column, row: owner.row } : null
}
