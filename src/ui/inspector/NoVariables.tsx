import type { Session } from '../../session/types.ts'
import { Button } from '../parts/Button.tsx'
import { useApp } from '../state/context.tsx'
import { openDraft } from '../state/ui-store.ts'
import { look } from '../timeline/look.ts'
import { useSessionState } from '../timeline/views.ts'
import styles from './Variables.module.css'

/** What will be here, and the first step there. */
export function NoVariables({ session }: { session: Session }) {
  const { ui, views } = useApp()
  const past = useSessionState(session, (state) => state.cursor !== null)
  return (
    <div className={styles.empty}>
      <p>
        {past
          ? 'Nothing was declared yet at this step. What cells declare shows up here, as it was at each step.'
          : 'What cells declare shows up here, with what changed since the step before.'}
      </p>
      {past ? (
        <Button size="small" onClick={() => look(session, views, 'next-cell')}>
          Go to the next cell’s end
        </Button>
      ) : (
        <Button size="small" onClick={() => openDraft(ui, { type: 'end' })}>
          Write a cell
        </Button>
      )}
    </div>
  )
}
