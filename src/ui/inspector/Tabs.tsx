import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './Inspector.module.css'

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly { id: Id; title: string }[]
  selected: Id
  onSelect: (id: Id) => void
  /** What the selected tab shows. */
  children: ReactNode
}

/** Tabs as WAI-ARIA describes them: one stop for Tab, arrows select, and each names its panel. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const place = tabs.findIndex(({ id }) => id === selected)
    const to = placeFor(event.key, place, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (to === null || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}tab-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}panel-${id}`}
            tabIndex={id === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}panel-${id}`}
          aria-labelledby={`${base}tab-${id}`}
          tabIndex={-1}
          hidden={id !== selected}
          className={styles.panel}
        >
          {id === selected ? children : null}
        </div>
      ))}
    </>
  )
}

/** The tab that a key goes to from the one at `place`; `null` when the key means something else. */
function placeFor(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
