import { moveHead } from '../notebook/branches.ts'
import type { EventOf } from '../notebook/events.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { checkpointAt, configuredAt, openCellAt } from '../notebook/state.ts'
import { nameProblems } from '../tools/names.ts'
import { boundProblems } from './bound.ts'
import { announcementOf, type Chosen, type Core, protocolAt, protocolOf } from './core.ts'
import { messageOf, Refused } from './errors.ts'
import { recordedLimits } from './options.ts'
import { allowedTools } from './tools.ts'

/** Starts the interpreter of a notebook: anew, or with the recorded history. */
export async function open(core: Core): Promise<void> {
  const { document, host, options, store } = core
  const { branch } = store.getState()
  document.publish({ activity: { type: 'starting', done: 0, total: 1 } })
  try {
    const configured = configuredAt(document.path(branch))
    if (configured) await host.reopen(configured, document.notebook)
    else if (options.readOnly === null) await configure(core, branch, chosenOrFirst(core))
    if (options.readOnly === null) closeBranches(core)
    document.publish({ activity: { type: 'idle' } })
  } catch (error) {
    const failure = `The interpreter did not start: ${messageOf(error)}`
    document.publish({ activity: { type: 'idle' }, failure, ...announcementOf(core, failure) })
  }
}

function chosenOrFirst({ chosen, options }: Core): Chosen {
  return chosen ?? { protocol: protocolOf(options.protocols, undefined).id, options: {} }
}

/** Goes over to the protocol that the user chose, if it is another one: with a fresh interpreter. */
export async function takeChosen(core: Core, branch: BranchId): Promise<void> {
  const { chosen, document } = core
  if (!chosen) return
  if (!isSame(chosen, configuredAt(document.path(branch)))) {
    document.publish({ activity: { type: 'starting', done: 0, total: 1 } })
    await configure(core, branch, chosen)
  }
  core.chosen = null
}

function isSame(chosen: Chosen, configured: EventOf<'configured'> | undefined): boolean {
  if (configured?.protocol !== chosen.protocol) return false
  return JSON.stringify(sorted(configured.options)) === JSON.stringify(sorted(chosen.options))
}

const sorted = (options: Chosen['options']): [string, unknown][] =>
  Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))

/** Boots for a protocol and records with what settings. Rejects before anything changed when its tools cannot be named. */
async function configure(core: Core, branch: BranchId, chosen: Chosen): Promise<void> {
  const { document, host, options } = core
  const protocol = protocolOf(options.protocols, chosen.protocol)
  const tools = allowedTools(options.tools, protocol, chosen.options)
  const problems = [...nameProblems(tools, protocol.dialect), ...boundProblems(tools, protocol.bound)]
  if (problems.length > 0) throw new Refused(problems.join(' '))
  const { configuration, checkpoint, scopes } = await host.boot(chosen, document.notebook)
  document.append(branch, {
    type: 'configured',
    protocol: protocol.id,
    options: { ...chosen.options },
    configuration,
    limits: recordedLimits({ ...options.limits, ...protocol.limits?.(chosen.options) }),
    checkpoint,
    ...(Object.keys(scopes).length > 0 ? { scopes } : {}),
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
