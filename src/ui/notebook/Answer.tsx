import { lazy, memo, Suspense } from 'react'
import styles from './Text.module.css'

/** Where it cannot be loaded, the text stands as it was written. */
const Markdown = lazy(() => import('./Markdown.tsx').catch(() => ({ default: PlainText })))

/** One line in which nothing means anything in Markdown. It needs no reader of it, which is large. */
const PLAIN = /^(?![\s+=-]|\d+[.)]|.*www\.)[^\n\r\\`*_{}[\]<>()#!|~&@:/]*$/

/** What the model says to the person, as Markdown. */
export const Answer = memo(function Answer({ text }: { text: string }) {
  return (
    <div className={styles.answer}>
      {PLAIN.test(text) ? (
        <PlainText text={text} />
      ) : (
        <Suspense fallback={<PlainText text={text} />}>
          <Markdown text={text} />
        </Suspense>
      )}
    </div>
  )
})

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>
}
