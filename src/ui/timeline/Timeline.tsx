import type { KeyboardEvent } from 'react'
import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import { look } from './commands.ts'
import { cursorAt, type Move, placeCount, placeOf } from './steps.ts'
import { shownText, valueText } from './valuetext.ts'
import { useSessionState, useTrack } from './views.ts'

const MOVES: Record<string, Move> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  PageUp: 'previous-cell',
  PageDown: 'next-cell',
  Home: 'first',
  End: 'last',
}

/** The strip under the notebook: where one looks, and the ways there and back. */
export function Timeline({ session }: { session: Session }) {
  const { steps } = useTrack(session)
  const cursor = useSessionState(session, (state) => state.cursor)
  const place = placeOf(steps, cursor)

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    look(session, move)
  }

  return (
    <div>
      <span>{shownText(steps, place)}</span>
      <input
        type="range"
        aria-label="Timeline"
        aria-valuetext={valueText(steps, place, cursor === null)}
        min={1}
        max={placeCount(steps)}
        value={place + 1}
        onChange={(event) => session.lookAt(cursorAt(steps, Number(event.target.value) - 1))}
        onKeyDown={onKeyDown}
      />
      <Button tone={cursor === null ? 'plain' : 'primary'} onClick={() => session.fork()}>
        Fork from here
      </Button>
      <Button disabled={cursor === null} onClick={() => session.lookAt(null)}>
        Back to live
      </Button>
    </div>
  )
}
