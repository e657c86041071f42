import { useEffect, useRef, useState } from 'react'
import { createChatModel } from '../../models/chat.ts'
import { listModels } from '../../models/list-models.ts'
import { corsCure } from '../../models/presets.ts'
import type { Endpoint } from '../../session/types.ts'
import { duration } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import styles from './ModelDialog.module.css'
import { type ModelForm, readForm } from './model-form.ts'

interface ProbeProps {
  form: ModelForm
  /** The endpoint that the fields describe; `null` after it has shown what is wrong with them. */
  read: () => Endpoint | null
  onChoose: (model: string) => void
}

/** Headers as far as they can be read; the form itself says what is wrong with them. */
function headersOf(form: ModelForm): Record<string, string> {
  const read = readForm({ ...form, model: 'any' })
  return read.ok ? read.endpoint.headers : {}
}

type Result =
  | { type: 'busy'; what: 'test' | 'list' }
  | { type: 'done'; ok: boolean; text: string; cure?: string }

/** Tries the endpoint before it is used. */
export function Probe({ form, read, onChoose }: ProbeProps) {
  const [models, setModels] = useState<string[]>([])
  const [result, setResult] = useState<Result | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const test = async () => {
    const endpoint = read()
    if (!endpoint) return
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setResult({ type: 'busy', what: 'test' })
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

  const list = async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setResult({ type: 'busy', what: 'list' })
    setModels([])
    const found = await listModels({
      baseUrl: form.baseUrl,
      apiKey: form.apiKey,
      headers: headersOf(form),
      signal: abort.signal,
    })
    if (abort.signal.aborted) return
    if (found.ok) {
      setModels(found.models)
      setResult(
        found.models.length > 0 ? null : { type: 'done', ok: false, text: 'The server has no models.' },
      )
    } else {
      const cure = found.error.kind === 'network' ? corsCure(form.baseUrl, location.origin) : undefined
      setResult({ type: 'done', ok: false, text: found.error.message, ...(cure ? { cure } : {}) })
    }
  }

  const busy = result?.type === 'busy' ? result.what : null
  return (
    <div className={styles.probe}>
      <div className={styles.probeButtons}>
        <Button
          size="small"
          disabled={busy !== null || form.baseUrl.trim() === ''}
          onClick={() => void test()}
        >
          {busy === 'test' ? 'Testing …' : 'Test the connection'}
        </Button>
        <Button
          size="small"
          disabled={busy !== null || form.baseUrl.trim() === ''}
          onClick={() => void list()}
        >
          {busy === 'list' ? 'Asking …' : 'List its models'}
        </Button>
      </div>
      {models.length > 0 ? (
        <fieldset className={styles.models}>
          <legend className="visually-hidden">Models of this server</legend>
          {models.map((model) => (
            <Button
              key={model}
              size="small"
              aria-pressed={model === form.model}
              onClick={() => onChoose(model)}
            >
              {model}
            </Button>
          ))}
        </fieldset>
      ) : null}
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
