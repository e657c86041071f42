import { ArrowUp, Plus, Square, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { SessionState } from '../../session/types.ts'
import { count } from '../format.ts'
import { isUnanswered } from '../notebook/open-turn.ts'
import { Button } from '../parts/Button.tsx'
import { Elapsed } from '../parts/Elapsed.tsx'
import { useAct, useApp, useBusy, useSession, useUi } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import { useViews } from '../state/views.ts'
import styles from './Composer.module.css'

/** Where the person speaks: a message to the agent, a new cell, or the end of what runs. */
export function Composer() {
  const { ui } = useApp()
  const act = useAct()
  const cursor = useSession((state) => state.cursor)
  const demoMessage = useSession((state) => state.demoMessage)
  const { live } = useViews()
  const notice = useUi((state) => state.notice)
  const busy = useBusy()
  const message = useUi((state) => state.message)
  const inPast = cursor !== null
  // Before the first message the demo has a button of its own.
  const begun = live.turns.some((turn) => turn.said !== null)
  const next = inPast || busy || !begun || isUnanswered(live) ? null : demoMessage

  const send = () => {
    const text = message.trim()
    if (text === '' || busy) return
    ui.setState({ message: '' })
    act((session) =>
      session.send(text).catch((error: unknown) => {
        // What was typed is not lost, unless something else is being typed by now.
        if (ui.getState().message === '') ui.setState({ message: text })
        throw error
      }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer} data-past={inPast || undefined}>
      {next !== null ? (
        <button type="button" className={styles.next} onClick={() => act((session) => session.runDemo())}>
          <span className={styles.nextLabel}>Next in the demo</span> {next}
        </button>
      ) : null}
      {notice === null ? null : (
        <p className={styles.notice}>
          <TriangleAlert aria-hidden /> {notice}
        </p>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          aria-label="Message"
          rows={1}
          value={message}
          placeholder={inPast ? 'Say something from here, as a new branch' : 'Ask the agent for something'}
          onChange={(event) => ui.setState({ message: event.target.value })}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <Button tone="primary" onClick={() => act((session) => session.stop())}>
            <Square aria-hidden fill="currentColor" /> Stop
          </Button>
        ) : (
          <Button type="submit" tone={inPast ? 'past' : 'primary'} disabled={message.trim() === ''}>
            <ArrowUp aria-hidden /> Send
          </Button>
        )}
      </form>
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
  const elsewhere = useSession(runsElsewhere)
  const where = elsewhere === null ? '' : ` on the branch "${elsewhere}"`
  switch (activity.type) {
    case 'idle':
      return (
        <span className={`${styles.status} ${cursor === null ? styles.keys : ''}`}>
          {cursor !== null ? 'You look at the past' : 'Enter sends, Shift+Enter starts a new line'}
        </span>
      )
    case 'starting':
      return <span className={styles.status}>The interpreter starts …</span>
    case 'asking':
      return (
        <span className={styles.status}>
          The model is at work{where}
          <Elapsed since={activity.since} />
        </span>
      )
    case 'awaiting-person':
      return <span className={styles.status}>You are asked as the model{where}</span>
    case 'awaiting-input':
      return (
        <span className={styles.status}>
          Cell {activity.cell} asks you{where}: what you send is its answer
        </span>
      )
    case 'running':
      return (
        <span className={styles.status}>
          Cell {activity.cell} runs{where}
          <Elapsed since={activity.since} />
          {activity.line === undefined ? null : ` · ${activity.line}`}
        </span>
      )
    case 'calling':
      return (
        <span className={styles.status}>
          {count(activity.calls, 'tool')} at work{where}
          <Elapsed since={activity.since} />
        </span>
      )
  }
}

/** The name of the branch that something runs on, when it is not the one that is shown. */
function runsElsewhere({ activeBranch, branch, notebook }: SessionState): string | null {
  if (activeBranch === null || activeBranch === branch) return null
  return notebook.branches.find((one) => one.id === activeBranch)?.name ?? null
}
