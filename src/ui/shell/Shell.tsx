import { lazy, Suspense } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useCommandKeys } from '../commands/keys.ts'
import { Inspector } from '../inspector/Inspector.tsx'
import { NotebookPane } from '../notebook/NotebookPane.tsx'
import { useApp, useUi } from '../state/context.tsx'
import { useNarrow } from '../state/media.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { Header } from './Header.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { Rail } from './Rail.tsx'
import { Sheet } from './Sheet.tsx'
import styles from './Shell.module.css'

const ModelDialog = lazy(() => import('../model/ModelDialog.tsx'))
const CommandDialog = lazy(() => import('../commands/CommandDialog.tsx'))

/** The page: notebooks and tools, the notebook, what it holds, and the timeline under all of it. */
export function Shell() {
  const { session } = useApp()
  const narrow = useNarrow()
  useCommandKeys()
  return (
    <div className={styles.shell}>
      <Header narrow={narrow} />
      {narrow ? <NarrowBody /> : <WideBody />}
      <footer className={styles.timeline}>
        <Timeline session={session} />
      </footer>
      <LiveRegion />
      <Dialogs />
    </div>
  )
}

function WideBody() {
  const { session } = useApp()
  const railOpen = useUi((state) => state.railOpen)
  const panelIds = railOpen ? ['rail', 'notebook', 'inspector'] : ['notebook', 'inspector']
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: 'backstep.columns', panelIds })
  return (
    <div className={styles.columns}>
      <Group orientation="horizontal" defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged}>
        {railOpen ? (
          <>
            <Panel
              id="rail"
              minSize={170}
              maxSize={360}
              defaultSize={232}
              groupResizeBehavior="preserve-pixel-size"
            >
              <Rail />
            </Panel>
            <Separator className={styles.separator ?? ''} aria-label="Width of the left column" />
          </>
        ) : null}
        <Panel id="notebook" minSize={360}>
          <Middle />
        </Panel>
        <Separator className={styles.separator ?? ''} aria-label="Width of the right column" />
        <Panel
          id="inspector"
          minSize={240}
          maxSize="50%"
          defaultSize={380}
          groupResizeBehavior="preserve-pixel-size"
        >
          <Inspector session={session} />
        </Panel>
      </Group>
    </div>
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
          <Inspector session={session} />
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

function Dialogs() {
  const dialog = useUi((state) => state.dialog)
  return (
    <Suspense fallback={null}>
      {dialog === 'model' ? <ModelDialog /> : null}
      {dialog === 'help' ? <CommandDialog /> : null}
    </Suspense>
  )
}
