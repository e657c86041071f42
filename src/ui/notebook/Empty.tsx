import { Cable, Play, SquarePen } from 'lucide-react'
import { Button } from '../parts/Button.tsx'
import { useAct, useApp, useSession } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import styles from './Empty.module.css'

/** A fresh notebook: what this is, and the first step. */
export function Empty() {
  const { ui } = useApp()
  const act = useAct()
  const demo = useSession((state) => state.demoMessage)
  return (
    <div className={styles.empty}>
      <h2>Watch an agent think in code, then step back.</h2>
      <p>
        Here a language model works by writing cells: small TypeScript programs that run in your browser and
        call tools. Every moment of the run is kept, so you can go back to any of them, look inside, change
        something, and see what would have happened.
      </p>
      <div className={styles.first}>
        {demo !== null ? (
          <Button
            tone="primary"
            className={styles.big ?? ''}
            onClick={() => act((session) => session.runDemo())}
          >
            <Play aria-hidden /> Run the demo
          </Button>
        ) : null}
        <span className={styles.note}>
          No key, no account. A recording plays the model, the cells really run.
        </span>
      </div>
      <div className={styles.others}>
        <Button onClick={() => ui.setState({ dialog: 'model' })}>
          <Cable aria-hidden /> Connect a model
        </Button>
        <Button onClick={() => openDraft(ui, { type: 'end' })}>
          <SquarePen aria-hidden /> Write a cell
        </Button>
      </div>
    </div>
  )
}
