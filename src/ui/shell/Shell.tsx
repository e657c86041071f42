import { lazy, Suspense } from 'react'
import type { Session } from '../../session/types.ts'
import { useCommandKeys } from '../commands/keys.ts'
import { Inspector } from '../inspector/Inspector.tsx'
import { NotebookPane } from '../notebook/NotebookPane.tsx'
import { useApp, useUi } from '../state/context.tsx'
import { useNarrow } from '../state/media.ts'
import { useWorthLooking } from '../state/worth-looking.ts'
import { TEACHING } from '../timeline/teaching.ts'
import { Columns } from './Columns.tsx'
import { Header } from './Header.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { Rail } from './Rail.tsx'
import { Sheet } from './Sheet.tsx'
import styles from './Shell.module.css'

// There is nothing to step through before a first cell has ended.
const Timeline = lazy(async () => ({ default: (await import('../timeline/Timeline.tsx')).Timeline }))

const ModelDialog = lazy(() => import('../model/ModelDialog.tsx'))
const ProtocolDialog = lazy(() => import('../protocols/ProtocolDialog.tsx'))
const CommandDialog = lazy(() => import('../commands/CommandDialog.tsx'))

/** The page: notebooks and tools, the notebook, what it holds, and the timeline under all of it. */
export function Shell() {
  const { session } = useApp()
  const narrow = useNarrow()
  const worthLooking = useWorthLooking()
  useCommandKeys()
  return (
    <div className={styles.shell}>
      <Header narrow={narrow} />
      {narrow ? <NarrowBody /> : <WideBody />}
      <footer className={styles.timeline}>
        <Suspense fallback={<TimelineToCome />}>
          {worthLooking ? <Timeline session={session} /> : <TimelineToCome />}
        </Suspense>
      </footer>
      <LiveRegion />
      <Dialogs />
    </div>
  )
}

/** Stands where the timeline itself says the same, as long as there is no step but the start. */
function TimelineToCome() {
  return <p className={styles.toCome}>{TEACHING}</p>
}

function WideBody() {
  const { session } = useApp()
  const railOpen = useUi((state) => state.railOpen)
  return (
    <Columns
      rail={railOpen ? <Rail /> : null}
      middle={<Middle />}
      inspector={<InspectorPart session={session} />}
    />
  )
}

function NarrowBody() {
  const { session, ui } = useApp()
  const sheet = useUi((state) => state.sheet)
  const close = () => ui.setState({ sheet: null })
  return (
    <>
      <Middle />
      {sheet === 'rail' ? (
        <Sheet side="left" label="Notebooks and tools" onClose={close}>
          <Rail />
        </Sheet>
      ) : null}
      {sheet === 'inspector' ? (
        <Sheet side="right" label="What the notebook holds" onClose={close}>
          <InspectorPart session={session} />
        </Sheet>
      ) : null}
    </>
  )
}

function Middle() {
  return (
    <main className={styles.middle}>
      <NotebookPane />
    </main>
  )
}

function InspectorPart({ session }: { session: Session }) {
  return (
    <aside className={styles.inspector} aria-label="What the notebook holds">
      <Inspector session={session} />
    </aside>
  )
}

function Dialogs() {
  const dialog = useUi((state) => state.dialog)
  return (
    <Suspense fallback={null}>
      {dialog === 'model' ? <ModelDialog /> : null}
      {dialog === 'protocol' ? <ProtocolDialog /> : null}
      {dialog === 'help' ? <CommandDialog /> : null}
    </Suspense>
  )
}
