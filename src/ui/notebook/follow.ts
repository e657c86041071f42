import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How near to the end counts as being there, px. */
const NEAR = 80

/** Where the screen should be. */
export interface Following {
  /** `null` at the live end. */
  cursor: string | null
  /** Key of the cell that holds the place that is looked at, in the past. */
  current: string | null
  /** Something is under way: the person wants to see it. */
  busy: boolean
}

/**
 * Keeps the end in sight while the notebook grows, as long as the person is there; who scrolled up to read is left
 * alone. When a place in the past is looked at, its cell is brought into sight.
 */
export function useFollow({ cursor, current, busy }: Following): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const live = useEffectEvent(() => cursor === null)

  useEffect(() => {
    const element = scroller.current
    const column = element?.firstElementChild
    if (!element || !column) return
    let last = 0
    const onScroll = () => {
      // Only a person scrolls up. While the notebook grows, the end runs ahead of the scrolling.
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR) atEnd.current = true
      else if (element.scrollTop < last) atEnd.current = false
      last = element.scrollTop
    }
    const observer = new ResizeObserver(() => {
      if (atEnd.current && live()) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(column)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = scroller.current
    if (!element || !busy || cursor !== null) return
    atEnd.current = true
    element.scrollTop = element.scrollHeight
  }, [busy, cursor])

  useEffect(() => {
    if (cursor === null || current === null) return
    const cell = scroller.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    const place = cell?.querySelector('[data-wait]') ?? cell
    place?.scrollIntoView({ block: 'nearest' })
  }, [cursor, current])

  return scroller
}
