import { memo, useId } from 'react'
import type { Drawing, Strokes } from './draw.ts'
import type { TurnTick } from './labels.ts'
import styles from './Track.module.css'

interface DrawingProps {
  drawing: Drawing
  ticks: readonly TurnTick[]
  width: number
  height: number
  /** Where one looks, px: the path is in full colour up to here. */
  cut: number
}

/** Lanes, stops and turns. Says nothing to a screen reader: the slider does. */
export const TrackDrawing = memo(function TrackDrawing({ drawing, ticks, width, height, cut }: DrawingProps) {
  const id = useId()
  return (
    <svg aria-hidden width={Math.max(0, width)} height={height} className={styles.drawing}>
      <clipPath id={`${id}before`}>
        <rect x={-8} y={0} width={Math.max(0, cut + 8)} height={height} />
      </clipPath>
      <clipPath id={`${id}after`}>
        <rect x={cut} y={0} width={Math.max(0, width - cut + 8)} height={height} />
      </clipPath>
      <path
        className={styles.turnLine}
        d={ticks.map(({ x, y }) => `M${x} 0V${Math.max(0, y - 9)}`).join('')}
      />
      <g className={styles.others}>
        <Lines strokes={drawing.others} />
      </g>
      <g className={styles.later} clipPath={`url(#${id}after)`}>
        <Lines strokes={drawing.path} />
      </g>
      <g className={styles.path} clipPath={`url(#${id}before)`}>
        <Lines strokes={drawing.path} />
      </g>
    </svg>
  )
})

function Lines({ strokes }: { strokes: Strokes }) {
  return (
    <>
      <path className={styles.line} d={strokes.line} />
      <path className={styles.marks} d={strokes.marks} />
      <path className={styles.solid} d={strokes.solid} />
      <path className={styles.failed} d={strokes.failed} />
      <path className={styles.crosses} d={strokes.crosses} />
    </>
  )
}
