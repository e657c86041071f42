import { Button } from '../parts/Button.tsx'
import styles from './Failure.module.css'

/** The page when nothing else can be shown: what happened, what is safe, what to do. */
export function Failure({ title, error }: { title: string; error: unknown }) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <main className={styles.failure}>
      <h1>{title}</h1>
      <p>
        What was run is kept in this browser as far as it was saved. Loading the page again usually helps.
      </p>
      <pre>{text}</pre>
      <Button tone="primary" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </main>
  )
}
