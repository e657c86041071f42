import { Tabs } from 'radix-ui'
import { type ComponentType, useState } from 'react'
import type { Session } from '../../session/types.ts'
import { Calls } from './Calls.tsx'
import { Context } from './Context.tsx'
import styles from './Inspector.module.css'
import { Variables } from './Variables.tsx'

interface Tab {
  id: string
  title: string
  Panel: ComponentType<{ session: Session }>
}

const TABS: readonly Tab[] = [
  { id: 'variables', title: 'Variables', Panel: Variables },
  { id: 'context', title: 'Context', Panel: Context },
  { id: 'calls', title: 'Calls', Panel: Calls },
]

/** The right column: what the notebook holds where one looks. */
export function Inspector({ session }: { session: Session }) {
  const [tab, setTab] = useState('variables')
  // The tabs are focused by script even when clicked, so the browser takes every focus for one by keyboard.
  const [byPointer, setByPointer] = useState(false)
  return (
    <Tabs.Root asChild value={tab} onValueChange={setTab}>
      <section aria-label="What the notebook holds" className={styles.inspector}>
        <Tabs.List
          aria-label="Parts"
          className={styles.tabs}
          data-pointer={byPointer}
          onPointerDown={() => setByPointer(true)}
          onKeyUp={() => setByPointer(false)}
        >
          {TABS.map(({ id, title }) => (
            <Tabs.Trigger key={id} value={id} className={styles.tab}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {TABS.map(({ id, Panel }) => (
          <Tabs.Content key={id} value={id} tabIndex={-1} className={styles.panel}>
            <Panel session={session} />
          </Tabs.Content>
        ))}
      </section>
    </Tabs.Root>
  )
}
