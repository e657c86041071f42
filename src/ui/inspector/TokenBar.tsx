import { number } from '../format.ts'
import styles from './Context.module.css'
import type { PartKind } from './request-parts.ts'

const NAMES: Record<PartKind, string> = {
  system: 'instructions',
  tools: 'tools',
  user: 'user',
  assistant: 'model',
  tool: 'results',
}

/** What the request is made of. The words under it say the same. */
export function TokenBar({
  kinds,
  total,
}: {
  kinds: readonly { kind: PartKind; tokens: number }[]
  total: number
}) {
  return (
    <>
      <div aria-hidden className={styles.bar}>
        {kinds.map(({ kind, tokens }) => (
          <i key={kind} data-kind={kind} style={{ flexGrow: tokens / Math.max(1, total) }} />
        ))}
      </div>
      <ul aria-label="Tokens by part" className={styles.legend}>
        {kinds.map(({ kind, tokens }) => (
          <li key={kind}>
            <i aria-hidden data-kind={kind} />
            {NAMES[kind]} ≈ {number(tokens)}
          </li>
        ))}
      </ul>
    </>
  )
}
