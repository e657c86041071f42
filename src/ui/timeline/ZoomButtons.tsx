import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { WIDEST, type Window } from './layout.ts'
import styles from './Track.module.css'

interface ZoomButtonsProps {
  window: Window
  zoomed: boolean
  onZoom: (factor: number) => void
  onFit: () => void
}

/** For long runs. */
export function ZoomButtons({ window, zoomed, onZoom, onFit }: ZoomButtonsProps) {
  return (
    <div className={styles.zoom} data-zoom={zoomed ? 'in' : 'whole'}>
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
