import { useState } from 'react'
import type { CallId } from '../../kernel/types.ts'
import type { EventId } from '../../notebook/events.ts'
import type { CallView, CellView } from '../../notebook/view.ts'
import { list } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { useAct, useBusy } from '../state/context.tsx'
import { fromJson } from '../value/from-json.ts'
import { summary, textOf } from '../value/summary.ts'
import styles from './WaitBar.module.css'
import { type Answer, parseJson, recordedSettlement, settlements } from './waits.ts'

interface WaitBarProps {
  /** The wait that is answered. */
  event: EventId
  /** The cell waits at the live end rather than in the past. */
  live: boolean
  cell: CellView
  waiting: readonly CallView[]
  recorded: CellView | null
}

/** The cell waits at the place being looked at: here it can go on with another answer, as a branch of its own. */
export function WaitBar({ event, live, cell, waiting, recorded }: WaitBarProps) {
  const act = useAct()
  const busy = useBusy()
  const [chosen, setChosen] = useState<CallId | null>(null)
  const [form, setForm] = useState<'result' | 'fail' | null>(null)
  const call = waiting.find((one) => one.id === chosen) ?? waiting[0]
  if (!call) return null

  const settled = recordedSettlement(recorded, call.id)
  const goOn = (answer: Answer) => {
    setForm(null)
    act((session) => session.continueWith(event, settlements(waiting, recorded, call.id, answer)))
  }

  return (
    <div className={styles.wait} data-wait data-live={live || undefined}>
      <div className={styles.bar}>
        <p className={styles.question}>
          <b>The cell waits here for {waitingText(waiting)}.</b>{' '}
          {live ? 'How shall it go on?' : 'Continue it with another answer?'}
        </p>
        {waiting.length > 1 ? (
          <label className={styles.which}>
            Answer for{' '}
            <select value={call.id} onChange={(event) => setChosen(Number(event.target.value))}>
              {waiting.map((one) => (
                <option key={one.id} value={one.id}>
                  {callText(one)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <div className={styles.buttons}>
          {live ? null : (
            <Button size="small" disabled={busy || !settled} onClick={() => goOn({ type: 'recorded' })}>
              as recorded
            </Button>
          )}
          <Button
            size="small"
            disabled={busy}
            aria-expanded={form === 'result'}
            onClick={() => setForm(form === 'result' ? null : 'result')}
          >
            edit result…
          </Button>
          <Button
            size="small"
            disabled={busy}
            aria-expanded={form === 'fail'}
            onClick={() => setForm(form === 'fail' ? null : 'fail')}
          >
            fail it…
          </Button>
          <Button size="small" disabled={busy} onClick={() => goOn({ type: 'again' })}>
            {live ? 'call it' : 'call again'}
          </Button>
        </div>
      </div>
      {form === 'result' ? (
        <ResultForm
          key={`${cell.startedBy} ${call.id}`}
          name={call.name}
          text={settled && 'result' in settled ? (JSON.stringify(settled.result, null, 2) ?? '') : ''}
          onDone={(value) => goOn({ type: 'result', value })}
          onCancel={() => setForm(null)}
        />
      ) : null}
      {form === 'fail' ? (
        <FailForm
          name={call.name}
          onDone={(message) => goOn({ type: 'fail', message })}
          onCancel={() => setForm(null)}
        />
      ) : null}
    </div>
  )
}

/** One call with its arguments; of several their names, each with how often. */
function waitingText(waiting: readonly CallView[]): string {
  const [only] = waiting
  if (waiting.length === 1 && only) return callText(only)
  const counts = new Map<string, number>()
  for (const { name } of waiting) counts.set(name, (counts.get(name) ?? 0) + 1)
  return list([...counts].map(([name, times]) => (times === 1 ? name : `${times} calls of ${name}`)))
}

function callText(call: CallView): string {
  return call.input === undefined ? call.name : `${call.name} ${textOf(summary(fromJson(call.input), 30))}`
}

interface FormProps<T> {
  name: string
  onDone: (value: T) => void
  onCancel: () => void
}

/** A form that opens is brought into sight whole. */
function intoSight(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}

function ResultForm({ name, text, onDone, onCancel }: FormProps<unknown> & { text: string }) {
  const [source, setSource] = useState(text)
  const parsed = parseJson(source)
  return (
    <form
      ref={intoSight}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed.ok) onDone(parsed.value)
      }}
    >
      <label>
        Result of {name}, as JSON
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field a moment ago.
          autoFocus
          rows={Math.min(12, Math.max(3, source.split('\n').length))}
          spellCheck={false}
          value={source}
          aria-invalid={!parsed.ok}
          onChange={(event) => setSource(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
      </label>
      {parsed.ok ? null : <p className={styles.problem}>{parsed.message}</p>}
      <div className={styles.buttons}>
        <Button type="submit" size="small" tone="past" disabled={!parsed.ok}>
          Continue with this result
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function FailForm({ name, onDone, onCancel }: FormProps<string>) {
  const [reason, setReason] = useState('The service is unavailable.')
  return (
    <form
      ref={intoSight}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(reason)
      }}
    >
      <label>
        What {name} fails with
        <input
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field a moment ago.
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
      </label>
      <div className={styles.buttons}>
        <Button type="submit" size="small" tone="past">
          Continue with this failure
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
