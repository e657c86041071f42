import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CellError, ConsoleLine } from '../../kernel/types.ts'
import type { CellView } from '../../notebook/view.ts'
import { Button } from '../parts/Button.tsx'
import { isOpenable } from '../value/summary.ts'
import { Value } from '../value/ValueLine.tsx'
import { ValueTree } from '../value/ValueTree.tsx'
import styles from './CellOutput.module.css'

interface CellOutputProps {
  cell: CellView
  paused: boolean
  tabbable: boolean
}

/** What a cell gave: console lines, its value, its error, and what was repaired or noticed. */
export function CellOutput({ cell, paused, tabbable }: CellOutputProps) {
  const { end, console: lines } = cell
  const error = end?.error ?? null
  // A value of a cell that failed is no value.
  const value = end && !error && end.status === 'ok' ? (end.value ?? { type: 'undefined' as const }) : null
  return (
    <section aria-label="Output" className={styles.output}>
      {end ? null : <span className="visually-hidden">{paused ? 'Paused here.' : 'Running.'}</span>}
      {lines.length > 0 ? <Console lines={lines} tabbable={tabbable} /> : null}
      {value ? (
        <div className={styles.row}>
          <span className={styles.label}>value</span>
          {isOpenable(value) ? (
            <div className={styles.fill}>
              <ValueTree node={value} label={`Value of cell ${cell.number}`} tabbable={tabbable} />
            </div>
          ) : (
            <span className={styles.value}>
              <Value node={value} budget={4_000} />
            </span>
          )}
        </div>
      ) : null}
      {error ? <Failure error={error} /> : null}
      {end?.status === 'stopped' && !error ? (
        <p className={styles.remark}>Stopped before it was done.</p>
      ) : null}
      {end?.rolledBack && !error ? (
        <p className={styles.remark}>
          The interpreter was put back to its state before this cell; nothing from earlier cells is lost.
        </p>
      ) : null}
      {end && end.warnings.length > 0 ? <Warnings warnings={end.warnings} /> : null}
    </section>
  )
}

/** A longer console is folded: what stands at its two ends tells most. */
const FOLD_FROM = 24
const HEAD = 12
const TAIL = 6

function Console({ lines, tabbable }: { lines: ConsoleLine[]; tabbable: boolean }) {
  const [all, setAll] = useState(false)
  const folded = !all && lines.length > FOLD_FROM
  const shown = (from: number, to: number): ReactNode =>
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end.
    lines.slice(from, to).map((line, index) => <Line key={from + index} line={line} />)
  return (
    <div className={styles.row}>
      <span className={styles.label}>console</span>
      <div className={styles.lines}>
        {shown(0, folded ? HEAD : lines.length)}
        {folded ? (
          <Button
            tone="quiet"
            size="small"
            className={styles.fold ?? ''}
            tabIndex={tabbable ? 0 : -1}
            onClick={() => setAll(true)}
          >
            Show all {lines.length} lines
          </Button>
        ) : null}
        {folded ? shown(lines.length - TAIL, lines.length) : null}
      </div>
    </div>
  )
}

function Line({ line }: { line: ConsoleLine }) {
  return (
    <div className={styles.line} data-level={line.level}>
      {line.level === 'warn' || line.level === 'error' ? (
        <span className={styles.level}>
          {line.level === 'warn' ? <TriangleAlert aria-hidden /> : <CircleAlert aria-hidden />}
          <span className="visually-hidden">{line.level === 'warn' ? 'warning: ' : 'error: '}</span>
        </span>
      ) : null}
      {line.text || '\u00a0'}
    </div>
  )
}

function Failure({ error }: { error: CellError }) {
  const place =
    error.line === undefined
      ? ''
      : ` at line ${error.line}${error.column === undefined ? '' : `, column ${error.column}`}`
  return (
    <div className={styles.failure} data-kind={error.kind}>
      <p>
        <b>
          {error.name}: {error.message}
        </b>
        <span className={styles.place}>{place}</span>
      </p>
      {error.frame ? <Frame text={error.frame} label="Place in the code" /> : null}
      {error.stack ? (
        <details>
          <summary>Where it came from</summary>
          <Frame text={error.stack} label="Stack" />
        </details>
      ) : null}
    </div>
  )
}

/** Lines that must not wrap, or the caret under them would point elsewhere. */
function Frame({ text, label }: { text: string; label: string }) {
  const caretIntoSight = (element: HTMLElement | null) => {
    const lines = text.split('\n')
    const caret = lines.find((line) => /^ *\| *\^$/.test(line))
    if (!element || caret === undefined) return
    const longest = Math.max(...lines.map((line) => line.length))
    const at = (caret.length / longest) * element.scrollWidth
    if (at > element.clientWidth) element.scrollLeft = at - element.clientWidth / 2
  }
  return (
    <section
      ref={caretIntoSight}
      className={styles.scrolls}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <pre className={styles.frame}>{text}</pre>
    </section>
  )
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <TriangleAlert aria-hidden /> {warning}
        </li>
      ))}
    </ul>
  )
}
