import { memo, useCallback, useMemo } from 'react'
import { Composer } from '../composer/Composer.tsx'
import { useApp, useSession, useUi } from '../state/context.tsx'
import { closeDraft, type Draft, openDraft } from '../state/ui-store.ts'
import { useViews } from '../state/views.ts'
import type { Block } from './blocks.ts'
import { Cell } from './Cell.tsx'
import { type ColumnEntry, columnOf, whereWords } from './column.ts'
import { DraftCell } from './DraftCell.tsx'
import { Empty } from './Empty.tsx'
import { useFollow } from './follow.ts'
import { Live } from './Live.tsx'
import styles from './NotebookPane.module.css'
import { runAt } from './run.ts'
import { Said, TurnPart } from './TurnParts.tsx'

/** The middle of the screen: the notebook as it was at the place that is looked at, and what comes later, faded. */
export function NotebookPane() {
  const { session, ui } = useApp()
  const { shown, live } = useViews()
  const cursor = useSession((state) => state.cursor)
  const activity = useSession((state) => state.activity)
  const drafts = useUi((state) => state.drafts)
  const selected = useUi((state) => state.selected)
  const column = useMemo(() => columnOf(shown, live, cursor, drafts), [shown, live, cursor, drafts])
  const scroller = useFollow(column.current, cursor === null)

  const run = useCallback(
    (draft: Draft) => {
      closeDraft(ui, draft.id)
      void runAt(session, draft.place, live, draft.source)
    },
    [session, ui, live],
  )

  const recorded = column.paused
    ? (live.cells.find((cell) => cell.startedBy === column.current) ?? null)
    : null
  const lastKey =
    cursor === null && activity.type === 'idle' ? column.entries.findLast(isBlock)?.key : undefined
  const fresh =
    column.entries.length === 0 && column.later.length === 0 && cursor === null && activity.type === 'idle'
  const first = column.entries.find((entry) => entry.type === 'draft' || entry.block.type === 'cell')?.key
  const roving = column.entries.some((entry) => entry.key === selected) ? selected : first

  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.column}>
        {fresh ? <Empty /> : null}
        {column.stop?.kind === 'boot' ? (
          <p className={styles.past}>
            This is the start: the interpreter has booted and nothing has run yet.
          </p>
        ) : null}
        <ol aria-label="Cells" className={styles.list}>
          {column.entries.map((entry) =>
            entry.type === 'draft' ? (
              <li key={entry.key}>
                <DraftCell
                  draft={entry.draft}
                  selected={roving === entry.key}
                  where={whereWords(entry.draft, live, cursor !== null)}
                  onRun={run}
                />
              </li>
            ) : (
              <BlockItem
                key={entry.key}
                block={entry.block}
                selected={roving === entry.key}
                last={entry.key === lastKey}
                current={entry.key === column.current}
                paused={entry.key === column.current ? column.paused : null}
                recorded={entry.key === column.current ? recorded : null}
                since={activity.type === 'running' ? activity.since : null}
              />
            ),
          )}
          <Live next={live.cells.length + 1} />
        </ol>
        {column.later.length > 0 ? <Later blocks={column.later} /> : null}
        <Composer />
      </div>
    </div>
  )
}

function isBlock(entry: ColumnEntry): boolean {
  return entry.type === 'block'
}

interface BlockItemProps {
  block: Block
  selected: boolean
  last: boolean
  current: boolean
  paused: { step: number; of: number } | null
  recorded: React.ComponentProps<typeof Cell>['recorded']
  since: number | null
}

const BlockItem = memo(function BlockItem({
  block,
  selected,
  last,
  current,
  paused,
  recorded,
  since,
}: BlockItemProps) {
  switch (block.type) {
    case 'said':
      return (
        <li className={`${styles.item} ${styles.text}`}>
          <Said text={block.text} />
        </li>
      )
    case 'item':
      return (
        <li className={`${styles.item} ${styles.text}`}>
          <TurnPart item={block.item} last={last} />
        </li>
      )
    case 'cell':
      return (
        <li className={styles.item}>
          <Cell
            cell={block.cell}
            selected={selected}
            current={current}
            paused={paused}
            recorded={recorded ?? null}
            since={block.cell.endedBy === null ? since : null}
          />
          <Insert after={block.key} number={block.cell.number} tabbable={selected} />
        </li>
      )
  }
})

/** Between two cells: a thin place that offers a new one. */
function Insert({ after, number, tabbable }: { after: string; number: number; tabbable: boolean }) {
  const { ui } = useApp()
  return (
    <div className={styles.insert}>
      <button
        type="button"
        tabIndex={tabbable ? 0 : -1}
        aria-label={`Insert after cell ${number}`}
        title="Write a cell here. It runs on a branch of its own."
        onClick={() => openDraft(ui, { type: 'after', cell: after })}
      >
        +
      </button>
    </div>
  )
}

/** What the branch holds after the place that is looked at. */
const Later = memo(function Later({ blocks }: { blocks: Block[] }) {
  return (
    <div className={styles.later}>
      <p className={styles.laterTitle} id="later">
        Later on this branch
      </p>
      <ol aria-labelledby="later" className={styles.list}>
        {blocks.map((block) => (
          <li key={block.key} className={`${styles.item} ${block.type === 'cell' ? '' : styles.text}`}>
            {block.type === 'said' ? (
              <Said text={block.text} />
            ) : block.type === 'item' ? (
              <TurnPart item={block.item} last={false} />
            ) : (
              <Cell cell={block.cell} selected={false} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
})
