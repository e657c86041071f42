import type { Target } from './hit.ts'
import { type Rows, spotOf, type Window, xOf, yOf } from './layout.ts'
import type { Shape } from './shape.ts'
import { placeCount, type Steps } from './steps.ts'
import styles from './Track.module.css'

interface HandleProps {
  x: number
  y: number
  past: boolean
  /** Something runs at the live end. */
  busy: boolean
  height: number
}

/** The cursor. Amber while one looks at the past. */
export function Handle({ x, y, past, busy, height }: HandleProps) {
  return (
    <svg aria-hidden className={styles.cursor} width="1" height={height} style={{ translate: `${x}px 0` }}>
      <g className={past ? styles.pastHandle : styles.liveHandle}>
        {past ? <path d={`M0 ${y - 16}V${y + 16}`} /> : null}
        {busy ? <circle className={styles.busy} cy={y} r="8" /> : null}
        <circle className={styles.ring} cy={y} r="11" />
        <circle cy={y} r={past ? 7.5 : 7} />
      </g>
    </svg>
  )
}

interface PreviewProps {
  shape: Shape
  window: Window
  rows: Rows
  steps: Steps
  target: Target
}

/** Where a click would lead; what is shown does not change before. */
export function Preview({ shape, window, rows, steps, target }: PreviewProps) {
  const spot =
    target.type === 'stop'
      ? { column: target.column, row: shape.lanes[target.lane]?.row ?? 0 }
      : spotOf(shape, target.place, target.place === placeCount(steps) - 1)
  const y = yOf(rows, spot.row)
  return (
    <svg
      aria-hidden
      className={styles.cursor}
      width="1"
      height={rows.height}
      style={{ translate: `${xOf(window, spot.column)}px 0` }}
    >
      <g className={styles.preview}>
        <path d={`M0 ${y - 14}V${y + 14}`} />
        <circle cy={y} r="8" />
      </g>
    </svg>
  )
}
