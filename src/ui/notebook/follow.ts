import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How near to the end counts as being there, px. */
const NEAR = 80

/**
 * Keeps the end in sight while the notebook grows, as long as the person is there; who scrolled up to read is left
 * alone. When a place in the past is looked at, its cell is brought into sight.
 */
export function useFollow(current: string | null, live: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useEffectEvent(() => live)

  useEffect(() => {
    const element = scroller.current
    const column = element?.firstElementChild
    if (!element || !column) return
    let atEnd = true
    const onScroll = () => {
      atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR
    }
    const observer = new ResizeObserver(() => {
      if (atEnd && follows()) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(column)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [])

  useEffect(() => {
    if (live || current === null) return
    const cell = scroller.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    cell?.scrollIntoView({ block: 'nearest' })
  }, [current, live])

  return scroller
}
