import { Tabs } from 'radix-ui'
import type { Session } from '../../session/types.ts'
import { Variables } from './Variables.tsx'

/** The right column: what the notebook holds where one looks. */
export function Inspector({ session }: { session: Session }) {
  return (
    <Tabs.Root defaultValue="variables">
      <Tabs.List aria-label="Inspector">
        <Tabs.Trigger value="variables">Variables</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="variables">
        <Variables session={session} />
      </Tabs.Content>
    </Tabs.Root>
  )
}
