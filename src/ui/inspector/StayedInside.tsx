import { useEffect, useState } from 'react'
import type { Variable } from '../../kernel/types.ts'
import type { EventId } from '../../notebook/events.ts'
import type { Session } from '../../session/types.ts'
import { number } from '../format.ts'
import { summary, textOf } from '../value/summary.ts'
import styles from './Context.module.css'
import { sizeWords, useSizes } from './sizes.ts'

/** A token is about four bytes, as in the estimates of requests. */
const BYTES_A_TOKEN = 4

interface StayedInsideProps {
  session: Session
  event: EventId
  /** Estimated tokens of the request. */
  sent: number
}

/** The values that the interpreter held when the model was asked, and what sending them would have taken. */
export function StayedInside({ session, event, sent }: StayedInsideProps) {
  const variables = useVariablesAt(session, event)
  const sizes = useSizes(
    session,
    event,
    variables.map(({ name }) => name),
  )
  const rows = variables
    .map((variable) => ({ variable, size: sizes.get(variable.name) ?? null }))
    .sort((a, b) => (b.size ?? 0) - (a.size ?? 0))
  const total = rows.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const tokens = Math.ceil(total / BYTES_A_TOKEN)
  return (
    <section aria-label="What stayed in the interpreter" className={styles.section}>
      <div className={styles.sum}>
        <h3>Stayed in the interpreter</h3>
        {total > 0 ? <span>≈ {number(tokens)} tokens</span> : null}
      </div>
      {rows.length === 0 ? (
        <p className={styles.counted}>
          Nothing was declared yet. Values that cells keep do not go to the model.
        </p>
      ) : (
        <>
          {tokens > sent ? (
            <p className={styles.counted}>
              Sent as text, these values would have taken{' '}
              {number(Math.round((10 * tokens) / Math.max(1, sent)) / 10)} times the whole request.
            </p>
          ) : null}
          <ul className={styles.inside}>
            {rows.map(({ variable, size }) => (
              <li key={variable.name}>
                <code>
                  <b>{variable.name}</b> <span>{textOf(summary(variable.value, 32))}</span>
                </code>
                <small>
                  {size === null ? '' : `${sizeWords(size)} ≈ ${number(Math.ceil(size / BYTES_A_TOKEN))}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const NONE: readonly Variable[] = []

function useVariablesAt(session: Session, event: EventId): readonly Variable[] {
  const [found, setFound] = useState<readonly Variable[]>(NONE)
  useEffect(() => {
    let current = true
    session.variables(event).then(
      (variables) => current && setFound(variables),
      // The Variables panel says why; here the request is what matters.
      () => current && setFound(NONE),
    )
    return () => {
      current = false
    }
  }, [session, event])
  return found
}
