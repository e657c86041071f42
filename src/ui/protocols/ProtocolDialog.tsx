import { Dialog, Tabs } from 'radix-ui'
import dialogStyles from '../parts/Dialog.module.css'
import { DialogFrame } from '../parts/DialogFrame.tsx'
import { useApp, useSession } from '../state/context.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import styles from './Protocols.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { Wire } from './Wire.tsx'

/** A protocol: its settings, how it works, and what it sends. */
export default function ProtocolDialog() {
  const { ui, protocols } = useApp()
  const id = useSession((state) => state.protocol)
  const protocol = protocols.find((one) => one.id === id)
  const close = () => ui.setState({ dialog: null })
  return (
    <DialogFrame title={`Protocol: ${protocol?.title ?? id}`} onClose={close}>
      <Dialog.Description className={dialogStyles.lead}>
        {protocol?.summary ?? 'This version does not have this protocol.'}
      </Dialog.Description>
      <Tabs.Root defaultValue="settings">
        <Tabs.List className={styles.tabs} aria-label="About this protocol">
          <Tabs.Trigger value="settings">Settings</Tabs.Trigger>
          <Tabs.Trigger value="how">How it works</Tabs.Trigger>
          <Tabs.Trigger value="wire">On the wire</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="settings">
          <SettingsForm settings={protocol?.settings ?? []} protocol={id} onDone={close} />
        </Tabs.Content>
        <Tabs.Content value="how">
          <HowItWorks id={id} />
        </Tabs.Content>
        <Tabs.Content value="wire">
          <Wire id={id} />
        </Tabs.Content>
      </Tabs.Root>
    </DialogFrame>
  )
}
