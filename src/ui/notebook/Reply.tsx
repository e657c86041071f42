import { useMemo } from 'react'
import type { Fault } from '../../agents/types.ts'
import type { ModelErrorKind } from '../../models/types.ts'
import type { ReplyItem } from '../../notebook/view.ts'
import { duration } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { useAct, useApp, useBusy } from '../state/context.tsx'
import { Answer } from './Answer.tsx'
import styles from './Text.module.css'

interface ReplyProps {
  item: ReplyItem
  /** Nothing came after it, so it can be tried again; else it is over and told in short. */
  last: boolean
}

/** What a model wrote beside its cells, and what went wrong when it was asked. */
export function Reply({ item, last }: ReplyProps) {
  const { reply, durationMs, turnedBack = [], became } = item
  const { session } = useApp()
  const faults = useMemo(() => session.faultsAt(item.event), [session, item.event])
  return (
    <div className={styles.reply}>
      {reply.reasoning ? <Reasoning text={reply.reasoning} title={thoughtFor(durationMs)} /> : null}
      {became !== undefined ? (
        <details className={styles.reasoning}>
          <summary>The reply that cell {became} was in</summary>
          <pre className={styles.plain}>{reply.text}</pre>
        </details>
      ) : reply.text ? (
        <Answer text={reply.text} />
      ) : null}
      {reply.refusal ? (
        <p className={styles.notice}>
          <b>The model refused:</b> {reply.refusal}
        </p>
      ) : null}
      {reply.error ? (
        <ModelFailure kind={reply.error.kind} message={reply.error.message} last={last} />
      ) : null}
      {turnedBack.map((call) => (
        <div key={call.id} className={styles.notice}>
          <p>
            <b>A call that became no cell:</b> {call.name}
          </p>
          <pre className={styles.plain}>
            {call.argumentsText ?? JSON.stringify(call.arguments ?? {}, null, 2)}
          </pre>
          <FaultText fault={faults.find(({ toolCallId }) => toolCallId === call.id)} />
        </div>
      ))}
      {faults.some(({ toolCallId }) => toolCallId === undefined) ? (
        <div className={styles.notice}>
          <FaultText fault={faults.find(({ toolCallId }) => toolCallId === undefined)} />
        </div>
      ) : null}
      {reply.notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
    </div>
  )
}

/** What the model is told of it. */
function FaultText({ fault }: { fault: Fault | undefined }) {
  if (!fault) return null
  return (
    <p>
      <b>Told to the model:</b> {fault.message} <span className={styles.small}>{fault.type}</span>
    </p>
  )
}

export function thoughtFor(ms: number): string {
  return `Thought for ${duration(ms)}`
}

export function Reasoning({ text, title, open = false }: { text: string; title: string; open?: boolean }) {
  return (
    <details className={styles.reasoning} open={open}>
      <summary>{title}</summary>
      <p className={styles.plain}>{text}</p>
    </details>
  )
}

const HEADLINES: Record<ModelErrorKind, string> = {
  network: 'The model could not be reached.',
  auth: 'The endpoint did not accept the key.',
  'not-found': 'The endpoint does not know this address or model.',
  'rate-limit': 'The endpoint asks to wait.',
  overloaded: 'The endpoint is overloaded.',
  request: 'The endpoint refused the request.',
  stream: 'The reply broke off.',
  length: 'The reply became too long.',
  timeout: 'The model took too long.',
  stopped: 'Stopped.',
  script: 'The tape has no line for this.',
}

interface ModelFailureProps {
  kind: ModelErrorKind
  message: string
  last: boolean
}

/** A failed model call with its cure. Nothing that was typed or run is lost by it. */
function ModelFailure({ kind, message, last }: ModelFailureProps) {
  const { ui } = useApp()
  const act = useAct()
  const busy = useBusy()
  const script = kind === 'script'
  const connect = () => ui.setState({ dialog: 'model' })
  const beTheModel = () =>
    act((session) => {
      session.setModel({ kind: 'person' })
      return session.resumeTurn()
    })
  if (!last) {
    return (
      <details className={styles.over}>
        <summary>{HEADLINES[kind]}</summary>
        <p>{message}</p>
      </details>
    )
  }
  return (
    <div className={script || kind === 'stopped' ? styles.notice : styles.failure}>
      <p>
        <b>{HEADLINES[kind]}</b> {message}
      </p>
      {script ? (
        <p>
          The demo is a recording: it plays a model that said these lines once, while the cells really run. It
          cannot answer anything else. A real model can, and so can you.
        </p>
      ) : null}
      <div className={styles.buttons}>
        {script ? (
          <>
            <Button tone="primary" size="small" onClick={connect}>
              Connect a model
            </Button>
            <Button size="small" disabled={busy} onClick={beTheModel}>
              Answer as the model yourself
            </Button>
          </>
        ) : (
          <>
            <Button
              tone="primary"
              size="small"
              disabled={busy}
              onClick={() => act((session) => session.resumeTurn())}
            >
              Try again
            </Button>
            {kind === 'stopped' ? null : (
              <Button size="small" onClick={connect}>
                Change the connection
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
