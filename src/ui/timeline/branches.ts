import type { EventId } from '../../notebook/events.ts'
import type { BranchId } from '../../notebook/notebook.ts'
import type { Session } from '../../session/types.ts'
import { announce } from '../state/announce.ts'

/** Makes a branch that ends where one looks, and goes there. Says what happened, or why nothing did. */
export async function forkHere(session: Session): Promise<void> {
  await told(async () => {
    const branch = await session.fork()
    announce(`You are on the new branch “${branch.name}”. What was there stays as it is.`)
  })
}

/** Goes to a branch, and there to a stop or the live end. */
export async function goTo(session: Session, branch: BranchId, cursor: EventId | null): Promise<void> {
  await told(async () => {
    if (session.getState().branch !== branch) await session.switchBranch(branch)
    if (session.getState().cursor !== cursor) session.lookAt(cursor)
  })
}

/** What it takes to have a deleted branch back. */
export interface Deleted {
  name: string
  undo: () => Promise<void>
}

/** Deletes a branch; from the one that one is on, goes to `other` first. `null` when it could not be deleted. */
export async function deleteBranch(session: Session, id: BranchId, other: BranchId): Promise<Deleted | null> {
  const { notebook } = session.getState()
  const branch = notebook.branches.find((each) => each.id === id)
  if (!branch || notebook.branches.length < 2) return null
  const done = await told(async () => {
    if (session.getState().branch === id) await session.switchBranch(other)
    session.deleteBranch(id)
    announce(`Branch “${branch.name}” deleted.`)
  })
  if (!done) return null
  return { name: branch.name, undo: () => restore(session, branch.head, branch.name) }
}

/** The events of a deleted branch were never away: a branch with the same name and end is the same again. */
async function restore(session: Session, head: EventId, name: string): Promise<void> {
  await told(async () => {
    await session.fork(head, name)
    announce(`Branch “${name}” is back.`)
  })
}

async function told(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error))
    return false
  }
}
