import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { EventId } from '../../notebook/events.ts'
import type { BranchId } from '../../notebook/notebook.ts'
import type { Session } from '../../session/types.ts'
import { useApp } from '../state/context.tsx'
import { BranchLabels } from './BranchLabels.tsx'
import { type Deleted, goTo } from './branches.ts'
import { runTimelineKey } from './commands.ts'
import { TrackDrawing } from './Drawing.tsx'
import { draw } from './draw.ts'
import { Handle, Preview } from './Handle.tsx'
import { type Target, targetAt } from './hit.ts'
import { endLabels, gutterFor, turnTicks } from './labels.ts'
import { rowsOf, spotOf, xOf, yOf } from './layout.ts'
import { lookAtPlace } from './look.ts'
import { Overview } from './Overview.tsx'
import { type Point, useScrub } from './scrub.ts'
import { shapeOf } from './shape.ts'
import { useSize } from './size.ts'
import { type Move, moved, placeCount, stepsOf } from './steps.ts'
import { Tooltip } from './Tooltip.tsx'
import styles from './Track.module.css'
import { TEACHING } from './teaching.ts'
import { valueText } from './valuetext.ts'
import type { Track as TrackData } from './views.ts'
import { useWheel } from './wheel.ts'
import { useWindow } from './window.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface TrackProps {
  session: Session
  track: TrackData
  cursor: EventId | null
  place: number
  busy: boolean
  onPlay: () => void
  /** Something else than playing moves the cursor. */
  onTouch: () => void
  onDeleted: (deleted: Deleted) => void
}

/** Stops nearer to each other than this, px, are worth coming nearer. */
const CROWDED = 22

/** Width of the buttons for that, px. */
const ZOOM_BUTTONS = 84

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowDown: 'previous',
  ArrowUp: 'next',
  PageUp: 'previous-cell',
  PageDown: 'next-cell',
  Home: 'first',
  End: 'last',
}

/** The lanes with the cursor on them. */
export function Track({ session, track, cursor, place, busy, onPlay, onTouch, onDeleted }: TrackProps) {
  const app = useApp()
  const { lanes, current, steps } = track
  const [box, { width, height }] = useSize<HTMLDivElement>()
  const scroller = useRef<HTMLDivElement>(null)
  const live = cursor === null
  const shape = useMemo(() => shapeOf(lanes, current), [lanes, current])
  const rows = useMemo(() => rowsOf(lanes.length, height), [lanes.length, height])
  const gutter = gutterFor(
    lanes.map((lane) => lane.name),
    width,
  )
  const spot = spotOf(shape, place, live)
  const [dragging, setDragging] = useState(false)
  const { window, zoomed, zoomBy, fit, scrollBy } = useWindow(shape, width, gutter, spot.column, dragging)
  const drawing = useMemo(() => draw(shape, window, rows), [shape, window, rows])
  const ticks = useMemo(() => turnTicks(steps.stops, shape, window, rows), [steps, shape, window, rows])

  const crowded = zoomed || window.scale < CROWDED
  const target = ({ x, y }: Point, along: boolean): Target => {
    // What would lie under the names is out of sight.
    const seen = zoomed ? Math.min(x, width - gutter) : x
    return targetAt(shape, steps, window, rows, seen, along ? yOf(rows, spot.row) : y)
  }
  const scrub = useScrub({
    target,
    room: width - gutter,
    scrollBy,
    dragging,
    setDragging,
    onPlace: (to) => {
      onTouch()
      lookAtPlace(session, steps, to)
    },
    onStop: ({ lane, column }) => {
      onTouch()
      const to = lanes[lane]
      const stop = to?.stops[column]
      if (to && stop) goTo(app, to.branch, column === to.stops.length - 1 ? null : stop.event)
    },
  })
  useWheel(box, zoomed, zoomBy, scrollBy)

  // Keeps the branch one is on in sight where there are more than fit.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const y = yOf(rows, spot.row)
    if (y < element.scrollTop + 14 || y > element.scrollTop + element.clientHeight - 14)
      element.scrollTop = y - element.clientHeight / 2
  }, [rows, spot.row])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = MOVES[event.key]
    if (event.key === ' ') onPlay()
    else if (move) {
      onTouch()
      lookAtPlace(session, steps, moved(steps, place, move))
    } else if (runTimelineKey(app, event.key)) onTouch()
    else return
    event.preventDefault()
  }

  const hovered = scrub.hover ? target(scrub.hover, false) : null
  const x = xOf(window, spot.column)
  return (
    <div className={styles.track}>
      <div className={styles.band}>
        <svg
          aria-hidden
          width={Math.max(0, width - (crowded ? ZOOM_BUTTONS : 0))}
          height={18}
          className={styles.turns}
        >
          {ticks.map((tick) =>
            tick.named ? (
              <text key={tick.turn} x={tick.x + 4} y={12}>
                turn {tick.turn}
              </text>
            ) : null,
          )}
          <path className={styles.turnLine} d={ticks.map((tick) => `M${tick.x} 4V18`).join('')} />
        </svg>
        {crowded ? <ZoomButtons window={window} zoomed={zoomed} onZoom={zoomBy} onFit={fit} /> : null}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <div
          ref={box}
          className={styles.box}
          style={{ height: rows.height > height ? rows.height : undefined }}
        >
          <input
            type="range"
            aria-label="Timeline"
            aria-valuetext={valueText(steps, place, live)}
            aria-valuenow={place + 1}
            className={styles.slider}
            min={1}
            max={placeCount(steps)}
            step={1}
            value={place + 1}
            onChange={(event) => {
              // The pointer is handled by itself; what is left is assistive technology.
              if (!dragging) lookAtPlace(session, steps, Number(event.target.value) - 1)
            }}
            onKeyDown={onKeyDown}
            {...scrub.handlers}
          />
          <TrackDrawing
            drawing={drawing}
            ticks={ticks}
            width={zoomed ? width - gutter : width}
            height={rows.height}
            cut={x}
          />
          {placeCount(steps) === 1 ? <p className={styles.teach}>{TEACHING}</p> : null}
          {hovered ? (
            <Preview shape={shape} window={window} rows={rows} target={hovered} steps={steps} />
          ) : null}
          <Handle x={x} y={yOf(rows, spot.row)} past={!live} busy={busy && live} height={rows.height} />
          <BranchLabels
            session={session}
            labels={endLabels(shape, window, rows)}
            live={live}
            onDeleted={onDeleted}
            onGo={(branch: BranchId) => {
              onTouch()
              goTo(app, branch, null)
            }}
          />
        </div>
      </div>
      {zoomed ? (
        <Overview shape={shape} window={window} column={spot.column} past={!live} onScroll={scrollBy} />
      ) : null}
      {hovered && scrub.hover ? (
        <Tooltip
          x={scrub.hover.x}
          width={width}
          branch={hovered.type === 'stop' ? (lanes[hovered.lane]?.name ?? '') : null}
          steps={hovered.type === 'stop' ? stepsOf(lanes[hovered.lane]?.stops ?? []) : steps}
          place={hovered.type === 'stop' ? hovered.column : hovered.place}
        />
      ) : null}
    </div>
  )
}
