import type { PositionMap } from './map.ts'
import { Writer } from './writer.ts'

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
  /** Nothing is left in the range's place. */
  gone?: boolean
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

  /** Takes a range out, where even a space would move the place that the engine notes. */
  remove(start: number, end: number): void {
    this.overwrites.push({ start, end, text: '', gone: true })
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
      if (this.closers.has(end)) this.insertAfter(end, ';', end, -1)
      else if (lead >= 0) this.overwrites.push({ start: start + lead, end: start + lead + 1, text: ';' })
    }
    this.ends.clear()
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
      out.push({ ...edit, text: edit.text })
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
      if (edit.gone) writer.insert('', null)
      else if (edit.text === null) writer.copy(edit.start, blanked(original))
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
