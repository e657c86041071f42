import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ModelSetup } from '../../notebook/events.ts'
import { useAct, useApp, useDemo, useSession, useUi } from '../state/context.tsx'
import styles from './Header.module.css'

export function ProtocolSelect() {
  const { protocols } = useApp()
  const act = useAct()
  const protocol = useSession((state) => state.protocol)
  const summary = protocols.find((one) => one.id === protocol)?.summary
  return (
    <Select
      label="Protocol"
      value={protocol}
      title={summary}
      onChange={(id) => act((session) => session.setProtocol(id))}
    >
      {protocols.map((one) => (
        <option key={one.id} value={one.id}>
          {one.title}
        </option>
      ))}
    </Select>
  )
}

/** Which model answers. An endpoint that was not set up yet opens its dialog. */
export function ModelSelect() {
  const { ui } = useApp()
  const demo = useDemo()
  const act = useAct()
  const model = useSession((state) => state.model)
  const endpoint = useUi((state) => state.endpoint)
  const known = chatName(model) ?? endpoint.model
  const change = (kind: string) => {
    if (kind === 'connect' || (kind === 'chat' && known === '')) ui.setState({ dialog: 'model' })
    else if (kind === 'person') act((session) => session.setModel({ kind: 'person' }))
    else if (kind === 'tape' && demo) act((session) => session.setModel({ kind: 'tape', tape: demo.tape }))
    else if (kind === 'chat' && model.kind !== 'chat') act((session) => session.setEndpoint(endpoint))
  }
  return (
    <Select label="Model" value={model.kind} onChange={change}>
      {demo || model.kind === 'tape' ? <option value="tape">Demo tape</option> : null}
      {known ? <option value="chat">{known}</option> : null}
      <option value="person">You, by hand</option>
      <option value="connect">{known ? 'Another endpoint …' : 'Connect a model …'}</option>
    </Select>
  )
}

function chatName(model: ModelSetup): string | null {
  return model.kind === 'chat' ? model.model : null
}

interface SelectProps {
  label: string
  value: string
  title?: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}

function Select({ label, value, title, onChange, children }: SelectProps) {
  return (
    <label className={styles.select} title={title}>
      <span className={styles.selectLabel}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      <ChevronDown aria-hidden />
    </label>
  )
}
