import { memo } from 'react'
import { BlockItem } from './BlockItem.tsx'
import type { Block } from './blocks.ts'
import styles from './NotebookPane.module.css'

/** What the branch holds after the place that is looked at. */
export const Later = memo(function Later({ blocks }: { blocks: Block[] }) {
  return (
    <div className={styles.later}>
      <p className={styles.laterTitle} id="later">
        Later on this branch
      </p>
      <ol aria-labelledby="later" className={styles.list}>
        {blocks.map((block, index) => (
          <BlockItem
            key={block.key}
            block={block}
            index={index}
            of={blocks.length}
            selected={false}
            last={false}
            current={false}
            paused={null}
            recorded={null}
            since={null}
            later
          />
        ))}
      </ol>
    </div>
  )
})
