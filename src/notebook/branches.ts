import type { EventId } from './events.ts'
import type { Branch, BranchId, Notebook } from './notebook.ts'
import { branchOf, eventOf } from './tree.ts'

/** Makes a branch that ends at `branch.head`. Throws when the event is not there or the id is taken. */
export function addBranch(notebook: Notebook, branch: Branch): Notebook {
  eventOf(notebook, branch.head)
  if (notebook.branches.some(({ id }) => id === branch.id))
    throw new Error(`Branch ${branch.id} is there already`)
  return { ...notebook, branches: [...notebook.branches, branch] }
}

/** Puts a branch's end elsewhere; the events stay. Throws when the branch or the event is not there. */
export function moveHead(notebook: Notebook, id: BranchId, head: EventId): Notebook {
  eventOf(notebook, head)
  return change(notebook, id, (branch) => ({ ...branch, head }))
}

export function renameBranch(notebook: Notebook, id: BranchId, name: string): Notebook {
  return change(notebook, id, (branch) => ({ ...branch, name }))
}

/** What it takes to undo the removal of a branch. Its events were never away. */
export interface RemovedBranch {
  branch: Branch
  place: number
}

/** Throws when it is the only branch: a notebook always has an end to go on from. */
export function removeBranch(
  notebook: Notebook,
  id: BranchId,
): { notebook: Notebook; removed: RemovedBranch } {
  const branch = branchOf(notebook, id)
  if (notebook.branches.length === 1) throw new Error('The only branch of a notebook cannot be deleted')
  const place = notebook.branches.indexOf(branch)
  return {
    notebook: { ...notebook, branches: notebook.branches.filter((other) => other !== branch) },
    removed: { branch, place },
  }
}

export function restoreBranch(notebook: Notebook, { branch, place }: RemovedBranch): Notebook {
  const added = addBranch(notebook, branch)
  return { ...added, branches: notebook.branches.toSpliced(place, 0, branch) }
}

/** A name that no branch has yet: `Branch 2` and up. */
export function freeBranchName(notebook: Notebook): string {
  const taken = new Set(notebook.branches.map(({ name }) => name))
  let number = notebook.branches.length + 1
  while (taken.has(`Branch ${number}`)) number += 1
  return `Branch ${number}`
}

function change(notebook: Notebook, id: BranchId, to: (branch: Branch) => Branch): Notebook {
  const old = branchOf(notebook, id)
  return { ...notebook, branches: notebook.branches.map((branch) => (branch === old ? to(old) : branch)) }
}
