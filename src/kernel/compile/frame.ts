/** 1-based; columns count UTF-16 code units. */
export interface Position {
  line: number
  column: number
}

/** Offsets at which the lines of a text start. Lines end at LF, CRLF or CR. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1)
  }
  return starts
}

export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

/** Longest part of a source line that a frame shows, characters. */
const WIDTH = 100

/**
 * The lines around a place with a caret under it: two before, one after. Long lines are cut around the caret,
 * tabs are kept so that the caret stays under its character.
 */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r\n|\n|\r/)
  if (line < 1 || line > lines.length) return ''
  const first = Math.max(1, line - 2)
  const last = Math.min(lines.length, line + 1)
  const shift = Math.max(0, column - 1 - (WIDTH - 20))
  const digits = String(last).length
  const out: string[] = []
  for (let n = first; n <= last; n++) {
    const text = lines[n - 1] ?? ''
    const cut = text.slice(shift, shift + WIDTH)
    const shown = `${shift > 0 && cut ? '…' : ''}${cut}${text.length > shift + WIDTH ? '…' : ''}`
    out.push(`${n === line ? '>' : ' '} ${String(n).padStart(digits)} | ${shown}`.trimEnd())
    if (n !== line) continue
    const lead =
      (shift > 0 ? ' ' : '') + text.slice(shift, Math.max(shift, column - 1)).replace(/[^\t]/g, ' ')
    out.push(`  ${' '.repeat(digits)} | ${lead}^`)
  }
  return out.join('\n')
}
