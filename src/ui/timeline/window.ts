import { useCallback, useMemo, useState } from 'react'
import { fitScale, offsetAfterZoom, offsetToSee, type Window, windowOf, xOf, type Zoom } from './layout.ts'
import type { Shape } from './shape.ts'

export interface WindowControl {
  window: Window
  zoomed: boolean
  /** Zooms by a factor around a place of the box, px; without one around `column` of the last `see`. */
  zoomBy: (factor: number, x?: number) => void
  fit: () => void
  scrollBy: (px: number) => void
}

/**
 * The part of the track that is seen. It follows `column`, where one looks, unless `held`, while the pointer moves it.
 */
export function useWindow(
  shape: Shape,
  width: number,
  gutter: number,
  column: number,
  held: boolean,
): WindowControl {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [offset, setOffset] = useState(0)
  const [followed, setFollowed] = useState(column)
  const window = useMemo(
    () => windowOf(shape, width, gutter, zoom, offset),
    [shape, width, gutter, zoom, offset],
  )

  if (followed !== column) {
    setFollowed(column)
    if (!held) setOffset(offsetToSee(window, column))
  }

  const zoomBy = useCallback(
    (factor: number, x?: number) => {
      const around = x ?? Math.min(width - gutter, Math.max(0, xOf(window, column)))
      const wanted = window.scale * factor
      const fit = fitScale(shape, width, gutter)
      if (wanted <= fit * 1.01) {
        setZoom('fit')
        setOffset(0)
        return
      }
      const { scale } = windowOf(shape, width, gutter, wanted, offset)
      setZoom(scale)
      setOffset(offsetAfterZoom(window, scale, around))
    },
    [shape, width, gutter, column, window, offset],
  )
  const fit = useCallback(() => {
    setZoom('fit')
    setOffset(0)
  }, [])
  const scrollBy = useCallback(
    (px: number) => setOffset((now) => windowOf(shape, width, gutter, zoom, now + px).offset),
    [shape, width, gutter, zoom],
  )
  return { window, zoomed: zoom !== 'fit', zoomBy, fit, scrollBy }
}
