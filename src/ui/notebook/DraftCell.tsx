import { Play, X } from 'lucide-react'
import { useRef } from 'react'
import { CodeEditor } from '../editor/CodeEditor.tsx'
import type { EditorIntent } from '../editor/types.ts'
import { Button } from '../parts/Button.tsx'
import { useApp, useBusy } from '../state/context.tsx'
import { changeDraft, closeDraft, type Draft, openDraft } from '../state/ui-store.ts'
import styles from './Cell.module.css'
import draftStyles from './DraftCell.module.css'

interface DraftCellProps {
  draft: Draft
  selected: boolean
  /** Where it will run, in words: "runs on a new branch, from before cell 2". */
  where: string
  onRun: (draft: Draft) => void
}

/** A cell that is being written. It becomes part of the notebook when it runs. */
export function DraftCell({ draft, selected, where, onRun }: DraftCellProps) {
  const { ui, declarations } = useApp()
  const busy = useBusy()
  const cell = useRef<HTMLDivElement>(null)

  const run = () => {
    if (busy || draft.source.trim() === '') return
    onRun(draft)
  }
  const onIntent = (intent: EditorIntent) => {
    switch (intent) {
      case 'leave':
        // An empty draft holds nothing worth keeping.
        if (draft.source.trim() === '') closeDraft(ui, draft.id)
        else cell.current?.focus()
        return
      case 'run':
        run()
        return
      case 'run-next':
      case 'run-insert':
        run()
        if (!busy) openDraft(ui, { type: 'end' })
        return
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; a cell is a group of its own.
    <div
      ref={cell}
      role="group"
      aria-label="New cell"
      tabIndex={selected ? 0 : -1}
      data-key={draft.id}
      data-draft
      data-selected={selected || undefined}
      className={`${styles.cell} ${draftStyles.draft}`}
      onFocus={() => ui.setState({ selected: draft.id })}
    >
      <div className={styles.header}>
        <b className={styles.name}>{draft.place.type === 'instead' ? 'Changed cell' : 'New cell'}</b>
        <span className={styles.facts}>{where}</span>
        <span className={styles.actions}>
          <Button
            tone="quiet"
            size="small"
            square
            aria-label="Discard this cell"
            onClick={() => closeDraft(ui, draft.id)}
          >
            <X aria-hidden />
          </Button>
        </span>
      </div>
      <CodeEditor
        value={draft.source}
        label="Code of the cell. Escape leaves the editor."
        autoFocus
        placeholder="// TypeScript. The last value is shown. Names from earlier cells are there."
        declarations={declarations}
        onChange={(source) => changeDraft(ui, draft.id, source)}
        onIntent={onIntent}
      />
      <div className={draftStyles.foot}>
        <Button tone="primary" size="small" disabled={busy || draft.source.trim() === ''} onClick={run}>
          <Play aria-hidden /> Run cell
        </Button>
        <span className={draftStyles.hint}>
          <kbd>Shift+Enter</kbd> runs it, <kbd>Esc</kbd> leaves the editor
        </span>
      </div>
    </div>
  )
}
