import type { CellView } from '../../notebook/view.ts'
import codeStyles from '../code/Code.module.css'
import { cellKey } from './blocks.ts'
import callStyles from './CallList.module.css'
import styles from './Cell.module.css'
import outputStyles from './CellOutput.module.css'
import { cellFacts } from './facts.ts'

/**
 * A cell far out of sight: the same names, roles and texts in a tenth of the elements, so that a thousand of them are
 * cheap and can still be found, read out and counted. It becomes whole when it comes near.
 */
export function CellSketch({ cell }: { cell: CellView }) {
  const { end } = cell
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; a cell is a group of its own.
    <div
      role="group"
      aria-label={`Cell ${cell.number}`}
      tabIndex={-1}
      data-cell={cell.number}
      data-key={cellKey(cell)}
      data-status={cell.status}
      data-author={cell.author}
      className={styles.cell}
    >
      <div className={`${styles.header} ${styles.arriving}`}>
        <b className={styles.name}>Cell {cell.number}</b> {cellFacts(cell)}
      </div>
      <pre className={styles.code}>
        <code className={codeStyles.code}>{cell.source}</code>
      </pre>
      {cell.calls.length > 0 ? (
        <ul aria-label="Tool calls" className={callStyles.calls}>
          {cell.calls.slice(0, 12).map((call) => (
            <li key={call.id} className={callStyles.call}>
              {call.name}
            </li>
          ))}
        </ul>
      ) : null}
      <section aria-label="Output" className={outputStyles.output}>
        <div className={outputStyles.line}>
          {[
            ...cell.console.map((line) => line.text),
            end?.error ? `${end.error.name}: ${end.error.message}` : end?.text,
          ]
            .filter(Boolean)
            .join('\n')}
        </div>
      </section>
    </div>
  )
}
