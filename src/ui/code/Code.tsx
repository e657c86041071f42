import { memo } from 'react'
import styles from './Code.module.css'
import { tokenize } from './tokenize.ts'

/** Cells are rarely long; what is longer stays plain, so that a pasted file cannot stall the page. */
const COLOURED_CHARS = 60_000

/** TypeScript at rest, in colours. */
export const Code = memo(function Code({ source, coloured = true }: { source: string; coloured?: boolean }) {
  if (!coloured || source.length > COLOURED_CHARS) return <code className={styles.code}>{source}</code>
  return (
    <code className={styles.code}>
      {tokenize(source).map((token, index) =>
        token.kind === 'plain' ? (
          token.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the whole is drawn anew when the text changes.
          <span key={index} className={styles[token.kind]}>
            {token.text}
          </span>
        ),
      )}
    </code>
  )
})
