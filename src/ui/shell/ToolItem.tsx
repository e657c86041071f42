import { useId, useRef } from 'react'
import type { Tool } from '../../tools/types.ts'
import { Code } from '../code/Code.tsx'
import styles from './Rail.module.css'

/** Distance from the edge of the window, px. */
const MARGIN = 12

/** A tool's name and kind; a click tells what it does and how a cell calls it. */
export function ToolItem({ tool, declaration = '' }: { tool: Tool; declaration?: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const place = () => {
    const from = button.current?.getBoundingClientRect()
    const box = popover.current
    if (!from || !box) return
    const left = Math.min(from.left + 8, innerWidth - box.offsetWidth - MARGIN)
    const below = from.bottom + 4
    const top = below + box.offsetHeight > innerHeight - MARGIN ? from.top - box.offsetHeight - 4 : below
    box.style.left = `${Math.max(MARGIN, left)}px`
    box.style.top = `${Math.max(MARGIN, top)}px`
  }
  return (
    <>
      <button ref={button} type="button" className={styles.item} popoverTarget={id}>
        <span className={styles.tool}>{tool.name}</span>
        <small>{tool.kind}</small>
      </button>
      <div ref={popover} id={id} popover="auto" className={styles.popover} onToggle={place}>
        <p className={styles.toolName}>{tool.name}</p>
        <p>{tool.description}</p>
        {declaration ? (
          <pre>
            <Code source={declaration} />
          </pre>
        ) : null}
        <p className={styles.kind}>
          {KINDS[tool.kind]}{' '}
          {tool.readOnly ? 'It changes nothing outside.' : 'It may change something outside.'}
        </p>
      </div>
    </>
  )
}

const KINDS: Record<Tool['kind'], string> = {
  sample: 'A sample: it works on data that comes with the app, without any request.',
}
