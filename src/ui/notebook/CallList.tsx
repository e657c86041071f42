import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CallView } from '../../notebook/view.ts'
import { duration } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { fromJson } from '../value/from-json.ts'
import { summary, textOf } from '../value/summary.ts'
import { Value } from '../value/ValueLine.tsx'
import { ValueTree } from '../value/ValueTree.tsx'
import styles from './CallList.module.css'
import { type Bar, waterfall } from './waterfall.ts'

/** Calls shown before "show all". */
const FEW = 12

interface CallListProps {
  calls: readonly CallView[]
  /** Looked at in the past: open calls are what the cell waits for there. */
  past: boolean
  tabbable: boolean
}

/** The cell's host calls as bars on one time axis; each opens to its arguments and its result. */
export function CallList({ calls, past, tabbable }: CallListProps) {
  const [all, setAll] = useState(false)
  const bars = useMemo(() => waterfall(calls), [calls])
  const shown = all ? calls : calls.slice(0, FEW)
  return (
    <div className={styles.calls}>
      <ul aria-label="Tool calls">
        {shown.map((call, index) => (
          <Call
            key={call.id}
            call={call}
            bar={bars[index] ?? { left: 0, width: 100 }}
            past={past}
            tabIndex={tabbable ? 0 : -1}
          />
        ))}
      </ul>
      {calls.length > FEW ? (
        <Button tone="quiet" size="small" tabIndex={tabbable ? 0 : -1} onClick={() => setAll(!all)}>
          {all ? `Show the first ${FEW}` : `Show all ${calls.length} calls`}
        </Button>
      ) : null}
    </div>
  )
}

interface CallProps {
  call: CallView
  bar: Bar
  past: boolean
  tabIndex: number
}

function Call({ call, bar, past, tabIndex }: CallProps) {
  const [open, setOpen] = useState(false)
  const input = useMemo(() => fromJson(call.input), [call.input])
  return (
    <li>
      <button
        type="button"
        className={styles.call}
        aria-expanded={open}
        tabIndex={tabIndex}
        data-status={call.status}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.what}>
          <ChevronRight aria-hidden className={styles.chevron} data-open={open} />
          <span className={styles.text} title={`${call.name} ${textOf(summary(input, 60))}`}>
            {call.name} <Value node={input} budget={60} />
          </span>
        </span>
        <span className={styles.track} aria-hidden>
          <span
            className={styles.bar}
            data-status={call.status === 'running' && past ? 'waiting' : call.status}
            style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
          />
        </span>
        <span className={styles.time}>{outcomeWord(call, past)}</span>
      </button>
      {open ? <CallDetail call={call} input={input} tabbable={tabIndex === 0} /> : null}
    </li>
  )
}

function CallDetail({
  call,
  input,
  tabbable,
}: {
  call: CallView
  input: ReturnType<typeof fromJson>
  tabbable: boolean
}) {
  const output = useMemo(() => fromJson(call.output), [call.output])
  return (
    <dl className={styles.detail}>
      <dt>arguments</dt>
      <dd>
        <ValueTree node={input} label="Arguments" openLevels={1} tabbable={tabbable} />
      </dd>
      {call.status === 'ok' ? (
        <>
          <dt>result</dt>
          <dd>
            <ValueTree node={output} label="Result" openLevels={1} tabbable={tabbable} />
          </dd>
        </>
      ) : null}
      {call.error ? (
        <>
          <dt>error</dt>
          <dd className={styles.error}>
            {call.error.name}: {call.error.message}
          </dd>
        </>
      ) : null}
      {call.source && call.source !== 'live' ? (
        <>
          <dt>source</dt>
          <dd>{SOURCES[call.source]}</dd>
        </>
      ) : null}
    </dl>
  )
}

const SOURCES = {
  recorded: 'the result of the recorded run',
  edited: 'an answer that a person gave in place of the tool',
  tape: 'the tape',
}

function outcomeWord(call: CallView, past: boolean): string {
  switch (call.status) {
    case 'running':
      return past ? 'waiting' : 'running'
    case 'aborted':
      return 'aborted'
    case 'error':
      return 'failed'
    case 'ok': {
      const time = call.endedMs === null ? '' : duration(call.endedMs - call.startedMs)
      return call.source === 'edited' ? 'edited' : time
    }
  }
}
