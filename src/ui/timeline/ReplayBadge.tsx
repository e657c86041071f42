import { BadgeCheck } from 'lucide-react'
import type { Session } from '../../session/types.ts'
import styles from './ReplayBadge.module.css'
import { type Replaying, replayWords, useReplay } from './replaying.ts'

interface ReplayBadgeProps {
  session: Session
  /** Where the branch ends; what was proven holds for that end alone. */
  head: string
  /** Something runs, or there is nothing to run again. */
  disabled: boolean
}

/** Runs the branch again with its recorded results, and says whether it came to the same. */
export function ReplayBadge({ session, head, disabled }: ReplayBadgeProps) {
  const { replaying, replay } = useReplay(session, head)
  return (
    <div className={styles.badge}>
      <button
        type="button"
        className={styles.start}
        title="Run this branch again with its recorded results, and compare every outcome and every image"
        disabled={disabled || replaying?.type === 'running'}
        onClick={replay}
      >
        <BadgeCheck aria-hidden /> Verify the run
      </button>
      <p role="status" className={styles.result} data-outcome={replaying ? outcomeOf(replaying) : undefined}>
        {replaying ? <span title={replayWords(replaying)}>{replayWords(replaying)}</span> : null}
      </p>
    </div>
  )
}

function outcomeOf(replaying: Replaying): 'running' | 'identical' | 'different' {
  if (replaying.type === 'running') return 'running'
  return replaying.type === 'done' && replaying.replay.difference === null ? 'identical' : 'different'
}
