import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Code } from '../code/Code.tsx'
import { number } from '../format.ts'
import styles from './Context.module.css'
import type { Block, RequestPart } from './request-parts.ts'

/** Longer texts than this are folded, characters. */
const LONG = 420

/** Lines of a folded text. */
const LINES = 7

export function RequestParts({ parts }: { parts: readonly RequestPart[] }) {
  return (
    <ol className={styles.parts}>
      {parts.map((part) => (
        <li key={part.key} data-kind={part.kind}>
          <p className={styles.role}>
            <span>{part.title}</span>
            <small>≈ {number(part.tokens)}</small>
          </p>
          {part.blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a part never change.
            <BlockView key={index} block={block} folded={part.kind === 'tools' && block.type === 'json'} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function BlockView({ block, folded }: { block: Block; folded: boolean }) {
  const long = block.text.length > LONG || block.text.split('\n').length > LINES + 2
  const [open, setOpen] = useState(!long && !folded)
  const shown = open ? block.text : folded ? '' : clipped(block.text)
  return (
    <div className={styles.block}>
      {block.label ? <p className={styles.label}>{block.label}</p> : null}
      {shown === '' ? null : (
        <pre className={block.type === 'text' ? styles.text : styles.code}>
          {block.type === 'text' ? shown : <Code source={shown} />}
        </pre>
      )}
      {long || folded ? (
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight aria-hidden />
          {open
            ? 'Show less'
            : folded
              ? 'Show the schema'
              : `Show all ${number(block.text.length)} characters`}
        </button>
      ) : null}
    </div>
  )
}

/** The beginning of a long text, cut between words. */
export function clipped(text: string): string {
  const lines = text.split('\n').slice(0, LINES).join('\n')
  if (lines.length <= LONG) return `${lines} …`
  const space = lines.lastIndexOf(' ', LONG)
  return `${lines.slice(0, space > LONG / 2 ? space : LONG)} …`
}
