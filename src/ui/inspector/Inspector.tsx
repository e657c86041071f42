import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Session } from '../../session/types.ts'
import { useWorthLooking } from '../state/worth-looking.ts'
import styles from './Inspector.module.css'
import { NoVariables } from './NoVariables.tsx'
import { Tabs } from './Tabs.tsx'

type Panel = ComponentType<{ session: Session }>

const Variables = lazy(async () => ({ default: (await import('./Variables.tsx')).Variables }))
const Context = lazy(async () => ({ default: (await import('./Context.tsx')).Context }))
const Calls = lazy(async () => ({ default: (await import('./Calls.tsx')).Calls }))
const Snapshot = lazy(async () => ({ default: (await import('./Snapshot.tsx')).Snapshot }))
const Heap = lazy(async () => ({ default: (await import('./Heap.tsx')).Heap }))

const TABS = [
  { id: 'variables', title: 'Variables' },
  { id: 'context', title: 'Context' },
  { id: 'calls', title: 'Calls' },
  { id: 'snapshot', title: 'Snapshot' },
  { id: 'heap', title: 'Heap' },
] as const
type TabId = (typeof TABS)[number]['id']

const PANELS: Record<TabId, Panel> = {
  variables: Variables,
  context: Context,
  calls: Calls,
  snapshot: Snapshot,
  heap: Heap,
}

/** The right column: what the notebook holds where one looks. Each part is loaded when there is something in it. */
export function Inspector({ session }: { session: Session }) {
  const [tab, setTab] = useState<TabId>('variables')
  const worthLooking = useWorthLooking()
  const Panel = PANELS[tab]
  const empty =
    tab === 'variables' ? (
      <div className={styles.toCome}>
        <NoVariables session={session} />
      </div>
    ) : null
  return (
    <section aria-label="What the notebook holds" className={styles.inspector}>
      <Tabs label="Parts" tabs={TABS} selected={tab} onSelect={setTab}>
        <Suspense fallback={empty}>
          {empty === null || worthLooking ? <Panel session={session} /> : empty}
        </Suspense>
      </Tabs>
    </section>
  )
}
