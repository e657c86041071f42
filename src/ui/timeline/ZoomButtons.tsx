import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { WIDEST, type Window } from './layout.ts'
import type { Shape } from './shape.ts'
import styles from './Track.module.css'

interface ZoomButtonsProps {
  window: Window
  shape: Shape
  zoomed: boolean
  onZoom: (factor: number) => void
  onFit: () => void
}

/** Stops nearer to each other than this, px, are worth coming nearer. */
const CROWDED = 22

/** Only there when the run is long. */
export function ZoomButtons({ window, zoomed, onZoom, onFit }: ZoomButtonsProps) {
  if (!zoomed && window.scale >= CROWDED) return null
  return (
    <div className={styles.zoom}>
      <button
        type="button"
        aria-label="Zoom out"
        title="Zoom out"
        disabled={!zoomed}
        onClick={() => onZoom(1 / 2)}
      >
        <ZoomOut aria-hidden />
      </button>
      <button
        type="button"
        aria-label="Zoom in"
        title="Zoom in"
        disabled={window.scale >= WIDEST}
        onClick={() => onZoom(2)}
      >
        <ZoomIn aria-hidden />
      </button>
      <button
        type="button"
        aria-label="Show the whole run"
        title="Show the whole run"
        disabled={!zoomed}
        onClick={onFit}
      >
        <Maximize2 aria-hidden />
      </button>
    </div>
  )
}
