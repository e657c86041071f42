import { useEffect, useRef, useState } from 'react'
import { createChatModel } from '../../models/chat.ts'
import { corsCure } from '../../models/presets.ts'
import type { Endpoint } from '../../session/types.ts'
import { duration } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import styles from './ModelDialog.module.css'
import type { ModelForm } from './model-form.ts'

interface ProbeProps {
  form: ModelForm
  /** The endpoint that the fields describe; `null` after it has shown what is wrong with them. */
  read: () => Endpoint | null
  onChoose: (model: string) => void
}

type Result = { type: 'busy' } | { type: 'done'; ok: boolean; text: string; cure?: string }

/** Tries the endpoint before it is used. */
export function Probe({ form, read }: ProbeProps) {
  const [result, setResult] = useState<Result | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const test = async () => {
    const endpoint = read()
    if (!endpoint) return
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setResult({ type: 'busy' })
    const started = performance.now()
    const reply = await createChatModel(endpoint).reply(
      { messages: [{ role: 'user', content: 'Reply with the one word: ready' }], tools: [] },
      { signal: abort.signal },
    )
    if (abort.signal.aborted) return
    if (reply.error) {
      const cure = reply.error.kind === 'network' ? corsCure(endpoint.baseUrl, location.origin) : undefined
      setResult({ type: 'done', ok: false, text: reply.error.message, ...(cure ? { cure } : {}) })
    } else {
      const words = reply.text.trim() || 'without a word'
      setResult({
        type: 'done',
        ok: true,
        text: `It answered in ${duration(performance.now() - started)}: ${words}`,
      })
    }
  }

  return (
    <div className={styles.probe}>
      <div className={styles.probeButtons}>
        <Button
          size="small"
          disabled={result?.type === 'busy' || form.baseUrl.trim() === ''}
          onClick={() => void test()}
        >
          {result?.type === 'busy' ? 'Testing …' : 'Test'}
        </Button>
      </div>
      <div role="status">
        {result?.type === 'done' ? (
          <p className={styles.result} data-ok={result.ok}>
            {result.text}
            {result.cure && !result.text.includes(result.cure) ? (
              <>
                <br />
                If the server refuses this page: {result.cure}
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  )
}
