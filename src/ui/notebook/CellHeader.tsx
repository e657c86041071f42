import { Check, Copy, Pencil, Play } from 'lucide-react'
import type { CellView } from '../../notebook/view.ts'
import { Button } from '../parts/Button.tsx'
import { Elapsed } from '../parts/Elapsed.tsx'
import { useCopy } from '../state/copy.ts'
import styles from './Cell.module.css'
import type { Paused } from './Cell.tsx'
import { cellFacts } from './facts.ts'

interface CellHeaderProps {
  cell: CellView
  paused: Paused | null
  since: number | null
  tabbable: boolean
  onEdit: () => void
  onRunAgain: () => void
}

/** Who wrote the cell, how it went, and what can be done with it. */
export function CellHeader({ cell, paused, since, tabbable, onEdit, onRunAgain }: CellHeaderProps) {
  const [copied, copy] = useCopy()
  const tabIndex = tabbable ? 0 : -1
  const name = `cell ${cell.number}`
  return (
    <div className={styles.header}>
      <span
        className={styles.dot}
        data-status={paused && !paused.live ? 'paused' : cell.status}
        aria-hidden
      />
      <b className={styles.name}>Cell {cell.number}</b>
      <span className={styles.facts}>
        {statusWord(cell, paused)}
        {paused ? `${cell.author} · paused at step ${paused.step} of ${paused.of}` : cellFacts(cell)}
        {!paused && since !== null ? <Elapsed since={since} /> : null}
      </span>
      <span className={styles.actions}>
        <Button
          tone="quiet"
          size="small"
          tabIndex={tabIndex}
          aria-label={`Copy ${name}`}
          onClick={() => copy('code', cell.source)}
        >
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span className={styles.word}>{copied ? 'copied' : 'copy'}</span>
        </Button>
        <Button
          tone="quiet"
          size="small"
          tabIndex={tabIndex}
          aria-label={`Edit ${name}`}
          title="Change the code and run it from the state before this cell, on a branch of its own"
          onClick={onEdit}
        >
          <Pencil aria-hidden />
          <span className={styles.word}>edit</span>
        </Button>
        <Button
          tone="quiet"
          size="small"
          tabIndex={tabIndex}
          aria-label={`Run from here: ${name}`}
          title="Run this code again from the state before this cell, on a branch of its own"
          onClick={onRunAgain}
        >
          <Play aria-hidden />
          <span className={styles.word}>run from here</span>
        </Button>
      </span>
    </div>
  )
}

function statusWord(cell: CellView, paused: unknown) {
  if (paused) return null
  switch (cell.status) {
    case 'ok':
      return <span className="visually-hidden">finished, </span>
    case 'error':
      return <span className={styles.failed}>failed · </span>
    case 'stopped':
      return 'stopped · '
    case 'running':
      return 'running · '
    case 'recovery':
      return 'recovery · '
  }
}
