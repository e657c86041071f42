import { lineStarts, positionAt } from './frame.ts'
import { FIRST_LINES, follow, type PositionMap, type Segment } from './map.ts'

interface Insert {
  /** Where the thing ends (for openers) or starts (for closers) that the text belongs to: decides the nesting. */
  other: number
  order: number
  text: string
  /** Offset that errors inside the inserted text are reported at; `null`: it starts where its column says. */
  anchor: number | null
}

interface Overwrite {
  start: number
  end: number
  /** `null`: spaces, line breaks kept. */
  text: string | null
}

const NOT_LINE_BREAK = /[^\n\r\u2028\u2029]/g

/** Text with everything but its line breaks turned into spaces. */
export const blanked = (text: string): string => text.replace(NOT_LINE_BREAK, ' ')

/**
 * Changes to a source text that keep track of positions. Offsets are always those of the unchanged text, so
 * passes do not see each other's changes; where one overwrites what another changed inside, the outer wins.
 */
export class Edits {
  readonly source: string
  private readonly overwrites: Overwrite[] = []
  private readonly openers = new Map<number, Insert[]>()
  private readonly closers = new Map<number, Insert[]>()
  private readonly hoisted: { start: number; end: number }[] = []
  private count = 0
  private readonly erasedTo = new Map<number, number>()
  private readonly ends = new Set<number>()

  constructor(source: string) {
    this.source = source
  }

  /** Puts spaces in place of a range. */
  blank(start: number, end: number): void {
    if (start >= end) return
    this.overwrites.push({ start, end, text: null })
    this.erasedTo.set(end, start)
  }

  /** As `blank`, where a line break may not stand. */
  blankInLine(start: number, end: number): void {
    if (/[\n\r\u2028\u2029]/.test(this.source.slice(start, end))) this.overwrite(start, end, ' ')
    else this.blank(start, end)
  }

  /** As `blank`, with a semicolon where the range's text starts: what follows must not join what precedes. */
  blankStatement(start: number, end: number): void {
    this.blank(start, end)
    this.overwrites.push({ start, end: start + 1, text: ';' })
  }

  /** A statement ends here: if its last part was erased, a semicolon is put in that place. */
  endStatement(end: number): void {
    this.ends.add(end)
  }

  /** Takes an `endStatement` back: what ends here goes on with inserted text. */
  continueStatement(end: number): void {
    this.ends.delete(end)
  }

  /** Replaces a range. Shorter text is filled up with spaces, so that columns stay. */
  overwrite(start: number, end: number, text: string): void {
    this.overwrites.push({ start, end, text })
  }

  /** Inserts text around a range. Errors inside the inserted text are reported at `anchor`. */
  wrap(start: number, end: number, open: string, close: string, anchor = start): void {
    this.order(this.openers, start, { other: end, order: this.count, text: open, anchor })
    this.order(this.closers, end, { other: start, order: this.count, text: close, anchor })
    this.count++
  }

  /** Inserts text that belongs to what precedes `offset`. `from`: start of what it belongs to. */
  insertAfter(offset: number, text: string, anchor = offset, from = offset): void {
    this.order(this.closers, offset, { other: from, order: this.count++, text, anchor })
  }

  /** Inserts text that belongs to what follows `offset`. */
  insertBefore(offset: number, text: string, anchor: number | null = offset, to = offset): void {
    this.order(this.openers, offset, { other: to, order: this.count++, text, anchor })
  }

  /** Moves a range to the start of the script, behind those moved before. */
  hoist(start: number, end: number): void {
    this.hoisted.push({ start, end })
  }

  private order(lists: Map<number, Insert[]>, offset: number, insert: Insert): void {
    if (!insert.text) return
    const list = lists.get(offset)
    if (list) list.push(insert)
    else lists.set(offset, [insert])
  }

  /**
   * The changed text and its map. It starts with an empty line, because the engine counts the columns of a
   * script's first line from 0 and those of all others from 1.
   */
  render(open = '', close = ''): { script: string; map: PositionMap } {
    const writer = new Writer(this.source)
    const length = this.source.length
    const overwrites = this.settle()
    const stops = [...new Set([...this.openers.keys(), ...this.closers.keys()])].sort((a, b) => a - b)
    for (const range of this.hoisted) {
      this.write(writer, overwrites, stops, range.start, range.end)
      writer.insert('\n', range.start)
    }
    if (open) writer.insert(open, 0)
    let from = 0
    for (const range of [...this.hoisted].sort((a, b) => a.start - b.start)) {
      this.write(writer, overwrites, stops, from, range.start)
      from = range.end
    }
    this.write(writer, overwrites, stops, from, length, true)
    if (close) writer.insert(close, Math.max(0, length - 1))
    return writer.finish()
  }

  /** Overwrites in order without overlap: later ones win inside earlier ones, outer ones swallow inner ones. */
  private settle(): Overwrite[] {
    for (const end of this.ends) {
      const start = this.erasedTo.get(end)
      if (start === undefined) continue
      const lead = this.source.slice(start, end).search(/\S/)
      if (lead >= 0) this.overwrites.push({ start: start + lead, end: start + lead + 1, text: ';' })
    }
    const sorted = this.overwrites
      .map((edit, order) => ({ ...edit, order }))
      .sort((a, b) => a.start - b.start || b.end - a.end || a.order - b.order)
    const out: Overwrite[] = []
    for (const edit of sorted) {
      const last = out[out.length - 1]
      if (!last || edit.start >= last.end) {
        out.push(edit)
        continue
      }
      if (last.text !== null || edit.text === null) continue
      // A short text inside a blank range: the blank goes on behind it.
      out.pop()
      if (last.start < edit.start) out.push({ start: last.start, end: edit.start, text: null })
      out.push({ start: edit.start, end: edit.end, text: edit.text })
      if (edit.end < last.end) out.push({ start: edit.end, end: last.end, text: null })
    }
    return out
  }

  private write(
    writer: Writer,
    overwrites: Overwrite[],
    stops: number[],
    start: number,
    end: number,
    whole = false,
  ): void {
    let stop = stops.findIndex((offset) => offset >= start)
    if (stop < 0) stop = stops.length
    let at = start
    const inserts = (offset: number): void => {
      // What belongs to the text before the range is written with that text, and likewise behind it.
      if (offset > start || start === 0) {
        const list = this.closers.get(offset)
        list?.sort((a, b) => b.other - a.other || b.order - a.order)
        for (const insert of list ?? []) writer.insert(insert.text, insert.anchor)
      }
      if (offset < end || whole) {
        const list = this.openers.get(offset)
        list?.sort((a, b) => b.other - a.other || a.order - b.order)
        for (const insert of list ?? []) writer.insert(insert.text, insert.anchor)
      }
    }
    const copyTo = (target: number): void => {
      while (at < target || (stops[stop] ?? Number.POSITIVE_INFINITY) === at) {
        const next = stops[stop] ?? Number.POSITIVE_INFINITY
        if (next === at) {
          inserts(at)
          stop++
          continue
        }
        const until = Math.min(next, target)
        writer.copy(at, this.source.slice(at, until))
        at = until
      }
    }
    for (const edit of overwrites) {
      if (edit.end <= start || edit.start >= end) continue
      copyTo(edit.start)
      const original = this.source.slice(edit.start, edit.end)
      if (edit.text === null) writer.copy(edit.start, blanked(original))
      else if (edit.text.length <= original.length && !/[\n\r]/.test(original))
        writer.copy(edit.start, edit.text.padEnd(original.length))
      else {
        writer.insert(edit.text, edit.start)
        // Keeps the number of lines, so that the map stays short.
        const breaks = original.match(/\r\n|\n|\r/g)?.length ?? 0
        if (breaks > 0 && edit.text.endsWith(';')) writer.insert('\n'.repeat(breaks), edit.start)
      }
      at = edit.end
      while ((stops[stop] ?? Number.POSITIVE_INFINITY) < at) stop++
    }
    copyTo(end)
  }
}

/** Builds the script and, beside it, the map. */
class Writer {
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
