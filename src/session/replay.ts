import type { CheckpointId, Kernel, KernelOptions, Outcome, Recorded } from '../kernel/types.ts'
import type { CellEnd, EventOf, NotebookPath } from '../notebook/events.ts'
import type { Branch, Notebook } from '../notebook/notebook.ts'
import { checkpointsOf } from '../notebook/state.ts'
import { pathTo } from '../notebook/tree.ts'

/** How a branch came out when it was run again with its recorded results. */
export interface BranchReplay {
  branch: Pick<Branch, 'id' | 'name'>
  cells: number
  /** Steps whose image was computed, and those of them that had a hash to be compared with. */
  steps: number
  compared: number
  /** The first difference, in words; none: the branch is proven to be the same. */
  difference: string | null
}

export interface ReplayedNotebook {
  title: string
  branches: BranchReplay[]
  identical: boolean
}

/**
 * Runs every branch of a notebook again, in an interpreter of its own, with the recorded results in the recorded
 * order, and compares outcomes, console and images. Calls no tool and no model.
 * @param hashes of images by checkpoint, as they were when the notebook was written.
 */
export async function replayNotebook(
  notebook: Notebook,
  hashes: Readonly<Record<string, string>>,
  createKernel: (options: KernelOptions) => Promise<Kernel>,
): Promise<ReplayedNotebook> {
  const branches: BranchReplay[] = []
  for (const { id, name, head } of notebook.branches) {
    const path = pathTo(notebook, head)
    branches.push({ branch: { id, name }, ...(await replayPath(path, hashes, createKernel)) })
  }
  return {
    title: notebook.title,
    branches,
    identical: branches.every(({ difference }) => difference === null),
  }
}

type PathReplay = Omit<BranchReplay, 'branch'>

async function replayPath(
  path: NotebookPath,
  hashes: Readonly<Record<string, string>>,
  createKernel: (options: KernelOptions) => Promise<Kernel>,
): Promise<PathReplay> {
  const total: PathReplay = { cells: 0, steps: 0, compared: 0, difference: null }
  for (const stretch of stretches(path)) {
    const [configured] = stretch
    if (configured?.type !== 'configured' || total.difference !== null) continue
    const { limits, configuration } = configured
    const kernel = await createKernel({ limits: { ...limits, memoryBytes: configuration.memoryBytes } })
    try {
      await replayStretch(kernel, stretch, hashes, total)
    } finally {
      await kernel.dispose()
    }
  }
  return total
}

/** Adds what comes of one stretch, up to its first difference. */
async function replayStretch(
  kernel: Kernel,
  stretch: NotebookPath,
  hashes: Readonly<Record<string, string>>,
  total: PathReplay,
): Promise<void> {
  const recorded = recordedSteps(stretch, hashes)
  await kernel.adopt(recorded.map(({ checkpoint }) => checkpoint))
  const outcomes = new Map<CheckpointId, Outcome>()
  for (const chain of chains(recorded)) {
    const report = await kernel.replay(chain)
    total.steps += report.steps
    total.compared += report.compared
    for (const { outcome } of report.outcomes)
      for (const { id } of outcome.checkpoints) outcomes.set(id, outcome)
    const { divergence } = report
    if (!divergence) continue
    total.difference = `${place(divergence.cell)} comes to another heap than was recorded (${divergence.got} instead of ${divergence.expected})${names(divergence.variables)}.`
    return
  }
  const cells = recordedCells(stretch)
  total.cells += cells.length
  total.difference = outcomeDifference(cells, outcomes)
}

/** From one boot of an interpreter to the next. */
function stretches(path: NotebookPath): NotebookPath[] {
  const starts = path.flatMap((event, index) => (event.type === 'configured' ? [index] : []))
  return starts.map((start, index) => path.slice(start, starts[index + 1]))
}

function recordedSteps(path: NotebookPath, hashes: Readonly<Record<string, string>>): Recorded[] {
  const steps = new Map<string, Recorded>()
  for (const checkpoint of path.flatMap(checkpointsOf))
    steps.set(checkpoint.id, { checkpoint, hash: hashes[checkpoint.id] ?? null })
  return [...steps.values()]
}

/**
 * Steps that follow on each other. A new chain begins where the interpreter was put somewhere else: at a boot for a
 * cell that starts afresh, at the state before a cell that was taken back.
 */
function chains(recorded: readonly Recorded[]): Recorded[][] {
  const found: Recorded[][] = []
  for (const each of recorded) {
    const last = found.at(-1)
    const follows = each.checkpoint.parent !== null && each.checkpoint.parent === last?.at(-1)?.checkpoint.id
    if (follows) last?.push(each)
    else found.push([each])
  }
  return found
}

interface RecordedCell {
  /** Where it left the interpreter. */
  at: CheckpointId
  number: number
  console: string[]
  end: CellEnd
}

/** The cells that moved the interpreter: one that never started, or was taken back, left nothing to run again. */
function recordedCells(path: NotebookPath): RecordedCell[] {
  const cells: RecordedCell[] = []
  const before = new Set<CheckpointId>()
  let reached: CheckpointId[] = []
  let started: EventOf<'cell-started'> | null = null
  let lines: string[] = []
  for (const event of path) {
    if (event.type === 'cell-started') {
      started = event
      lines = []
    } else if (event.type === 'logged') lines.push(`${event.line.level}: ${event.line.text}`)
    else if (event.type === 'cell-ended' && started) {
      const at = event.checkpoint.id
      if (!before.has(at)) cells.push({ at, number: started.cell, console: lines, end: event.end })
      started = null
    }
    reached.push(...checkpointsOf(event).map(({ id }) => id))
    if (started !== null) continue
    for (const id of reached) before.add(id)
    reached = []
  }
  return cells
}

function outcomeDifference(
  cells: readonly RecordedCell[],
  outcomes: ReadonlyMap<CheckpointId, Outcome>,
): string | null {
  for (const { at, number, console, end } of cells) {
    const outcome = outcomes.get(at)
    if (!outcome) return `Cell ${number} does not come to its end.`
    if (outcome.status !== end.status)
      return `Cell ${number} ends as "${outcome.status}" instead of "${end.status}".`
    if (outcome.text !== end.text)
      return `Cell ${number} gives ${quoted(outcome.text)} instead of ${quoted(end.text)}.`
    const lines = outcome.console.map(({ level, text }) => `${level}: ${text}`)
    if (!isSameText(console.join('\n'), lines.join('\n')))
      return `Cell ${number} prints ${quoted(lines.join('\n'))} instead of ${quoted(console.join('\n'))}.`
  }
  return null
}

/** What was taken out of a record for being secret may be anything now. */
function isSameText(recorded: string, now: string): boolean {
  if (recorded === now) return true
  const parts = recorded.split('[REDACTED]')
  if (parts.length === 1) return false
  const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${parts.map(quote).join('[^]*?')}$`).test(now)
}

const place = (cell: string | null): string => (cell === null ? 'The boot' : `The cell ${cell}`)
const names = (variables: readonly string[]): string =>
  variables.length > 0 ? `; different: ${variables.join(', ')}` : ''
const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
