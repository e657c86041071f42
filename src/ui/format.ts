const NUMBER = new Intl.NumberFormat('en')
const SECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** `0 ms`, `96 ms`, `1.2 s`, `2 min 3 s` */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 59_950) return `${SECONDS.format(ms / 1_000)} s`
  const seconds = Math.round(ms / 1_000)
  return `${NUMBER.format(Math.floor(seconds / 60))} min ${seconds % 60} s`
}

/** `1 call`, `3,204 calls` */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(n)} ${n === 1 ? one : many}`
}

export function number(n: number): string {
  return NUMBER.format(n)
}

/** `a`, `a and b`, `a, b and c`; with more than `most`, `a, b and 7 more`. */
export function list(words: readonly string[], most = 3): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
