import { GitFork } from 'lucide-react'
import { useEffect, useState } from 'react'
import { branchOf } from '../../notebook/tree.ts'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import { useApp } from '../state/context.tsx'
import { type Deleted, forkHere, undoDelete } from './branches.ts'
import { look } from './look.ts'
import { usePlayer } from './player.ts'
import { ReplayBadge } from './ReplayBadge.tsx'
import { type Move, placeCount, placeOf } from './steps.ts'
import styles from './Timeline.module.css'
import { Track } from './Track.tsx'
import { Transport } from './Transport.tsx'
import { statusText } from './valuetext.ts'
import { useSessionState, useTrack } from './views.ts'

/** How long a deleted branch can be had back from here, ms. */
const UNDO_MS = 12_000

/** The strip under the notebook: where one looks, and the ways there and back. */
export function Timeline({ session }: { session: Session }) {
  const app = useApp()
  const { views } = app
  const track = useTrack(session, views)
  const cursor = useSessionState(session, (state) => state.cursor)
  const activity = useSessionState(session, (state) => state.activity)
  const head = useSessionState(session, (state) => branchOf(state.notebook, state.branch).head)
  const [deleted, setDeleted] = useState<Deleted | null>(null)
  const { steps } = track
  const place = placeOf(steps, cursor)
  const player = usePlayer(session, steps, place)
  const past = cursor !== null

  useEffect(() => {
    if (!deleted) return
    const timer = setTimeout(() => setDeleted(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [deleted])

  const onMove = (move: Move) => {
    player.stop()
    look(session, views, move)
  }

  return (
    <section aria-label="Time" className={styles.strip}>
      <div className={styles.left}>
        <Transport
          player={player}
          atStart={place === 0}
          atEnd={!past && place === placeCount(steps) - 1}
          onMove={onMove}
        />
        {deleted ? (
          <p className={styles.status}>
            <span className={styles.words}>“{deleted.removed.branch.name}” deleted</span>
            <button
              type="button"
              className={styles.undo}
              onClick={() => {
                setDeleted(null)
                undoDelete(app, deleted)
              }}
            >
              Undo
            </button>
          </p>
        ) : (
          <p className={styles.status}>
            <span
              className={`${styles.words} ${past ? styles.past : ''}`}
              title={statusText(steps, place, !past, activity)}
            >
              {statusText(steps, place, !past, activity)}
            </span>
          </p>
        )}
        <ReplayBadge
          session={session}
          head={head}
          disabled={activity.type !== 'idle' || steps.stops.length < 2}
        />
      </div>
      <Track
        session={session}
        track={track}
        cursor={cursor}
        place={place}
        busy={['running', 'asking', 'calling'].includes(activity.type)}
        onPlay={player.toggle}
        onTouch={player.stop}
        onDeleted={setDeleted}
      />
      <div className={styles.actions}>
        <Button
          tone={past ? 'primary' : 'plain'}
          disabled={placeCount(steps) === 1}
          aria-label="Fork from here"
          title="Continue from here as a new branch (f)"
          onClick={() => {
            player.stop()
            forkHere(app)
          }}
        >
          <GitFork aria-hidden />
          <span>
            Fork<span className={styles.long}> from here</span>
          </span>
        </Button>
        <Button
          aria-label="Back to live"
          title="Back to the live end of this branch ( \ )"
          disabled={!past}
          onClick={() => {
            player.stop()
            session.lookAt(null)
          }}
        >
          <span className={styles.word}>
            <span className={styles.long}>Back to </span>live
          </span>
        </Button>
      </div>
    </section>
  )
}
