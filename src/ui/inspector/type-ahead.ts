import type { KeyboardEvent } from 'react'

/** How long letters belong together, ms. */
const TOGETHER_MS = 700

let typed = ''
let lastAt = 0

/** Goes to the next row of a tree whose name begins with the letters that were typed. */
export function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event
  if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || target.role !== 'treeitem') return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  typed = event.timeStamp - lastAt < TOGETHER_MS ? typed + key.toLowerCase() : key.toLowerCase()
  lastAt = event.timeStamp
  const names = rows.map((row) => (row.textContent ?? '').trim().toLowerCase())
  const found = rows[nextMatch(names, rows.indexOf(target), typed)]
  if (!found) return
  event.preventDefault()
  event.stopPropagation()
  found.focus()
}

/**
 * Index of the next name after `from`, going round, that begins with `typed`; -1 for none. One letter goes on to the
 * next, more letters may stay; the same letter again and again goes from one to the next.
 */
export function nextMatch(names: readonly string[], from: number, typed: string): number {
  const [letter] = typed
  const repeated = letter !== undefined && [...typed].every((each) => each === letter)
  const wanted = repeated ? letter : typed
  for (let step = wanted.length === 1 ? 1 : 0; step <= names.length; step += 1) {
    const at = (from + step) % names.length
    if (names[at]?.startsWith(wanted)) return at
  }
  return -1
}
