import { Check, ChevronRight, Copy } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { PreviewNode } from '../../kernel/types.ts'
import { useCopy } from '../state/copy.ts'
import { moveFocus, PAGE, type Row, treeRows, type ValuePath } from './rows.ts'
import { copyText } from './summary.ts'
import { useTreeState } from './tree-state.ts'
import { ValueLine } from './ValueLine.tsx'
import styles from './ValueTree.module.css'

export type Change = 'added' | 'removed' | 'changed'

export interface ValueTreeProps {
  node: PreviewNode
  /** Shown before the root's value. */
  name?: string
  /** What a screen reader calls the tree; default: `name`, else "Value". */
  label?: string
  /** Fetches a node whose children are not all here; `null` when there is nothing. */
  load?: (path: ValuePath) => Promise<PreviewNode | null>
  /** How a node differs from what it is compared with. Said in words as well as in colour. */
  changed?: (path: ValuePath) => Change | undefined
  /** A remark at a row's right end, such as a size. */
  note?: (path: ValuePath) => string | undefined
  /** The root's children stand at the first level: for a list of variables. */
  hideRoot?: boolean
  /** Levels that are open at first; default 0. */
  openLevels?: number
  /** False takes the tree out of the Tab order, for cells that are not selected. */
  tabbable?: boolean
}

/** A value as a tree: arrows move and open, Enter opens, C copies; children are drawn when they are opened. */
export function ValueTree(props: ValueTreeProps) {
  const { node, name = '', load, changed, note, hideRoot = false, tabbable = true } = props
  const state = useTreeState(node, props.openLevels ?? 0, load)
  const rows = useMemo(
    () => treeRows({ key: name, value: node }, state, { hideRoot, canLoad: load !== undefined }),
    [name, node, state, hideRoot, load],
  )
  const [focused, setFocused] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const [copied, copy] = useCopy()
  const current = Math.max(
    0,
    rows.findIndex((row) => row.id === focused),
  )

  const activate = (row: Row) => {
    if (row.kind === 'more') state.showMore(row)
    else if (row.openable) state.toggle(row)
  }

  const focusRow = (index: number) => {
    const row = rows[index]
    if (!row) return
    setFocused(row.id)
    const element = tree.current?.children[index]
    if (element instanceof HTMLElement) element.focus()
  }

  const onKeyDown = (row: Row, event: KeyboardEvent) => {
    if (event.altKey) return
    const isCopy = event.key.toLowerCase() === 'c' && !event.shiftKey
    if (isCopy && row.kind === 'value' && getSelection()?.isCollapsed !== false)
      copy(row.id, copyText(row.entry.value))
    else if (event.ctrlKey || event.metaKey) return
    else if (event.key === 'Enter' || event.key === ' ') activate(row)
    else {
      const target = moveFocus(rows, rows.indexOf(row), event.key)
      if (target !== null) focusRow(target)
      else if (row.kind === 'value' && row.openable && opens(event.key, row.open)) state.toggle(row)
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={tree} role="tree" aria-label={props.label ?? (name || 'Value')} className={styles.tree}>
      {rows.map((row, index) => (
        <TreeRow
          key={row.id}
          row={row}
          tabIndex={tabbable && index === current ? 0 : -1}
          change={row.kind === 'value' ? changed?.(row.path) : undefined}
          note={row.kind === 'value' ? note?.(row.path) : undefined}
          loading={state.loading.has(row.kind === 'more' ? row.id.slice(0, -1) : row.id)}
          copied={copied === row.id}
          hideName={!hideRoot && index === 0 && name === ''}
          onKeyDown={(event) => onKeyDown(row, event)}
          onActivate={() => {
            setFocused(row.id)
            activate(row)
          }}
          onCopy={() => row.kind === 'value' && copy(row.id, copyText(row.entry.value))}
        />
      ))}
    </div>
  )
}

interface TreeRowProps {
  row: Row
  tabIndex: number
  change: Change | undefined
  note: string | undefined
  loading: boolean
  copied: boolean
  hideName: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onActivate: () => void
  onCopy: () => void
}

function TreeRow({
  row,
  tabIndex,
  change,
  note,
  loading,
  copied,
  hideName,
  onKeyDown,
  onActivate,
  onCopy,
}: TreeRowProps) {
  const position = {
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.siblings,
    style: { paddingInlineStart: `${(row.level - 1) * 1.1 + 0.35}rem` },
  }
  if (row.kind === 'more') {
    return (
      <div
        role="treeitem"
        tabIndex={tabIndex}
        onKeyDown={onKeyDown}
        {...position}
        className={`${styles.row} ${styles.more}`}
        onClick={onActivate}
      >
        {row.loadable
          ? `Show ${row.hidden > 0 ? `${Math.min(PAGE, row.hidden)} of ${row.hidden} more` : 'more'}${loading ? ' …' : ''}`
          : row.hidden > 0
            ? `… ${row.hidden} more`
            : '… cut here'}
      </div>
    )
  }
  return (
    <div
      role="treeitem"
      tabIndex={tabIndex}
      onKeyDown={onKeyDown}
      {...position}
      aria-expanded={row.openable ? row.open : undefined}
      className={`${styles.row} ${change ? styles.changed : ''} ${change === 'removed' ? styles.removed : ''}`}
      onClick={() => {
        // A click that ends a text selection is not meant to open anything.
        if (getSelection()?.isCollapsed !== false) onActivate()
      }}
    >
      <ChevronRight
        aria-hidden
        className={`${styles.chevron} ${row.open ? styles.turned : ''}`}
        data-leaf={!row.openable}
      />
      <span className={styles.content}>
        <ValueLine entry={row.entry} open={row.open} place={row.place} hideName={hideName} />
        {loading ? <span className={styles.note}> …</span> : null}
      </span>
      {note || change ? (
        <span className={styles.note}>
          {note}
          {note && change ? ' · ' : ''}
          {change ? <span className={styles.change}>{change === 'added' ? 'new' : change}</span> : null}
        </span>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        className={styles.copy}
        aria-label={`Copy ${row.entry.key || 'value'}`}
        onClick={(event) => {
          event.stopPropagation()
          onCopy()
        }}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </button>
    </div>
  )
}

function opens(key: string, open: boolean): boolean {
  return (key === 'ArrowRight' && !open) || (key === 'ArrowLeft' && open)
}
