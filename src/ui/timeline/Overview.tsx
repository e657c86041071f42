import { type PointerEvent, useRef } from 'react'
import { PAD, type Window } from './layout.ts'
import type { Shape } from './shape.ts'
import styles from './Track.module.css'

interface OverviewProps {
  shape: Shape
  window: Window
  /** Where one looks. */
  column: number
  past: boolean
  onScroll: (px: number) => void
}

/** The whole run as a thin bar, and the part of it that is seen. For the pointer: with the keyboard the track follows. */
export function Overview({ shape, window, column, past, onScroll }: OverviewProps) {
  const last = useRef<number | null>(null)
  const total = shape.width * window.scale + PAD + window.gutter
  const percent = (px: number) => `${(100 * Math.max(0, px)) / total}%`

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (last.current === null) return
    const width = event.currentTarget.clientWidth
    onScroll(((event.clientX - last.current) * total) / Math.max(1, width))
    last.current = event.clientX
  }
  return (
    <div
      aria-hidden
      className={styles.overview}
      onPointerDown={(event) => {
        const bar = event.currentTarget.getBoundingClientRect()
        const at = ((event.clientX - bar.left) / bar.width) * total
        if (at < window.offset || at > window.offset + window.width)
          onScroll(at - window.width / 2 - window.offset)
        last.current = event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        last.current = null
      }}
    >
      <i className={styles.seen} style={{ left: percent(window.offset), width: percent(window.width) }} />
      <i
        className={past ? styles.seenPast : styles.seenLive}
        style={{ left: percent(PAD + column * window.scale) }}
      />
    </div>
  )
}
