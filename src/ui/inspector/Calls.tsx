import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { branchOf, pathTo } from '../../notebook/tree.ts'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import { useApp } from '../state/context.tsx'
import { useSessionState } from '../timeline/views.ts'
import { fromJson } from '../value/from-json.ts'
import { Value } from '../value/ValueLine.tsx'
import { ValueTree } from '../value/ValueTree.tsx'
import styles from './Calls.module.css'
import {
  type CallRow,
  callerWord,
  callRows,
  matches,
  sourceWord,
  statusWord,
  stopOfCall,
  tookWords,
  totals,
} from './call-rows.ts'

// biome-ignore-start lint/a11y/noRedundantRoles: to some browsers a table that is laid out as a grid is none.

/** Rows drawn before one asks for more. */
const PAGE = 200

/** All host calls on the path up to where one looks. */
export function Calls({ session }: { session: Session }) {
  const { ui, views } = useApp()
  const notebook = useSessionState(session, (state) => state.notebook)
  const branch = useSessionState(session, (state) => state.branch)
  const cursor = useSessionState(session, (state) => state.cursor)
  const [filter, setFilter] = useState('')
  const [pages, setPages] = useState(1)
  const past = cursor !== null
  const { head } = branchOf(notebook, branch)
  const { turns } = views.at(notebook, cursor ?? head)
  const rows = useMemo(() => callRows(turns), [turns])
  const found = useMemo(() => rows.filter((row) => matches(row, filter, past)), [rows, filter, past])

  const lookAt = (row: CallRow) => {
    const stops = new Set(views.at(notebook, head).stops.map(({ event }) => event))
    const stop = stopOfCall(pathTo(notebook, head), (event) => stops.has(event), row)
    if (stop) session.lookAt(stop)
    ui.setState({ selected: row.startedBy, sheet: null })
  }

  if (rows.length === 0)
    return (
      <div className={styles.panel}>
        <p className={styles.empty}>
          {past
            ? 'No tool was called up to this step.'
            : 'Each call of a tool from a cell shows up here, with its arguments, its result and its time. Ask for something that needs a tool.'}
        </p>
      </div>
    )
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={past ? styles.past : undefined}>{totals(found, past)}</p>
        <input
          type="search"
          aria-label="Filter calls"
          placeholder="Filter"
          className={styles.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <div className={styles.scroller}>
        <table role="table" aria-label="Calls" className={styles.table}>
          <thead role="rowgroup" className="visually-hidden">
            <tr role="row">
              {['Tool', 'Caller', 'Time', 'Status', 'Source', 'Arguments', 'Result'].map((title) => (
                <th key={title} role="columnheader" scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {found.slice(0, pages * PAGE).map((row) => (
              <Row key={row.key} row={row} past={past} onLook={() => lookAt(row)} />
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className={styles.empty}>No call matches “{filter.trim()}”.</p> : null}
        {found.length > pages * PAGE ? (
          <Button size="small" className={styles.more} onClick={() => setPages(pages + 1)}>
            Show {Math.min(PAGE, found.length - pages * PAGE)} more
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Row({ row, past, onLook }: { row: CallRow; past: boolean; onLook: () => void }) {
  const [open, setOpen] = useState(false)
  const { call } = row
  const input = useMemo(() => fromJson(call.input), [call.input])
  const output = useMemo(() => fromJson(call.output), [call.output])
  return (
    <tr role="row" className={styles.row} data-status={call.status}>
      <td role="cell" className={styles.tool}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={open}
          aria-label={`Arguments and result of ${call.name}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden />
        </button>
        <button type="button" className={styles.name} title="Look at this moment" onClick={onLook}>
          {call.name}
        </button>
      </td>
      <td role="cell" className={styles.cell}>
        {callerWord(row)}
      </td>
      <td role="cell" className={styles.time}>
        {tookWords(row)}
      </td>
      <td role="cell" className={styles.status}>
        {statusWord(row, past)}
      </td>
      <td role="cell" className={styles.source}>
        {sourceWord(row)}
      </td>
      <td role="cell" className={styles.arguments}>
        {open ? (
          <ValueTree node={input} label="Arguments" openLevels={1} />
        ) : (
          <Value node={input} budget={60} />
        )}
      </td>
      <td role="cell" className={styles.result}>
        {call.error ? (
          <span className={styles.error}>
            {call.error.name}: {call.error.message}
          </span>
        ) : call.status !== 'ok' ? null : open ? (
          <ValueTree node={output} label="Result" openLevels={1} />
        ) : (
          <Value node={output} budget={60} />
        )}
      </td>
    </tr>
  )
}

// biome-ignore-end lint/a11y/noRedundantRoles: see above.
