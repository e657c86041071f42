import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BranchId } from '../../notebook/notebook.ts'
import styles from './BranchLabels.module.css'

interface Opened {
  branch: BranchId
  /** Where it stands, px in the page's window: above a place. */
  x: number
  bottom: number
}

export interface MenuControl {
  opened: Opened | null
  element: RefObject<HTMLDivElement | null>
  open: (branch: BranchId, at: HTMLElement) => void
  closed: () => void
}

export function useBranchMenu(): MenuControl {
  const [opened, setOpened] = useState<Opened | null>(null)
  const element = useRef<HTMLDivElement>(null)
  return useMemo(
    () => ({
      opened,
      element,
      open: (branch, at) => {
        const box = at.getBoundingClientRect()
        setOpened({ branch, x: Math.min(box.left, innerWidth - 200), bottom: innerHeight - box.top + 4 })
      },
      closed: () => setOpened(null),
    }),
    [opened],
  )
}

interface BranchMenuProps {
  menu: MenuControl
  items: (branch: BranchId) => { title: string; run: () => void }[]
}

/** A native popover: the browser closes it on Escape and on a press elsewhere, and gives the focus back. */
export function BranchMenu({ menu, items }: BranchMenuProps) {
  const { opened, element, closed } = menu
  const id = useId()
  useEffect(() => {
    const popover = element.current
    if (!opened || !popover) return
    popover.showPopover()
    const first = popover.querySelector('button')
    first?.focus()
  }, [opened, element])
  if (!opened) return null

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    buttons.at(to % buttons.length)?.focus()
  }

  return createPortal(
    <div
      ref={element}
      id={id}
      popover="auto"
      role="menu"
      aria-label="Branch"
      tabIndex={-1}
      className={styles.menu}
      style={{ left: opened.x, bottom: opened.bottom }}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === 'closed' && closed()}
    >
      {items(opened.branch).map(({ title, run }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            element.current?.hidePopover()
            run()
          }}
        >
          {title}
        </button>
      ))}
    </div>,
    document.body,
  )
}
