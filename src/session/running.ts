import type { Options, Protocol } from '../agents/types.ts'
import type {
  CallId,
  CallRecord,
  Checkpoint,
  KernelEvent,
  Outcome,
  RunOptions,
  Settlement,
} from '../kernel/types.ts'
import type { CellAuthor, CellEnd, NotebookPath, ResultSource } from '../notebook/events.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { cellsAt, checkpointAt, configuredAt, openCellAt } from '../notebook/state.ts'
import { announcementOf, type Core, protocolAt, waitAt } from './core.ts'
import { messageOf, Refused } from './errors.ts'
import { Performing } from './performing.ts'
import { recordedSettlements, sameSettlement } from './recorded.ts'
import { Recorder } from './recorder.ts'
import { cellSentence } from './sentences.ts'

export interface NewCell {
  source: string
  author: CellAuthor
  toolCallId?: string
  summary?: string
  /** Number of the cell from inside which it was written. */
  from?: number
  /** Where it starts, when that is not where the last one ended. */
  at?: Checkpoint
  /** The tools that it may use, where a protocol has sets of them. */
  scope?: string
}

/** Runs a cell at the end of a branch and records it there, whatever becomes of it. */
export async function runCell(
  core: Core,
  branch: BranchId,
  { scope, at, ...cell }: NewCell,
  signal: AbortSignal,
): Promise<CellEnd> {
  const { document, host } = core
  const path = document.path(branch)
  const configured = configuredAt(path)
  const before = at ?? placeBefore(core, path, scope)
  const number = cellsAt(path) + 1
  const { given: givenAt } = protocolAt(core, path)
  const source = givenAt ? core.secrets.clean(cell.source) : cell.source
  document.append(branch, { type: 'cell-started', cell: number, ...cell, source })
  const given = givenAt && core.secrets.cleanAll(givenAt(document.path(branch)))
  return drive(core, branch, {
    number,
    before,
    signal,
    recorder: new Recorder({ before: [], source: () => 'live' }),
    run: async (options) => {
      const kernel = await host.kernelFor(configured, document.notebook)
      await host.stand(kernel, before)
      return kernel.run(source, {
        ...options,
        name: `cell-${number}`,
        ...(given === undefined ? {} : { given }),
      })
    },
  })
}

/** Lets the cell that waits at the end of a branch go on. Calls without an answer are made for real. */
export async function continueCell(
  core: Core,
  branch: BranchId,
  answers: Record<CallId, Settlement>,
  signal: AbortSignal,
): Promise<CellEnd> {
  const { document } = core
  const path = document.path(branch)
  const { started, wait } = waitAt(path)
  const { checkpoint, id } = wait
  const recorded = recordedSettlements(document.notebook, id)
  const source = (call: CallRecord): ResultSource => {
    const given = answers[call.id]
    if (!given) return 'live'
    const then = recorded.get(call.id)
    return then && sameSettlement(then, given) ? 'recorded' : 'edited'
  }
  const start = path.indexOf(started)
  return drive(core, branch, {
    number: started.cell,
    before: placeBefore(core, path.slice(0, start)),
    signal,
    recorder: new Recorder({ before: path.slice(start), source }),
    run: async (options) => {
      const kernel = await core.host.kernelFor(configuredAt(path), document.notebook)
      return kernel.resume(checkpoint, answers, options)
    },
  })
}

/** Ends the cell that waits at the end of a branch, without letting it do anything more. */
export async function giveUpCell(core: Core, branch: BranchId): Promise<void> {
  const open = openCellAt(core.document.path(branch))
  if (!open) return
  const error = { name: 'AbortError', message: 'The cell was given up before the call came back.' }
  const answers = Object.fromEntries(open.waiting.map(({ id }): [CallId, Settlement] => [id, { error }]))
  const controller = new AbortController()
  controller.abort()
  await continueCell(core, branch, answers, controller.signal)
}

interface Drive {
  number: number
  /** Where the interpreter stood before the cell. */
  before: Checkpoint
  signal: AbortSignal
  recorder: Recorder
  run: (options: RunOptions) => Promise<Outcome>
}

async function drive(
  core: Core,
  branch: BranchId,
  { number, before, signal, recorder, run }: Drive,
): Promise<CellEnd> {
  const { document, host, options } = core
  const since = options.now()
  const performing = new Performing(core, branch, { cell: number, since })
  host.performer = performing.perform
  performing.publish()
  let outcome: Outcome
  try {
    const onEvent = (event: KernelEvent): void => {
      document.append(branch, ...recorder.take(event).map(performing.clean))
      performing.progressed()
    }
    outcome = await run({ signal, onEvent })
  } catch (error) {
    outcome = brokenOutcome(messageOf(error), options.now() - since)
  } finally {
    host.performer = null
    performing.end()
  }
  const reached = outcome.rolledBack ? undefined : outcome.checkpoints.at(-1)
  // After a roll-back the kernel may stand in the middle of the cell, from where it was continued.
  host.movedTo(outcome.rolledBack ? null : (reached?.id ?? before.id))
  const end = endOf(outcome)
  document.append(branch, ...recorder.finish(outcome).map(performing.clean), {
    type: 'cell-ended',
    end,
    checkpoint: reached ?? before,
  })
  document.publish(announcementOf(core, cellSentence(number, end, outcome.calls.length)))
  return end
}

function endOf({ status, text, value, error, warnings, rolledBack, cpuMs, wallMs }: Outcome): CellEnd {
  return { status, text, value, error, warnings, rolledBack, cpuMs, wallMs }
}

/** The kernel itself failed. What ran before the cell is in the history and can be put back. */
function brokenOutcome(message: string, wallMs: number): Outcome {
  const error = { kind: 'internal' as const, name: 'InternalError', message }
  return {
    status: 'error',
    text: `InternalError: ${message}`,
    value: null,
    console: [],
    calls: [],
    error,
    warnings: [],
    checkpoints: [],
    rolledBack: true,
    cpuMs: 0,
    wallMs,
  }
}

function isFresh(path: NotebookPath, { context }: Protocol, options: Options): boolean {
  const found = typeof context === 'function' ? context(options) : context
  if (found !== 'turn') return found === 'fresh'
  return path.findLast(({ type }) => type === 'said' || type === 'cell-started')?.type !== 'cell-started'
}

/** Where the interpreter stands when a cell starts: where the last one left it, or at a boot. */
function placeBefore(core: Core, path: NotebookPath, scope?: string): Checkpoint {
  const configured = configuredAt(path)
  const checkpoint =
    configured && isFresh(path, protocolAt(core, path), configured.options)
      ? ((scope === undefined ? undefined : configured.scopes?.[scope]) ?? configured.checkpoint)
      : checkpointAt(path)
  if (!checkpoint)
    throw new Refused('The interpreter was never started in this notebook, so cells cannot run.')
  return checkpoint
}
