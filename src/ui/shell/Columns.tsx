import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import styles from './Columns.module.css'
import { defaultWidth, keepWidths, limitsOf, readWidths, type Widths, withWidth } from './widths.ts'

interface ColumnsProps {
  /** `null` while the left column is closed. */
  rail: ReactNode
  middle: ReactNode
  inspector: ReactNode
}

/** Three columns, the outer ones as wide as the person wants. */
export function Columns({ rail, middle, inspector }: ColumnsProps) {
  const [widths, setWidths] = useState(readWidths)
  const change = (column: keyof Widths, px: number) => {
    setWidths((now) => {
      const next = withWidth(now, column, px, innerWidth)
      keepWidths(next)
      return next
    })
  }
  const style: CSSProperties = {
    '--rail-width': `${widths.rail}px`,
    '--inspector-width': `${widths.inspector}px`,
  }
  return (
    <div className={styles.columns} data-rail={rail !== null} style={style}>
      {rail === null ? null : (
        <>
          <div className={styles.column}>{rail}</div>
          <Splitter column="rail" label="Width of the left column" widths={widths} onChange={change} />
        </>
      )}
      <div className={styles.column}>{middle}</div>
      <Splitter column="inspector" label="Width of the right column" widths={widths} onChange={change} />
      <div className={styles.column}>{inspector}</div>
    </div>
  )
}

/** What an arrow key moves, px. */
const STEP = 16

interface SplitterProps {
  column: keyof Widths
  label: string
  widths: Widths
  onChange: (column: keyof Widths, px: number) => void
}

function Splitter({ column, label, widths, onChange }: SplitterProps) {
  const dragged = useRef<{ x: number; width: number } | null>(null)
  const width = widths[column]
  const { min, max } = limitsOf(column, innerWidth, widths)
  /** To the right the left column grows and the right one shrinks. */
  const sign = column === 'rail' ? 1 : -1

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: width + sign * STEP, ArrowLeft: width - sign * STEP, Home: min, End: max }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    onChange(column, to)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent) => {
    const from = dragged.current
    if (from) onChange(column, from.width + sign * (event.clientX - from.x))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is the window splitter of WAI-ARIA.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragged.current = null
      }}
      onDoubleClick={() => onChange(column, defaultWidth(column))}
    />
  )
}
