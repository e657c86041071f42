import { lazy, memo, Suspense } from 'react'
import styles from './Text.module.css'

/** Where it cannot be loaded, the text stands as it was written. */
const Markdown = lazy(() => import('./Markdown.tsx').catch(() => ({ default: PlainText })))

/** What the model says to the person, as Markdown. */
export const Answer = memo(function Answer({ text }: { text: string }) {
  return (
    <div className={styles.answer}>
      <Suspense fallback={<PlainText text={text} />}>
        <Markdown text={text} />
      </Suspense>
    </div>
  )
})

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>
}
