/** What was typed into a console, and where in it one is. `null` is the line being written. */
export interface LineHistory {
  lines: readonly string[]
  at: number | null
  /** The line being written, kept while one looks at earlier ones. */
  draft: string
}

export const NO_LINES: LineHistory = { lines: [], at: null, draft: '' }

/** Lines kept. */
const MOST = 100

/** The line was sent: it becomes the newest one, unless it is the same again. */
export function sent(history: LineHistory, line: string): LineHistory {
  const lines = history.lines.at(-1) === line ? history.lines : [...history.lines, line].slice(-MOST)
  return { lines, at: null, draft: '' }
}

/** To the earlier (-1) or later (1) line; `null` when there is none. `text` is what stands in the field now. */
export function recalled(
  history: LineHistory,
  by: -1 | 1,
  text: string,
): { history: LineHistory; text: string } | null {
  const { lines, at } = history
  const draft = at === null ? text : history.draft
  const to = (at ?? lines.length) + by
  if (to < 0 || to > lines.length) return null
  if (to === lines.length) return at === null ? null : { history: { lines, at: null, draft }, text: draft }
  return { history: { lines, at: to, draft }, text: lines[to] ?? '' }
}
