import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { Button } from '../parts/Button.tsx'
import { parseSpeed, SPEEDS, type Speed, speedLabel } from './play.ts'
import type { Player } from './player.ts'
import type { Move } from './steps.ts'
import styles from './Timeline.module.css'

interface TransportProps {
  player: Player
  atStart: boolean
  atEnd: boolean
  onMove: (move: Move) => void
}

export function Transport({ player, atStart, atEnd, onMove }: TransportProps) {
  const alone = atStart && atEnd
  return (
    <fieldset className={styles.transport} aria-label="Play the run">
      <Button
        square
        aria-label="First step"
        title="First step (Home)"
        disabled={atStart}
        className={styles.outer}
        onClick={() => onMove('first')}
      >
        <SkipBack aria-hidden />
      </Button>
      <Button
        square
        aria-label="Previous step"
        title="Previous step ( [ )"
        disabled={atStart}
        onClick={() => onMove('previous')}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        square
        aria-label={player.playing ? 'Pause' : 'Play'}
        title={player.playing ? 'Pause' : 'Play the run step by step'}
        disabled={alone}
        onClick={player.toggle}
      >
        {player.playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <Button
        square
        aria-label="Next step"
        title="Next step ( ] )"
        disabled={atEnd}
        onClick={() => onMove('next')}
      >
        <ChevronRight aria-hidden />
      </Button>
      <Button
        square
        aria-label="Last step"
        title="Last step (End)"
        disabled={atEnd}
        className={styles.outer}
        onClick={() => onMove('last')}
      >
        <SkipForward aria-hidden />
      </Button>
      <SpeedSelect speed={player.speed} onChange={player.setSpeed} />
    </fieldset>
  )
}

function SpeedSelect({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  return (
    <select
      aria-label="Speed"
      className={styles.speed}
      value={String(speed)}
      onChange={(event) => onChange(parseSpeed(event.target.value))}
    >
      {SPEEDS.map((each) => (
        <option key={each} value={String(each)}>
          {speedLabel(each)}
        </option>
      ))}
    </select>
  )
}
