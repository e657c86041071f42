import type { Position } from './frame.ts'

/**
 * From a place in the script to the place in the text that the user wrote.
 *
 * The script's columns are as the engine counts them: UTF-8 bytes, 1-based. A segment holds from its place on
 * until the next one: columns advance with the script on its line, later lines start at column 1 one by one. A
 * `fixed` segment (inserted text) maps everything to one place.
 */
export interface Segment {
  line: number
  column: number
  toLine: number
  toColumn: number
  fixed: boolean
}

export interface PositionMap {
  segments: readonly Segment[]
}

/** The script has one empty line before the cell's first: see `render` in edits.ts. */
export const FIRST_LINES = 1

const START: Segment = { line: 1 + FIRST_LINES, column: 1, toLine: 1, toColumn: 1, fixed: false }

/** Where a segment says a place is; `place` must not lie before the segment. */
export function follow(segment: Segment | undefined, line: number, column: number): Position {
  const from = segment ?? START
  if (from.fixed) return { line: from.toLine, column: from.toColumn }
  const down = line - from.line
  if (down === 0) return { line: from.toLine, column: from.toColumn + (column - from.column) }
  return { line: from.toLine + down, column }
}

/** Both 1-based, as the engine reports them for the script; the result is in the text the user sees. */
export function originalPosition(map: PositionMap, line: number, column: number): Position {
  let low = 0
  let high = map.segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    const segment = map.segments[middle]
    if (segment && (segment.line < line || (segment.line === line && segment.column <= column)))
      low = middle + 1
    else high = middle
  }
  const found = follow(map.segments[low - 1], line, column)
  return { line: Math.max(1, found.line), column: Math.max(1, found.column) }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Variable length: five bits a character, the sixth says that more follow. */
function put(value: number): string {
  let rest = value
  let out = ''
  do {
    const low = rest % 32
    rest = Math.floor(rest / 32)
    out += DIGITS[rest > 0 ? low + 32 : low] ?? ''
  } while (rest > 0)
  return out
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const zagzig = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/** A short text without quotes or line breaks; empty when the script's lines and columns are the cell's. */
export function encodeMap(map: PositionMap): string {
  let out = ''
  let line = 0
  for (const segment of map.segments) {
    out += put(segment.line - line)
    out += put(segment.column * 2 + (segment.fixed ? 1 : 0))
    out += put(zigzag(segment.toLine + FIRST_LINES - segment.line))
    out += put(zigzag(segment.toColumn - segment.column))
    line = segment.line
  }
  return out
}

/** The inverse of `encodeMap`. Characters that it never writes are a `SyntaxError`. */
export function decodeMap(text: string): PositionMap {
  const numbers: number[] = []
  let value = 0
  let scale = 1
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    if (digit < 0) throw new SyntaxError(`Not a position map: ${JSON.stringify(text.slice(0, 40))}`)
    value += (digit % 32) * scale
    scale *= 32
    if (digit >= 32) continue
    numbers.push(value)
    value = 0
    scale = 1
  }
  if (numbers.length % 4 !== 0 || scale !== 1) throw new SyntaxError('Not a position map: it is cut short')
  const segments: Segment[] = []
  let line = 0
  for (let i = 0; i < numbers.length; i += 4) {
    const [down = 0, columnAndFixed = 0, toLine = 0, toColumn = 0] = numbers.slice(i, i + 4)
    line += down
    const column = Math.floor(columnAndFixed / 2)
    segments.push({
      line,
      column,
      toLine: zagzig(toLine) - FIRST_LINES + line,
      toColumn: zagzig(toColumn) + column,
      fixed: columnAndFixed % 2 === 1,
    })
  }
  return { segments }
}
