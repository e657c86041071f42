import type { TurnItem } from '../../notebook/view.ts'
import { Button } from '../parts/Button.tsx'
import { useAct, useBusy } from '../state/context.tsx'
import { Answer } from './Answer.tsx'
import { CallList } from './CallList.tsx'
import { Reasoning, Reply, thoughtFor } from './Reply.tsx'
import styles from './Text.module.css'

export function Said({ text }: { text: string }) {
  return (
    <div className={styles.said}>
      <p className={styles.who}>You</p>
      <p className={styles.message}>{text}</p>
    </div>
  )
}

/** Everything of a turn that is not a cell. */
export function TurnPart({ item, last }: { item: Exclude<TurnItem, { type: 'cell' }>; last: boolean }) {
  switch (item.type) {
    case 'reply':
      return <Reply item={item} last={last} />
    case 'calls':
      return (
        <section className={styles.calls}>
          <p className={styles.who}>The model called</p>
          <CallList calls={item.calls} past={false} tabbable />
        </section>
      )
    case 'answer':
      return (
        <>
          {item.from?.reply.reasoning ? (
            <Reasoning text={item.from.reply.reasoning} title={thoughtFor(item.from.durationMs)} />
          ) : null}
          <p className={styles.who}>{item.by === 'executor' ? EXECUTOR : 'Answer'}</p>
          <Answer text={item.text} />
        </>
      )
    case 'note':
      return (
        <>
          <p className={styles.who}>Note</p>
          <Answer text={item.text} />
        </>
      )
    case 'stop':
      return <Stopped message={item.message} last={last} />
  }
}

/** The model has not seen this: it is what its code came to. */
const EXECUTOR = 'Answer, as the code gave it'

function Stopped({ message, last }: { message: string; last: boolean }) {
  const act = useAct()
  const busy = useBusy()
  return (
    <div className={styles.notice}>
      <p>{message}</p>
      {last ? (
        <div className={styles.buttons}>
          <Button size="small" disabled={busy} onClick={() => act((session) => session.resumeTurn())}>
            Continue
          </Button>
        </div>
      ) : null}
    </div>
  )
}
