import { useId, useState } from 'react'
import type { Setting } from '../../agents/types.ts'
import { Button } from '../parts/Button.tsx'
import dialogStyles from '../parts/Dialog.module.css'
import { useAct, useSession } from '../state/context.tsx'
import styles from './Protocols.module.css'
import { type Fields, fieldsOf, readFields } from './settings-form.ts'

interface SettingsFormProps {
  settings: readonly Setting[]
  protocol: string
  onDone: () => void
}

/** The options of a protocol, each with what it does. They hold from the next message on. */
export function SettingsForm({ settings, protocol, onDone }: SettingsFormProps) {
  const act = useAct()
  const options = useSession((state) => state.protocolOptions)
  const [fields, setFields] = useState<Fields>(() => fieldsOf(settings, options))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const use = () => {
    const read = readFields(settings, fields)
    setErrors(read.ok ? {} : read.errors)
    if (!read.ok) return
    onDone()
    act((session) => session.setProtocol(protocol, read.options))
  }
  if (settings.length === 0) return <p className={dialogStyles.lead}>There is nothing to set here.</p>
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        use()
      }}
    >
      <p className={dialogStyles.lead}>
        They hold from the next message on, with a fresh interpreter. What ran until then stays as it is.
      </p>
      {settings.map((setting) => (
        <SettingField
          key={setting.key}
          setting={setting}
          value={fields[setting.key] ?? ''}
          error={errors[setting.key]}
          onChange={(value) => setFields((now) => ({ ...now, [setting.key]: value }))}
        />
      ))}
      <div className={styles.foot}>
        <Button tone="quiet" onClick={() => setFields(fieldsOf(settings, {}))}>
          Defaults
        </Button>
        <Button type="submit" tone="primary">
          Use with the next message
        </Button>
      </div>
    </form>
  )
}

interface SettingFieldProps {
  setting: Setting
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

function SettingField({ setting, value, error, onChange }: SettingFieldProps) {
  const id = useId()
  return (
    <div className={styles.field} data-kind={setting.kind}>
      <label htmlFor={id}>{setting.title}</label>
      <Control
        setting={setting}
        value={value}
        onChange={onChange}
        props={{ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-note` }}
      />
      <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.problem}>
        {error ?? setting.help}
      </p>
    </div>
  )
}

interface ControlProps extends Pick<SettingFieldProps, 'setting' | 'value' | 'onChange'> {
  props: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }
}

function Control({ setting, value, onChange, props }: ControlProps) {
  const className = dialogStyles.field ?? ''
  switch (setting.kind) {
    case 'switch':
      return (
        <input
          {...props}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'choice':
      return (
        <select
          {...props}
          className={className}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        >
          {setting.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      )
    case 'number':
    case 'text':
      return (
        <input
          {...props}
          className={className}
          inputMode={setting.kind === 'number' ? 'numeric' : 'text'}
          value={String(value)}
          placeholder={setting.default === null ? 'default' : String(setting.default)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'json':
      return (
        <textarea
          {...props}
          className={className}
          rows={2}
          spellCheck={false}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
