import { useCallback, useRef, useState } from 'react'
import type { BranchReplay } from '../../session/replay.ts'
import type { Session } from '../../session/types.ts'
import { count } from '../format.ts'

/** A replay of the shown branch; it holds for the end that the branch had then. */
export type Replaying =
  | { type: 'running'; head: string }
  | { type: 'done'; head: string; replay: BranchReplay }
  | { type: 'failed'; head: string; message: string }

/** The last replay, as long as the branch ends where it ended then, and how to start another. */
export function useReplay(
  session: Session,
  head: string,
): { replaying: Replaying | null; replay: () => void } {
  const [state, setState] = useState<Replaying | null>(null)
  const running = useRef(false)
  const replay = useCallback(() => {
    if (running.current) return
    running.current = true
    setState({ type: 'running', head })
    session
      .replayBranch()
      .then(
        (done) => setState({ type: 'done', head, replay: done }),
        (error: unknown) =>
          setState({ type: 'failed', head, message: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => {
        running.current = false
      })
  }, [session, head])
  return { replaying: state?.head === head ? state : null, replay }
}

/** `Identical: 14 steps, every image`, or the first difference. */
export function replayWords(replaying: Replaying): string {
  switch (replaying.type) {
    case 'running':
      return 'Replaying …'
    case 'failed':
      return `The replay could not be made: ${replaying.message}`
    case 'done': {
      const { difference, steps, compared } = replaying.replay
      if (difference !== null) return `Differs: ${difference}`
      const images = compared === steps ? 'every image' : count(compared, 'image')
      return `Identical: ${count(steps, 'step')}, ${images}`
    }
  }
}
