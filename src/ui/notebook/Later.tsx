import { memo } from 'react'
import type { Block } from './blocks.ts'
import { Cell } from './Cell.tsx'
import styles from './NotebookPane.module.css'
import { Said, TurnPart } from './TurnParts.tsx'

/** What the branch holds after the place that is looked at. */
export const Later = memo(function Later({ blocks }: { blocks: Block[] }) {
  return (
    <div className={styles.later}>
      <p className={styles.laterTitle} id="later">
        Later on this branch
      </p>
      <ol aria-labelledby="later" className={styles.list}>
        {blocks.map((block) => (
          <li key={block.key} className={`${styles.item} ${block.type === 'cell' ? '' : styles.text}`}>
            {block.type === 'said' ? (
              <Said text={block.text} />
            ) : block.type === 'item' ? (
              <TurnPart item={block.item} last={false} />
            ) : (
              <Cell cell={block.cell} selected={false} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
})
