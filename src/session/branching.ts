import { addBranch, freeBranchName, removeBranch, renameBranch, restoreBranch } from '../notebook/branches.ts'
import type { EventId } from '../notebook/events.ts'
import type { Branch, BranchId } from '../notebook/notebook.ts'
import { settledPart } from '../notebook/state.ts'
import { branchOf } from '../notebook/tree.ts'
import { announcementOf, type Core, checkWritable } from './core.ts'
import type { Session } from './types.ts'

/** Makes a branch that ends at an event, or before it where the interpreter cannot stand there, and shows it. */
export function forkAt(core: Core, event: EventId, name?: string): Branch {
  const { document, options } = core
  const head = settledPart(document.pathTo(event)).at(-1)?.id ?? event
  const branch: Branch = { id: options.newId(), name: name ?? freeBranchName(document.notebook), head }
  document.change((notebook) => addBranch(notebook, branch))
  document.publish({
    branch: branch.id,
    cursor: null,
    ...announcementOf(core, `${branch.name} was made and is shown`),
  })
  return branch
}

/** The branch to go on with: the shown one, or a new one when its past is looked at. */
export function branchToContinue(core: Core): BranchId {
  const { branch, cursor } = core.store.getState()
  const { head } = branchOf(core.document.notebook, branch)
  if (cursor === null) return branch
  if (cursor === head) {
    core.document.publish({ cursor: null })
    return branch
  }
  return forkAt(core, cursor).id
}

export function createBranching(
  core: Core,
): Pick<Session, 'fork' | 'switchBranch' | 'renameBranch' | 'deleteBranch' | 'restoreBranch'> {
  const { document, store } = core
  return {
    async fork(event, name) {
      checkWritable(core)
      const { cursor, branch } = store.getState()
      return forkAt(core, event ?? cursor ?? branchOf(document.notebook, branch).head, name)
    },

    async switchBranch(branch) {
      const { name } = branchOf(document.notebook, branch)
      core.chosen = null
      document.publish({ branch, cursor: null, ...announcementOf(core, `${name} is shown`) })
    },

    renameBranch(branch, name) {
      checkWritable(core)
      const trimmed = name.trim()
      if (trimmed !== '') document.change((notebook) => renameBranch(notebook, branch, trimmed))
    },

    deleteBranch(branch) {
      checkWritable(core)
      const { notebook } = document
      const { activeBranch, branch: shown } = store.getState()
      const problem =
        notebook.branches.length === 1
          ? 'This is the only branch, so it stays'
          : activeBranch === branch
            ? 'Something runs on this branch. Stop it first'
            : null
      if (problem !== null) {
        document.publish(announcementOf(core, problem))
        return null
      }
      const { notebook: without, removed } = removeBranch(notebook, branch)
      const neighbour = without.branches[Math.max(0, removed.place - 1)]
      // What is shown has to be there when the store hears of the change.
      if (shown === branch && neighbour) document.publish({ branch: neighbour.id, cursor: null })
      document.change(() => without)
      document.publish(announcementOf(core, `${removed.branch.name} was deleted`))
      return removed
    },

    restoreBranch(removed) {
      checkWritable(core)
      document.change((notebook) => restoreBranch(notebook, removed))
      document.publish(announcementOf(core, `${removed.branch.name} is back`))
    },
  }
}
