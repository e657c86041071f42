import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styles from './BranchLabels.module.css'
import type { EndLabel } from './labels.ts'

interface BranchLabelProps {
  label: EndLabel
  /** One looks at the live end of this branch. */
  live: boolean
  renaming: boolean
  onGo: () => void
  onMenu: (at: HTMLElement) => void
  onRename: () => void
  /** With the new name, or the old one. */
  onRenamed: (name: string) => void
}

/** A branch's name: a click goes there, a double click or F2 renames, the dots hold the rest. */
export function BranchLabel({ label, live, renaming, onGo, onMenu, onRename, onRenamed }: BranchLabelProps) {
  const { name, current } = label
  const button = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    // The field went away with the focus in it.
    if (wasRenaming.current && !renaming && document.activeElement === document.body) button.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])

  return (
    <li
      className={styles.label}
      style={{ left: label.x, top: label.y, maxWidth: Math.max(40, label.room) }}
      data-current={current}
      data-edge={label.beyond}
    >
      {renaming ? (
        <NameField name={name} onDone={onRenamed} />
      ) : (
        <>
          <button
            ref={button}
            type="button"
            className={styles.name}
            aria-current={current ? 'true' : undefined}
            title={current ? `${name}: you are on it` : `Go to ${name}`}
            onClick={onGo}
            onDoubleClick={onRename}
            onContextMenu={(event) => {
              event.preventDefault()
              onMenu(event.currentTarget)
            }}
            onKeyDown={(event) => event.key === 'F2' && onRename()}
          >
            {name}
            {live ? <span className={styles.word}> · live</span> : null}
          </button>
          <button
            type="button"
            className={styles.more}
            aria-label={`More about ${name}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(event.currentTarget)}
          >
            <Ellipsis aria-hidden />
          </button>
        </>
      )}
    </li>
  )
}

function NameField({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (result: string) => {
    // Going away takes the focus along, which is no second answer.
    if (done.current) return
    done.current = true
    onDone(result)
  }
  return (
    <input
      ref={field}
      aria-label="Name of the branch"
      className={styles.rename}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(text.trim())
        else if (event.key === 'Escape') finish(name)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
