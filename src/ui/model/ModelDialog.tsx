import { Dialog } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { PRESETS, presetFor } from '../../models/presets.ts'
import { Button } from '../parts/Button.tsx'
import dialogStyles from '../parts/Dialog.module.css'
import { DialogFrame } from '../parts/DialogFrame.tsx'
import { useAct, useApp } from '../state/context.tsx'
import styles from './ModelDialog.module.css'
import { type FieldErrors, formOf, type ModelForm, readForm } from './model-form.ts'
import { Probe } from './Probe.tsx'

/** Connects a model: any server that speaks the OpenAI-compatible Chat Completions format. */
export default function ModelDialog() {
  const { session, ui } = useApp()
  const act = useAct()
  const [form, setForm] = useState(() => formOf(session.getState().model, ui.getState().endpoint))
  const [errors, setErrors] = useState<FieldErrors>({})
  const set = (change: Partial<ModelForm>) => {
    setForm((now) => ({ ...now, ...change }))
    setErrors((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(change).map((key) => [key, undefined])),
    }))
  }
  const close = () => ui.setState({ dialog: null })
  const read = () => {
    const result = readForm(form)
    setErrors(result.ok ? {} : result.errors)
    return result.ok ? result.endpoint : null
  }
  const use = () => {
    const endpoint = read()
    if (!endpoint) return
    ui.setState({ endpoint })
    close()
    act(() => session.setEndpoint(endpoint))
  }
  const preset = presetFor(form.baseUrl)

  return (
    <DialogFrame title="Connect a model" onClose={close}>
      <Dialog.Description className={dialogStyles.lead}>
        Any endpoint that speaks the OpenAI-compatible Chat Completions format. This page talks to it
        directly; nothing goes anywhere else.
      </Dialog.Description>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          use()
        }}
      >
        <fieldset className={styles.presets}>
          <legend>Start from</legend>
          {PRESETS.map((one) => (
            <Button
              key={one.id}
              size="small"
              aria-pressed={preset?.id === one.id}
              onClick={() =>
                set({
                  baseUrl: one.baseUrl,
                  model: one.modelHint || (preset?.id === one.id ? form.model : ''),
                })
              }
            >
              {one.title}
            </Button>
          ))}
        </fieldset>
        <Field label="Base URL" error={errors.baseUrl}>
          {(props) => (
            <input
              {...props}
              inputMode="url"
              value={form.baseUrl}
              placeholder="http://localhost:11434/v1"
              onChange={(event) => set({ baseUrl: event.target.value })}
            />
          )}
        </Field>
        {preset?.start ? (
          <p className={styles.hint}>
            Start it with <code>{preset.start}</code>
          </p>
        ) : null}
        <Field
          label="API key"
          error={errors.apiKey}
          hint={
            <>
              Kept in the memory of this page only: gone after a reload, never written to a file or a
              notebook.
              {preset?.keyUrl ? (
                <>
                  {' '}
                  <a href={preset.keyUrl} target="_blank" rel="noopener noreferrer">
                    Where to make one
                  </a>
                </>
              ) : preset && !preset.needsKey ? (
                ' This server needs none.'
              ) : preset ? null : (
                ' Leave it empty where none is asked for.'
              )}
            </>
          }
        >
          {(props) => (
            <input
              {...props}
              type="password"
              autoComplete="off"
              value={form.apiKey}
              onChange={(event) => set({ apiKey: event.target.value })}
            />
          )}
        </Field>
        <Field label="Name of the model" error={errors.model}>
          {(props) => (
            <input
              {...props}
              value={form.model}
              placeholder={preset?.modelHint ?? ''}
              onChange={(event) => set({ model: event.target.value })}
            />
          )}
        </Field>
        <Probe form={form} read={read} onChoose={(model) => set({ model })} />
        <details className={styles.more} open={errors.headers || errors.body ? true : undefined}>
          <summary>Extra headers and body fields</summary>
          <Field
            label="Extra headers, as a JSON object"
            error={errors.headers}
            hint="Sent beside Content-Type and Authorization. A server may refuse headers it does not know."
          >
            {(props) => (
              <textarea
                {...props}
                rows={3}
                spellCheck={false}
                value={form.headers}
                placeholder='{"X-Title": "Backstep"}'
                onChange={(event) => set({ headers: event.target.value })}
              />
            )}
          </Field>
          <Field label="Extra body fields, as a JSON object" error={errors.body}>
            {(props) => (
              <textarea
                {...props}
                rows={3}
                spellCheck={false}
                value={form.body}
                placeholder='{"temperature": 0}'
                onChange={(event) => set({ body: event.target.value })}
              />
            )}
          </Field>
        </details>
        <div className={styles.foot}>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" tone="primary">
            Use it
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

interface FieldControl {
  id: string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface FieldProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  children: (props: FieldControl) => ReactNode
}

function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: dialogStyles.field ?? '',
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-note`,
      })}
      <p id={`${id}-note`} className={error ? styles.problem : styles.hint}>
        {error ?? hint}
      </p>
    </div>
  )
}
