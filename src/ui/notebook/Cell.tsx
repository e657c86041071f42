import { memo, useMemo } from 'react'
import type { EventId } from '../../notebook/events.ts'
import type { CellView } from '../../notebook/view.ts'
import { Code } from '../code/Code.tsx'
import { useAct, useApp } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import { readViews } from '../state/views.ts'
import { cellKey } from './blocks.ts'
import { CallList } from './CallList.tsx'
import styles from './Cell.module.css'
import { CellHeader } from './CellHeader.tsx'
import { CellOutput } from './CellOutput.tsx'
import { runAt } from './run.ts'
import { WaitBar } from './WaitBar.tsx'
import { waitingCalls } from './waits.ts'

export interface Paused {
  event: EventId
  step: number
  of: number
  /** At the live end rather than in the past. */
  live: boolean
}

export interface CellProps {
  cell: CellView
  selected: boolean
  /** This cell stands still in its middle, at the wait `event`. */
  paused?: Paused | null
  /** The cell as it went on after the place being looked at. */
  recorded?: CellView | null
  /** The cell holds the place being looked at, in the past. */
  current?: boolean
  /** When the cell started (ms since 1970), while it runs. */
  since?: number | null
}

/** One program and its outcome. */
export const Cell = memo(function Cell({
  cell,
  selected,
  paused = null,
  recorded = null,
  current = false,
  since = null,
}: CellProps) {
  const app = useApp()
  const { ui } = app
  const act = useAct()
  const key = cellKey(cell)
  const waiting = useMemo(() => (paused ? waitingCalls(cell) : []), [paused, cell])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; a cell is a group of its own.
    <div
      role="group"
      aria-label={`Cell ${cell.number}`}
      tabIndex={selected ? 0 : -1}
      data-cell={cell.number}
      data-key={key}
      data-status={cell.status}
      data-author={cell.author}
      data-current={current || undefined}
      data-selected={selected || undefined}
      className={styles.cell}
      onFocus={() => ui.setState({ selected: key })}
    >
      <CellHeader
        cell={cell}
        paused={paused}
        since={since}
        tabbable={selected}
        onEdit={() => openDraft(ui, { type: 'instead', cell: key }, cell.source)}
        onRunAgain={() =>
          act((session) => runAt(session, { type: 'instead', cell: key }, readViews(app).live, cell.source))
        }
      />
      <pre className={styles.code}>
        <Code source={cell.source} />
      </pre>
      {cell.calls.length > 0 ? (
        <CallList calls={cell.calls} past={paused !== null && !paused.live} tabbable={selected} />
      ) : null}
      <CellOutput cell={cell} paused={paused !== null} tabbable={selected} />
      {paused && waiting.length > 0 ? (
        <WaitBar event={paused.event} live={paused.live} cell={cell} waiting={waiting} recorded={recorded} />
      ) : null}
    </div>
  )
})
