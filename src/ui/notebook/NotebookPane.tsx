import { useCallback, useMemo } from 'react'
import type { SessionState } from '../../session/types.ts'
import { Composer } from '../composer/Composer.tsx'
import { useAct, useApp, useDemo, useSession, useUi } from '../state/context.tsx'
import { closeDraft, type Draft, restoreDraft } from '../state/ui-store.ts'
import { useViews } from '../state/views.ts'
import { Banners } from './Banners.tsx'
import { BlockItem } from './BlockItem.tsx'
import { isFresh } from './blocks.ts'
import { columnOf, whereWords } from './column.ts'
import { DraftCell } from './DraftCell.tsx'
import { demoNotes } from './demo-notes.ts'
import { Empty } from './Empty.tsx'
import { useFollow } from './follow.ts'
import { Later } from './Later.tsx'
import { Live } from './Live.tsx'
import styles from './NotebookPane.module.css'
import { OpenTurn } from './OpenTurn.tsx'
import { isOpenTurn } from './open-turn.ts'
import { runAt } from './run.ts'

/** The middle of the screen: the notebook as it was at the place that is looked at, and what comes later, faded. */
export function NotebookPane() {
  const { ui } = useApp()
  const demo = useDemo()
  const act = useAct()
  const { shown, live } = useViews()
  const cursor = useSession((state) => state.cursor)
  const idle = useSession((state) => state.activity.type === 'idle')
  const since = useSession(runsSince)
  const waitsAt = useSession((state) => state.waiting?.event ?? null)
  const here = useSession((state) => state.activeBranch === state.branch)
  const drafts = useUi((state) => state.drafts)
  const selected = useUi((state) => state.selected)
  const column = useMemo(
    () => columnOf(shown, live, cursor, drafts, waitsAt),
    [shown, live, cursor, drafts, waitsAt],
  )
  const noteOf = useMemo(() => demoNotes(demo, shown), [demo, shown])
  const scroller = useFollow({ cursor, current: column.current, busy: !idle })

  const run = useCallback(
    (draft: Draft) => {
      closeDraft(ui, draft.id)
      act((session) =>
        runAt(session, draft.place, live, draft.source).catch((error: unknown) => {
          restoreDraft(ui, draft)
          throw error
        }),
      )
    },
    [act, ui, live],
  )

  const last = shown.cells.at(-1)
  const pausedAt = cursor ?? waitsAt
  const paused = useMemo(
    () =>
      column.paused && pausedAt !== null
        ? { ...column.paused, event: pausedAt, live: cursor === null }
        : null,
    [column.paused, pausedAt, cursor],
  )
  const recorded =
    paused && cursor !== null ? live.cells.find((cell) => cell.startedBy === column.current) : undefined
  const lastKey =
    cursor === null && idle ? column.entries.findLast((entry) => entry.type === 'block')?.key : undefined
  const first = column.entries.find((entry) => entry.type === 'draft' || entry.block.type === 'cell')?.key
  const roving = column.entries.some((entry) => entry.key === selected) ? selected : first

  return (
    <div ref={scroller} className={styles.scroller} data-scroller>
      <div className={styles.column}>
        <Banners />
        {isFresh(live) && column.entries.length === 0 && idle ? <Empty /> : null}
        {column.stop?.kind === 'boot' ? (
          <p className={styles.past}>
            This is the start: the interpreter has booted and nothing has run yet.
          </p>
        ) : null}
        <ol aria-label="Cells" className={styles.list}>
          {column.entries.map((entry, index) =>
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
                index={index}
                note={entry.block.type === 'cell' ? noteOf(entry.block.cell.number) : null}
                of={column.entries.length}
                selected={roving === entry.key}
                last={entry.key === lastKey}
                current={entry.key === column.current}
                paused={entry.key === last?.startedBy ? paused : null}
                recorded={entry.key === column.current ? (recorded ?? null) : null}
                since={entry.key === last?.startedBy ? since : null}
              />
            ),
          )}
          {here ? <Live next={live.cells.length + 1} /> : null}
        </ol>
        {cursor === null && idle && waitsAt === null && isOpenTurn(live) ? <OpenTurn /> : null}
        {column.later.length > 0 ? <Later blocks={column.later} /> : null}
        <Composer />
      </div>
    </div>
  )
}

/** When the cell that runs on the shown branch was started. */
function runsSince({ activity, activeBranch, branch }: SessionState): number | null {
  return activity.type === 'running' && activeBranch === branch ? activity.since : null
}
