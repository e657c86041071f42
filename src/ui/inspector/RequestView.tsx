import { useMemo } from 'react'
import type { ModelRequest } from '../../models/types.ts'
import type { Session } from '../../session/types.ts'
import { number } from '../format.ts'
import { useApp } from '../state/context.tsx'
import styles from './Context.module.css'
import { insideTokens, useInside } from './inside.ts'
import type { ModelCall } from './model-calls.ts'
import { RequestParts } from './RequestParts.tsx'
import { partsOf, tokensByKind, totalTokens } from './request-parts.ts'
import { StayedInside } from './StayedInside.tsx'
import { TokenBar } from './TokenBar.tsx'

interface RequestViewProps {
  session: Session
  call: ModelCall
  request: ModelRequest
}

/** A request in figures, what the interpreter held meanwhile, and then the request word for word. */
export function RequestView({ session, call, request }: RequestViewProps) {
  const { views } = useApp()
  const { notebook } = session.getState()
  const parts = useMemo(() => partsOf(request), [request])
  const stop = views.at(notebook, call.event).stops.at(-1) ?? null
  const inside = useInside(session, stop?.event ?? null)
  const sent = totalTokens(parts)
  const stayed = insideTokens(inside)
  return (
    <div className={styles.scroller}>
      <dl className={styles.figures}>
        <div>
          <dt>Sent to the model</dt>
          <dd>
            ≈ {number(sent)} <small>tokens</small>
          </dd>
          <dd className={styles.counted}>
            {call.usage
              ? `the server counted ${number(call.usage.input)} in, ${number(call.usage.output)} out`
              : 'the server did not count'}
          </dd>
        </div>
        <div>
          <dt>Stayed in the interpreter</dt>
          <dd>
            {inside.length === 0 ? '0' : `≈ ${number(stayed)}`} <small>tokens</small>
          </dd>
          <dd className={styles.counted}>{comparison(sent, stayed)}</dd>
        </div>
      </dl>
      <StayedInside inside={inside} />
      <section aria-label="What was sent, word for word" className={styles.section}>
        <h3>Sent, word for word</h3>
        <TokenBar kinds={tokensByKind(parts)} total={sent} />
        <RequestParts parts={parts} />
      </section>
    </div>
  )
}

function comparison(sent: number, stayed: number): string {
  if (stayed === 0) return 'nothing was declared yet'
  const times = stayed / Math.max(1, sent)
  return times < 1.5
    ? 'had it been sent as text'
    : `as text, ${number(Math.round(times * 10) / 10)} times the request`
}
