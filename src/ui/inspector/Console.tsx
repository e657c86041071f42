import { CornerDownLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Outcome } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import styles from './Console.module.css'
import { NO_LINES, recalled, sent } from './history.ts'
import { placeWords, usePlace } from './place.ts'

/** Results that stay in sight. */
const MOST = 30

interface Entry {
  id: number
  code: string
  where: string
  /** `null` while it runs. */
  result: { failed: boolean; text: string; console: string } | null
}

/** Runs code against the values where one looks, in an interpreter that is thrown away. */
export function Console({ session }: { session: Session }) {
  const place = usePlace(session)
  const [text, setText] = useState('')
  const [history, setHistory] = useState(NO_LINES)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const next = useRef(1)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const { stop } = place

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new result is brought into sight.
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [entries])

  const run = async () => {
    const code = text.trim()
    if (code === '' || !stop) return
    const entry: Entry = { id: next.current++, code, where: placeWords(place), result: null }
    setHistory(sent(history, code))
    setText('')
    setEntries((now) => [...now, entry].slice(-MOST))
    const result = await evaluated(session, stop.event, code)
    setEntries((now) => now.map((each) => (each.id === entry.id ? { ...each, result } : each)))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void run()
      return
    }
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null || !atEdge(event.currentTarget, by)) return
    const found = recalled(history, by, text)
    if (!found) return
    event.preventDefault()
    setHistory(found.history)
    setText(found.text)
  }

  return (
    <section aria-labelledby={id} className={styles.console}>
      <div className={styles.head}>
        <label id={id} htmlFor={`${id}field`}>
          Evaluate here, without changing anything
        </label>
        {entries.length > 0 ? (
          <Button tone="quiet" size="small" onClick={() => setEntries([])}>
            Clear
          </Button>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <ol ref={list} aria-label="Results" aria-live="polite" className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className={styles.code}>
                <span>
                  <span aria-hidden className={styles.prompt}>
                    ›{' '}
                  </span>
                  {entry.code}
                </span>
                <small>{entry.where}</small>
              </p>
              {entry.result?.console ? <pre className={styles.log}>{entry.result.console}</pre> : null}
              <pre className={entry.result?.failed ? styles.failed : styles.result}>
                {entry.result?.text ?? '…'}
              </pre>
            </li>
          ))}
        </ol>
      ) : null}
      <div className={styles.line}>
        <span aria-hidden className={styles.prompt}>
          ›
        </span>
        <textarea
          id={`${id}field`}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          disabled={!stop}
          placeholder={stop ? 'an expression, then Enter' : 'the interpreter has not started yet'}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          tone="quiet"
          size="small"
          square
          aria-label="Evaluate"
          disabled={text.trim() === '' || !stop}
          onClick={() => void run()}
        >
          <CornerDownLeft aria-hidden />
        </Button>
      </div>
    </section>
  )
}

async function evaluated(session: Session, event: string, code: string): Promise<Entry['result']> {
  try {
    return shownResult(await session.evaluateAt(event, code))
  } catch (error) {
    return { failed: true, text: error instanceof Error ? error.message : String(error), console: '' }
  }
}

function shownResult({ status, text, error, console }: Outcome): Entry['result'] {
  const place = error?.line === undefined ? '' : ` (line ${error.line})`
  return {
    failed: status !== 'ok',
    text: error ? `${error.name}: ${error.message}${place}` : text,
    console: console.map((line) => line.text).join('\n'),
  }
}

/** Up leaves the field from its first line, down from its last. */
function atEdge(field: HTMLTextAreaElement, by: -1 | 1): boolean {
  const { value, selectionStart, selectionEnd } = field
  if (selectionStart !== selectionEnd) return false
  return by < 0 ? !value.slice(0, selectionStart).includes('\n') : !value.slice(selectionEnd).includes('\n')
}
