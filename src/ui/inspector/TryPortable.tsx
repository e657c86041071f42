import { type FormEvent, useId, useState } from 'react'
import type { Outcome } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import styles from './Snapshot.module.css'

interface Tried {
  code: string
  exact: Result
  portable: Result
}

interface Result {
  failed: boolean
  text: string
}

/** The same code against the exact image and against what a portable snapshot would have brought back. */
export function TryPortable({ session, event }: { session: Session; event: string }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState<Tried | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (code.trim() === '' || busy) return
    setBusy(true)
    const exact = await evaluated(session.evaluateAt(event, code))
    const portable = await evaluated(session.evaluateAt(event, code, { state: 'portable' }))
    setTried({ code, exact, portable })
    setBusy(false)
  }

  return (
    <form className={styles.try} onSubmit={(submitted) => void submit(submitted)}>
      <label htmlFor={id}>Try it: the same code after either way of coming back</label>
      <div className={styles.line}>
        <input
          id={id}
          value={code}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="call a function, or read a value"
          onChange={(changed) => setCode(changed.target.value)}
        />
        <Button type="submit" size="small" disabled={code.trim() === '' || busy}>
          Try
        </Button>
      </div>
      <div aria-live="polite">
        {tried ? (
          <dl className={styles.tried} aria-label={`Results of ${tried.code}`}>
            <dt>Exact</dt>
            <dd data-failed={tried.exact.failed}>{tried.exact.text}</dd>
            <dt>Portable</dt>
            <dd data-failed={tried.portable.failed}>{tried.portable.text}</dd>
          </dl>
        ) : null}
      </div>
    </form>
  )
}

async function evaluated(outcome: Promise<Outcome>): Promise<Result> {
  try {
    const { error, text } = await outcome
    return error ? { failed: true, text: `${error.name}: ${error.message}` } : { failed: false, text }
  } catch (error) {
    return { failed: true, text: error instanceof Error ? error.message : String(error) }
  }
}
