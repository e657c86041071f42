import { moveHead } from '../notebook/branches.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { checkpointAt, configuredAt, openCellAt } from '../notebook/state.ts'
import { announcementOf, type Core, protocolAt } from './core.ts'
import { messageOf } from './errors.ts'
import { recordedLimits } from './options.ts'

/** Starts the interpreter of a notebook: anew, or with the recorded history. */
export async function open(core: Core): Promise<void> {
  const { document, host, options, store } = core
  const { branch } = store.getState()
  document.publish({ activity: { type: 'starting', done: 0, total: 1 } })
  try {
    const configured = configuredAt(document.path(branch))
    if (configured) await host.reopen(configured, document.notebook)
    else if (options.readOnly === null) await configure(core, branch)
    if (options.readOnly === null) closeBranches(core)
    document.publish({ activity: { type: 'idle' } })
  } catch (error) {
    const failure = `The interpreter did not start: ${messageOf(error)}`
    document.publish({ activity: { type: 'idle' }, failure, ...announcementOf(core, failure) })
  }
}

/** Boots for the protocol that is chosen and records with what settings. */
export async function configure(core: Core, branch: BranchId): Promise<void> {
  const { document, host, options, store } = core
  const protocol =
    options.protocols.find(({ id }) => id === store.getState().protocol) ?? options.protocols[0]
  if (!protocol) throw new Error('There is no protocol to run it with')
  const { configuration, checkpoint } = await host.boot(protocol, document.notebook)
  const limits = recordedLimits(options.limits)
  document.append(branch, {
    type: 'configured',
    protocol: protocol.id,
    options: {},
    configuration,
    limits,
    checkpoint,
  })
}

/** What ran when the page was closed is brought to an end that it can be continued from. */
function closeBranches(core: Core): void {
  for (const { id } of core.document.notebook.branches) closeBranch(core, id)
}

function closeBranch(core: Core, branch: BranchId): void {
  const { document } = core
  const path = document.path(branch)
  const open = openCellAt(path)
  // Without a call to wait for it cannot be continued: its computing was being interrupted.
  if (open?.wait && open.waiting.length > 0) {
    const { wait } = open
    if (path.at(-1)?.id !== wait.id) document.change((notebook) => moveHead(notebook, branch, wait.id))
    return
  }
  const message = 'The page was closed while this ran.'
  if (open) {
    const checkpoint = checkpointAt(path)
    if (!checkpoint) return
    const error = {
      kind: 'stopped' as const,
      name: 'Stopped',
      message: `${message} Nothing of the cell is kept.`,
    }
    const end = {
      status: 'stopped' as const,
      text: `Stopped: ${error.message}`,
      value: null,
      error,
      warnings: [],
      rolledBack: true,
      cpuMs: 0,
      wallMs: 0,
    }
    document.append(branch, { type: 'cell-ended', end, checkpoint })
  }
  const unfinished = protocolAt(core, document.path(branch)).next(document.path(branch)).type !== 'idle'
  if (unfinished && path.some(({ type }) => type === 'said'))
    document.append(branch, { type: 'stopped', reason: 'closed', message })
}
