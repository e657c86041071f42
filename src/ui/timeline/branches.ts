import type { RemovedBranch } from '../../notebook/branches.ts'
import type { EventId } from '../../notebook/events.ts'
import type { BranchId } from '../../notebook/notebook.ts'
import { act } from '../state/act.ts'
import type { App } from '../state/context.tsx'

type Acting = Pick<App, 'session' | 'ui'>

/** Makes a branch that ends where one looks, and goes there. */
export function forkHere({ session, ui }: Acting): void {
  act(ui, () => session.fork())
}

/** Goes to a branch, and there to a stop or the live end. */
export function goTo({ session, ui }: Acting, branch: BranchId, cursor: EventId | null): void {
  act(ui, async () => {
    if (session.getState().branch !== branch) await session.switchBranch(branch)
    if (session.getState().cursor !== cursor) session.lookAt(cursor)
  })
}

/** A deleted branch, for having it back. */
export interface Deleted {
  removed: RemovedBranch
  /** It was the one that was shown. */
  shown: boolean
}

export function deleteBranch(
  { session, ui }: Acting,
  id: BranchId,
  onDeleted: (deleted: Deleted) => void,
): void {
  act(ui, () => {
    const shown = session.getState().branch === id
    const removed = session.deleteBranch(id)
    if (removed) onDeleted({ removed, shown })
  })
}

export function undoDelete({ session, ui }: Acting, { removed, shown }: Deleted): void {
  act(ui, async () => {
    session.restoreBranch(removed)
    if (shown) await session.switchBranch(removed.branch.id)
  })
}
