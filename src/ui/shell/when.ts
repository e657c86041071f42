const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short' })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const DAY_MS = 24 * 3_600_000

/** How long ago in one word: `now`, `5 min`, `3 h`, `Mon`, `3 Dec`. Times are ms since 1970. */
export function when(at: number, now: number): string {
  const ago = now - at
  if (ago < 60_000) return 'now'
  if (ago < 3_600_000) return `${Math.floor(ago / 60_000)} min`
  if (ago < DAY_MS) return `${Math.floor(ago / 3_600_000)} h`
  return (ago < 7 * DAY_MS ? WEEKDAY : DAY).format(at)
}
