import { Check, Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ModelRequest } from '../../models/types.ts'
import type { EventId } from '../../notebook/events.ts'
import { branchOf, pathTo } from '../../notebook/tree.ts'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import { useCopy } from '../state/copy.ts'
import { useSessionState } from '../timeline/views.ts'
import styles from './Context.module.css'
import { type ModelCall, modelCalls, nearestCall } from './model-calls.ts'
import { RequestView } from './RequestView.tsx'

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
    <Shown
      key={call.event}
      session={session}
      call={call}
      calls={calls}
      onChoose={(event) => setChosen({ cursor, event })}
    />
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

interface ShownProps {
  session: Session
  call: ModelCall
  calls: readonly ModelCall[]
  onChoose: (event: EventId) => void
}

function Shown({ session, call, calls, onChoose }: ShownProps) {
  const [copied, copy] = useCopy()
  const request = useMemo(() => requestOf(session, call.event), [session, call.event])
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <select
          aria-label="Model call"
          className={styles.select}
          value={call.event}
          onChange={(event) => onChoose(event.target.value)}
        >
          {calls.map((each) => (
            <option key={each.event} value={each.event}>
              Model call {each.number} of {calls.length} · turn {each.turn}
              {each.failed ? ' · failed' : ''}
            </option>
          ))}
        </select>
        {request.ok ? (
          <Button
            tone="quiet"
            size="small"
            onClick={() => copy('request', JSON.stringify(request.value, null, 2))}
          >
            {copied === 'request' ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy as JSON
          </Button>
        ) : null}
      </div>
      {request.ok ? (
        <RequestView session={session} call={call} request={request.value} />
      ) : (
        <p className={styles.empty}>The request cannot be built again: {request.message}</p>
      )}
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
