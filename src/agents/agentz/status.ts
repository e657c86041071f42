/** Tokens of one request, as far as they are known. */
export interface TokenCount {
  /** UTF-8 bytes that have arrived; four of them count as a token. */
  bytes: number
  /** What the server counted, once it has said so. */
  counted: number | null
}

const tokensOf = ({ bytes, counted }: TokenCount): number => counted ?? Math.ceil(bytes / 4)

/**
 * The line under a running cell: tokens of the requests that are under way, and of all so far. Estimates, marked with `≈`,
 * give way to what servers count. For looking at only.
 */
export function statusLine(current: readonly TokenCount[], before: readonly TokenCount[]): string {
  const text = (counts: readonly TokenCount[]): string => {
    const total = counts.reduce((sum, count) => sum + tokensOf(count), 0)
    const exact = counts.every(({ counted }) => counted !== null)
    return `${exact ? '' : '≈ '}${total.toLocaleString('en')} tokens`
  }
  const all = `${text([...before, ...current])} in all`
  return current.length === 0 ? all : `${text(current)} · ${all}`
}
