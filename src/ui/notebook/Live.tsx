import type { Talk } from '../../session/types.ts'
import { PersonPanel } from '../composer/PersonPanel.tsx'
import { Elapsed } from '../parts/Elapsed.tsx'
import { useSession } from '../state/context.tsx'
import { Answer } from './Answer.tsx'
import styles from './NotebookPane.module.css'
import { Reasoning } from './Reply.tsx'
import { StreamingCell } from './StreamingCell.tsx'
import textStyles from './Text.module.css'

/** What is under way at the live end and is no part of the history yet. `next` is the number of the next cell. */
export function Live({ next }: { next: number }) {
  const activity = useSession((state) => state.activity)
  const cursor = useSession((state) => state.cursor)
  // Who looks at the past is not told about the present in the middle of it; the composer says that something runs.
  if (cursor !== null) return null
  switch (activity.type) {
    case 'running':
      return activity.talks === undefined ? null : (
        <Talks talks={activity.talks} line={activity.line ?? ''} next={next} />
      )
    case 'awaiting-input':
      return (
        <li className={styles.status}>
          Cell {activity.cell} asks: <b>{activity.prompt === '' ? 'What now?' : activity.prompt}</b> Write the
          answer below and send it.
        </li>
      )
    case 'idle':
    case 'calling':
      return null
    case 'starting':
      return (
        <li className={styles.status}>
          The interpreter starts{activity.total > 0 ? `: step ${activity.done} of ${activity.total}` : ''} …
        </li>
      )
    case 'awaiting-person':
      return (
        <li>
          <PersonPanel request={activity.request} />
        </li>
      )
    case 'asking': {
      const silent = activity.text === '' && activity.cells.length === 0
      return (
        <>
          <li className={`${textStyles.reply} ${styles.text}`}>
            {activity.reasoning ? (
              <Reasoning text={activity.reasoning} title="Thinking" open={silent} />
            ) : null}
            {activity.text ? <Answer text={activity.text} /> : null}
            {silent && !activity.reasoning ? (
              <p className={styles.status}>
                The model is asked
                <Elapsed since={activity.since} /> …
              </p>
            ) : null}
          </li>
          {activity.cells.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells arrive in order and never move.
            <li key={index}>
              <StreamingCell number={next + index} source={cell.code} since={activity.since} />
            </li>
          ))}
        </>
      )
    }
  }
}

/** What the model says to a running cell, and the program of the next one as far as it is written. */
function Talks({ talks, line, next }: { talks: readonly Talk[]; line: string; next: number }) {
  return (
    <>
      {talks.flatMap(({ call, since, cells }) =>
        cells
          .filter(({ code }) => code !== '')
          .map(({ name, code }) => (
            <li key={`${call} ${name}`}>
              <StreamingCell number={next} source={code} since={since} />
            </li>
          )),
      )}
      <li className={styles.status}>{line}</li>
    </>
  )
}
