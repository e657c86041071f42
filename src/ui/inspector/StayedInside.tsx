import { useState } from 'react'
import { number } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { summary, textOf } from '../value/summary.ts'
import styles from './Context.module.css'
import { type Inside, tokensOfSize } from './inside.ts'
import { sizeWords } from './sizes.ts'

/** Values shown before one asks for all. */
const FEW = 6

/** The values that the interpreter held when the model was asked, and what sending them would have taken. */
export function StayedInside({ inside }: { inside: readonly Inside[] }) {
  const [all, setAll] = useState(false)
  if (inside.length === 0) return null
  return (
    <section aria-label="What stayed in the interpreter" className={styles.section}>
      <h3>Stayed in the interpreter</h3>
      <ul className={styles.inside}>
        {(all ? inside : inside.slice(0, FEW)).map(({ variable, size }) => (
          <li key={variable.name}>
            <code>
              <b>{variable.name}</b> <span>{textOf(summary(variable.value, 32))}</span>
            </code>
            <small>{size === null ? '' : `${sizeWords(size)} ≈ ${number(tokensOfSize(size))}`}</small>
          </li>
        ))}
      </ul>
      {inside.length > FEW ? (
        <Button tone="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? `Show the largest ${FEW}` : `Show all ${inside.length}`}
        </Button>
      ) : null}
    </section>
  )
}
