import { ArrowUp, Plus, Square } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../parts/Button.tsx'
import { Elapsed } from '../parts/Elapsed.tsx'
import { useApp, useBusy, useSession, useUi } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import { useViews } from '../state/views.ts'
import styles from './Composer.module.css'
import { nextDemoMessage } from './demo.ts'

/** Where the person speaks: a message to the agent, a new cell, or the end of what runs. */
export function Composer() {
  const { session, ui, demo } = useApp()
  const { shown } = useViews()
  const cursor = useSession((state) => state.cursor)
  const model = useSession((state) => state.model)
  const busy = useBusy()
  const message = useUi((state) => state.message)
  const field = useRef<HTMLTextAreaElement>(null)
  const inPast = cursor !== null
  const stop = inPast ? shown.stops.find((one) => one.event === cursor) : undefined
  const next = inPast || busy ? null : nextDemoMessage(demo, model, shown)

  const send = () => {
    const text = message.trim()
    if (text === '' || busy) return
    ui.setState({ message: '' })
    void session.send(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer} data-past={inPast || undefined}>
      {next !== null ? (
        <button type="button" className={styles.next} onClick={() => void session.runDemo()}>
          <span className={styles.nextLabel}>Next in the demo</span> {next}
        </button>
      ) : null}
      {stop?.kind === 'wait' ? (
        <p className={styles.waits}>To say something, step to the end of a cell.</p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <textarea
            ref={field}
            aria-label="Message"
            rows={1}
            value={message}
            placeholder={
              inPast
                ? 'Say something from here: it becomes a new branch'
                : 'Ask for something that takes a few cells'
            }
            onChange={(event) => ui.setState({ message: event.target.value })}
            onKeyDown={onKeyDown}
          />
          {busy ? (
            <Button tone="primary" onClick={() => session.stop()}>
              <Square aria-hidden fill="currentColor" /> Stop
            </Button>
          ) : (
            <Button type="submit" tone={inPast ? 'past' : 'primary'} disabled={message.trim() === ''}>
              <ArrowUp aria-hidden /> Send
            </Button>
          )}
        </form>
      )}
      <div className={styles.foot}>
        <Button tone="quiet" size="small" onClick={() => openDraft(ui, { type: 'end' })}>
          <Plus aria-hidden /> Add cell
        </Button>
        <Status />
      </div>
    </div>
  )
}

/** What is under way, in words. */
function Status() {
  const activity = useSession((state) => state.activity)
  const cursor = useSession((state) => state.cursor)
  switch (activity.type) {
    case 'idle':
      return (
        <span className={styles.status}>
          {cursor !== null ? 'You look at the past' : 'Enter sends, Shift+Enter starts a new line'}
        </span>
      )
    case 'starting':
      return <span className={styles.status}>The interpreter starts …</span>
    case 'asking':
      return (
        <span className={styles.status}>
          The model is at work
          <Elapsed since={activity.since} />
        </span>
      )
    case 'awaiting-person':
      return <span className={styles.status}>You are asked as the model, above</span>
    case 'running':
      return (
        <span className={styles.status}>
          Cell {activity.cell} runs
          <Elapsed since={activity.since} />
        </span>
      )
  }
}
