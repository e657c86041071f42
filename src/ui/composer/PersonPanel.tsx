import { useState } from 'react'
import type { Message, ModelRequest } from '../../models/types.ts'
import { Code } from '../code/Code.tsx'
import { CodeEditor } from '../editor/CodeEditor.tsx'
import { count } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { useAct, useApp } from '../state/context.tsx'
import styles from './PersonPanel.module.css'

/** A person plays the model: what the model would be sent, and the next reply written by hand. */
export function PersonPanel({ request }: { request: ModelRequest }) {
  const { declarations } = useApp()
  const act = useAct()
  const [kind, setKind] = useState<'code' | 'text'>('code')
  const [drafts, setDrafts] = useState({ code: '', text: '' })
  const draft = drafts[kind]
  const change = (value: string) => setDrafts((now) => ({ ...now, [kind]: value }))
  const reply = () => {
    if (draft.trim() === '') return
    act((session) => session.answerAsModel(kind === 'code' ? { code: draft } : { text: draft }))
  }
  return (
    <section className={styles.panel} aria-label="You are the model">
      <h3>You are the model</h3>
      <p className={styles.lead}>
        This is everything a model would know. Reply with a cell to run, or with the answer that ends the
        turn.
      </p>
      <details className={styles.request} open={request.messages.length <= 3}>
        <summary>
          {count(request.messages.length, 'message')}, {count(request.tools.length, 'tool')}
        </summary>
        <ol>
          {request.messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a request never changes.
            <li key={index} className={styles.message}>
              <span className={styles.role}>{message.role}</span>
              <MessageBody message={message} />
            </li>
          ))}
        </ol>
      </details>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">Kind of reply</legend>
        <label>
          <input type="radio" name="reply-kind" checked={kind === 'code'} onChange={() => setKind('code')} />{' '}
          A cell to run
        </label>
        <label>
          <input type="radio" name="reply-kind" checked={kind === 'text'} onChange={() => setKind('text')} />{' '}
          The answer
        </label>
      </fieldset>
      <div className={styles.editor}>
        {kind === 'code' ? (
          <CodeEditor
            key="code"
            value={drafts.code}
            label="Code of your reply. Escape leaves the editor."
            autoFocus
            placeholder="// What would you run?"
            declarations={declarations}
            onChange={change}
            onIntent={(intent) => (intent === 'leave' ? focusReply() : reply())}
          />
        ) : (
          <textarea
            key="text"
            aria-label="Your answer"
            rows={4}
            value={drafts.text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </div>
      <div className={styles.buttons}>
        <Button id="reply-as-model" tone="primary" disabled={draft.trim() === ''} onClick={reply}>
          Reply as the model
        </Button>
        <Button tone="quiet" onClick={() => act((session) => session.stop())}>
          Leave the turn open
        </Button>
      </div>
    </section>
  )
}

function focusReply(): void {
  document.getElementById('reply-as-model')?.focus()
}

function MessageBody({ message }: { message: Message }) {
  return (
    <div className={styles.body}>
      {message.content ? <p className={styles.content}>{message.content}</p> : null}
      {message.role === 'assistant'
        ? message.toolCalls?.map((call) => (
            <pre key={call.id} className={styles.code}>
              {typeof call.arguments?.code === 'string' ? (
                <Code source={call.arguments.code} />
              ) : (
                `${call.name} ${call.argumentsText ?? JSON.stringify(call.arguments ?? {})}`
              )}
            </pre>
          ))
        : null}
    </div>
  )
}
