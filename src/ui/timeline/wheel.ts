import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Zoom a notch of the wheel. */
const NOTCH = 1.0015

/** The wheel zooms with Control or Command held (as a pinch on a touch pad does), and else moves a zoomed track. */
export function useWheel(
  box: RefObject<HTMLElement | null>,
  zoomed: boolean,
  zoomBy: (factor: number, x: number) => void,
  scrollBy: (px: number) => void,
): void {
  const onWheel = useEffectEvent((event: WheelEvent, left: number) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      zoomBy(NOTCH ** -event.deltaY, event.clientX - left)
      return
    }
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY
    if (!zoomed || sideways === 0) return
    event.preventDefault()
    scrollBy(sideways)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const listener = (event: WheelEvent) => onWheel(event, element.getBoundingClientRect().left)
    // React listens passively, so it could not keep the page from zooming.
    element.addEventListener('wheel', listener, { passive: false })
    return () => element.removeEventListener('wheel', listener)
  }, [box])
}
