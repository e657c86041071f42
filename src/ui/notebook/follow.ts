import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** How near to the end counts as being there, px. */
const NEAR = 80

/**
 * Keeps the end in sight while the notebook grows, as long as the person is there; who scrolled up to read is left
 * alone. When a place in the past is looked at, its cell is brought into sight.
 */
export function useFollow(current: string | null, live: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  // After every drawing: whatever made the notebook longer.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && live && atEnd.current) element.scrollTop = element.scrollHeight
  })

  useEffect(() => {
    if (live || current === null) return
    const cell = scroller.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    cell?.scrollIntoView({ block: 'nearest' })
  }, [current, live])

  return scroller
}
