import { useEffect, useState } from 'react'
import type { NotebookEvent } from '../../notebook/events.ts'
import { useSession } from './context.tsx'

/** How long an empty notebook is left to itself before what looks at it is fetched, ms. */
const UNASKED_MS = 2_000

/** Another notebook in the same page has everything at hand. */
let fetched = false

/**
 * True once there is something to look back at, or when the page had nothing to do for a while. What only looks back
 * is loaded then, so that it is never in the way of a first result.
 */
export function useWorthLooking(): boolean {
  const ended = useSession(({ notebook }) => hasEnded(notebook.events.values()))
  const [worth, setWorth] = useState(ended || fetched)
  useEffect(() => {
    const now = () => {
      fetched = true
      setWorth(true)
    }
    const rest = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(now) : now())
    // Not at once: first the result has to be on the screen.
    const timer = ended ? setTimeout(now) : setTimeout(rest, UNASKED_MS)
    return () => clearTimeout(timer)
  }, [ended])
  return worth
}

const ENDS: ReadonlySet<NotebookEvent['type']> = new Set(['cell-ended', 'answered', 'stopped'])

/** Whether a cell or a turn has come to its end. */
export function hasEnded(events: Iterable<NotebookEvent>): boolean {
  for (const { type } of events) if (ENDS.has(type)) return true
  return false
}
