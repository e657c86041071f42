import { Check } from 'lucide-react'
import { isUnanswered } from '../notebook/open-turn.ts'
import { useAct, useApp, useBusy, useDemo, useSession } from '../state/context.tsx'
import { useViews } from '../state/views.ts'
import { Notebooks } from './Notebooks.tsx'
import styles from './Rail.module.css'
import { ToolItem } from './ToolItem.tsx'

/** The left column: notebooks, the demo, and what cells may call. */
export function Rail() {
  const { tools } = useApp()
  const demo = useDemo()
  return (
    <nav className={styles.rail} aria-label="Notebooks and tools">
      <Notebooks />
      {demo ? <DemoSteps /> : null}
      <h2>Tools</h2>
      {tools.length === 0 ? <p className={styles.none}>What cells may call will stand here.</p> : null}
      <ul>
        {tools.map((tool) => (
          <li key={tool.name}>
            <ToolItem tool={tool} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The demo's script, so that one sees how far it goes. */
function DemoSteps() {
  const demo = useDemo()
  const act = useAct()
  const { live } = useViews()
  const demoMessage = useSession((state) => state.demoMessage)
  const cursor = useSession((state) => state.cursor)
  const busy = useBusy()
  if (!demo) return null
  const next = busy || cursor !== null || isUnanswered(live) ? null : demoMessage
  const said = new Set(live.turns.map((turn) => turn.said?.text))
  return (
    <>
      <h2>Demo</h2>
      <ol>
        {demo.messages.map((message, index) => (
          <li key={message} className={styles.step} data-done={said.has(message) || undefined}>
            {message === next ? (
              <button
                type="button"
                className={styles.item}
                onClick={() => act((session) => session.runDemo())}
              >
                <span className={styles.number}>{index + 1}</span>
                <span>{message}</span>
              </button>
            ) : (
              <span className={styles.item}>
                <span className={styles.number}>
                  {said.has(message) ? <Check aria-label="done" /> : index + 1}
                </span>
                <span>{message}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
