import type { Steps } from './steps.ts'
import styles from './Track.module.css'
import { shownText } from './valuetext.ts'

interface TooltipProps {
  /** px from the left edge of a box, and that box's width. */
  x: number
  width: number
  /** Name of another branch than the one that one is on. */
  branch: string | null
  steps: Steps
  place: number
}

/** What stands at the place that the pointer is over. */
export function Tooltip({ x, width, branch, steps, place }: TooltipProps) {
  return (
    <div
      aria-hidden
      className={styles.tooltip}
      style={{ left: x, translate: `${(-100 * x) / Math.max(1, width)}% 0` }}
    >
      {branch === null ? null : <span className={styles.tooltipBranch}>{branch}</span>}
      <span>{shownText(steps, place)}</span>
      {branch === null ? null : <span className={styles.tooltipHint}>Click to go to this branch</span>}
    </div>
  )
}
