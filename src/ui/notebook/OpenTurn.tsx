import { Play } from 'lucide-react'
import { Button } from '../parts/Button.tsx'
import { useAct } from '../state/context.tsx'
import styles from './Text.module.css'

/** A turn without its answer, at the live end: the agent can be let go on. */
export function OpenTurn() {
  const act = useAct()
  return (
    <div className={styles.open}>
      <p>The agent has not answered yet on this branch.</p>
      <Button size="small" onClick={() => act((session) => session.resumeTurn())}>
        <Play aria-hidden /> Let the agent go on
      </Button>
    </div>
  )
}
