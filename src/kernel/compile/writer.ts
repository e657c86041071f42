import { lineStarts, positionAt } from './frame.ts'
import { FIRST_LINES, follow, type PositionMap, type Segment } from './map.ts'

/** Builds the script and, beside it, the map. */
export class Writer {
  private readonly parts: string[] = ['\n'.repeat(FIRST_LINES)]
  private readonly segments: Segment[] = []
  private readonly starts: number[]
  private line = 1 + FIRST_LINES
  private column = 1

  constructor(source: string) {
    this.starts = lineStarts(source)
  }

  /** Text that stands for the source from `offset` on, character by character. */
  copy(offset: number, text: string): void {
    if (!text) return
    const { line, column } = positionAt(this.starts, offset)
    this.expect(line, column)
    this.advance(text, offset)
    this.parts.push(text)
  }

  /** Text that has no place in the source. */
  insert(text: string, anchor: number | null): void {
    if (anchor !== null && /[^\s;{})]/.test(text)) {
      const { line, column } = positionAt(this.starts, anchor)
      this.mark(line, column, true)
    }
    this.advance(text, null)
    this.parts.push(text)
  }

  finish(): { script: string; map: PositionMap } {
    return { script: this.parts.join(''), map: { segments: this.segments } }
  }

  private expect(line: number, column: number): void {
    const last = this.segments[this.segments.length - 1]
    const found = follow(last, this.line, this.column)
    if (found.line !== line || found.column !== column || last?.fixed) this.mark(line, column, false)
  }

  private mark(toLine: number, toColumn: number, fixed: boolean): void {
    const last = this.segments[this.segments.length - 1]
    const next = { line: this.line, column: this.column, toLine, toColumn, fixed }
    if (last && last.line === next.line && last.column === next.column) this.segments.pop()
    this.segments.push(next)
  }

  /** Moves on over a text; `offset` is its place in the source when it is copied. */
  private advance(text: string, offset: number | null): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
        this.line++
        this.column = 1
        continue
      }
      if (code < 0x80) {
        this.column++
        continue
      }
      const wide = code >= 0xd800 && code < 0xdc00 && i + 1 < text.length
      this.column += code < 0x800 ? 2 : wide ? 4 : 3
      if (wide) i++
      // Past a run of characters that are not ASCII, columns have to be set right again.
      const next = text.charCodeAt(i + 1)
      if (offset !== null && (next < 0x80 || /\s/.test(text.charAt(i + 1))) && needsColumn(text, i + 1)) {
        const { line, column } = positionAt(this.starts, offset + i + 1)
        this.mark(line, column, false)
      }
    }
  }
}

/** Whether something that an error can point at follows on the line. */
function needsColumn(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 13) return false
    // Closing quotes and punctuation, spaces.
    if (code > 0x40 || code === 0x28 || code === 0x24 || (code >= 0x30 && code <= 0x39))
      return code !== 0x5d && code !== 0x60
  }
  return true
}
