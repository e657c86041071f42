import { Code } from '../code/Code.tsx'
import { Elapsed } from '../parts/Elapsed.tsx'
import styles from './Cell.module.css'

interface StreamingCellProps {
  number: number
  source: string
  /** When the model was asked, ms since 1970. */
  since: number
}

/** A cell as far as the model has written it. */
export function StreamingCell({ number, source, since }: StreamingCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; a cell is a group of its own.
    <div
      role="group"
      aria-label={`Cell ${number}`}
      data-cell={number}
      data-status="running"
      data-author="model"
      className={styles.cell}
    >
      <div className={`${styles.header} ${styles.arriving}`}>
        <span className={styles.dot} data-status="running" aria-hidden />
        <b className={styles.name}>Cell {number}</b>
        <span className={styles.facts}>
          the model writes
          <Elapsed since={since} />
        </span>
      </div>
      <pre className={styles.code}>
        <Code source={source} />
        <span className={styles.caret} aria-hidden />
      </pre>
    </div>
  )
}
