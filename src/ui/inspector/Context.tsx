import { Check, Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ModelRequest } from '../../models/types.ts'
import type { EventId } from '../../notebook/events.ts'
import { branchOf, pathTo } from '../../notebook/tree.ts'
import type { Session } from '../../session/types.ts'
import { number } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { useApp } from '../state/context.tsx'
import { useCopy } from '../state/copy.ts'
import { useSessionState } from '../timeline/views.ts'
import styles from './Context.module.css'
import { type ModelCall, modelCalls, nearestCall } from './model-calls.ts'
import { RequestParts } from './RequestParts.tsx'
import { partsOf, tokensByKind, totalTokens } from './request-parts.ts'
import { StayedInside } from './StayedInside.tsx'
import { TokenBar } from './TokenBar.tsx'

/** What the model was sent, exactly, beside what stayed in the interpreter. */
export function Context({ session }: { session: Session }) {
  const { calls, nearest } = useModelCalls(session)
  const cursor = useSessionState(session, (state) => state.cursor)
  const [chosen, setChosen] = useState<{ cursor: EventId | null; event: EventId } | null>(null)
  // A choice holds until one looks elsewhere.
  const wanted = chosen && chosen.cursor === cursor ? chosen.event : null
  const call = calls.find(({ event }) => event === wanted) ?? nearest
  if (!call)
    return (
      <p className={styles.empty}>
        Here stands what the model is sent, word for word, beside what stays in the interpreter. Send a
        message to see it.
      </p>
    )
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <select
          aria-label="Model call"
          className={styles.select}
          value={call.event}
          onChange={(event) => setChosen({ cursor, event: event.target.value })}
        >
          {calls.map((each) => (
            <option key={each.event} value={each.event}>
              Model call {each.number} of {calls.length} · turn {each.turn}
              {each.failed ? ' · failed' : ''}
            </option>
          ))}
        </select>
      </div>
      <Request key={call.event} session={session} call={call} />
    </div>
  )
}

function useModelCalls(session: Session): { calls: ModelCall[]; nearest: ModelCall | null } {
  const notebook = useSessionState(session, (state) => state.notebook)
  const branch = useSessionState(session, (state) => state.branch)
  const cursor = useSessionState(session, (state) => state.cursor)
  return useMemo(() => {
    const path = pathTo(notebook, branchOf(notebook, branch).head)
    const calls = modelCalls(path)
    const here = cursor === null ? path : pathTo(notebook, cursor)
    return { calls, nearest: nearestCall(calls, here) }
  }, [notebook, branch, cursor])
}

function Request({ session, call }: { session: Session; call: ModelCall }) {
  const { views } = useApp()
  const { notebook } = session.getState()
  const [copied, copy] = useCopy()
  const request = useMemo(() => requestOf(session, call.event), [session, call.event])
  const parts = useMemo(() => (request.ok ? partsOf(request.value) : []), [request])
  if (!request.ok) return <p className={styles.empty}>The request cannot be built again: {request.message}</p>
  const total = totalTokens(parts)
  const stop = views.at(notebook, call.event).stops.at(-1)
  return (
    <div className={styles.scroller}>
      <section aria-label="What was sent" className={styles.section}>
        <div className={styles.sum}>
          <h3>Sent to the model</h3>
          <span>≈ {number(total)} tokens</span>
          <Button
            tone="quiet"
            size="small"
            onClick={() => copy('request', JSON.stringify(request.value, null, 2))}
          >
            {copied === 'request' ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy as JSON
          </Button>
        </div>
        {call.usage ? (
          <p className={styles.counted}>
            The server counted {number(call.usage.input)} tokens in and {number(call.usage.output)} out.
          </p>
        ) : null}
        <TokenBar kinds={tokensByKind(parts)} total={total} />
        <RequestParts parts={parts} />
      </section>
      {stop ? <StayedInside session={session} event={stop.event} sent={total} /> : null}
    </div>
  )
}

type Built = { ok: true; value: ModelRequest } | { ok: false; message: string }

function requestOf(session: Session, event: EventId): Built {
  try {
    return { ok: true, value: session.requestAt(event) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
