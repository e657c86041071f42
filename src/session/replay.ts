import type { Kernel, KernelOptions, Recorded } from '../kernel/types.ts'
import type { CellEnd, EventOf, NotebookPath } from '../notebook/events.ts'
import type { Branch, Notebook } from '../notebook/notebook.ts'
import { checkpointOf } from '../notebook/state.ts'
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
      const report = await kernel.replay(recordedSteps(stretch, hashes))
      total.steps += report.steps
      total.compared += report.compared
      total.cells += report.outcomes.length
      total.difference = report.divergence
        ? `${place(report.divergence.cell)} comes to another heap than was recorded (${report.divergence.got} instead of ${report.divergence.expected})${names(report.divergence.variables)}.`
        : outcomeDifference(stretch, report.outcomes)
    } finally {
      await kernel.dispose()
    }
  }
  return total
}

/** From one boot of an interpreter to the next. */
function stretches(path: NotebookPath): NotebookPath[] {
  const starts = path.flatMap((event, index) => (event.type === 'configured' ? [index] : []))
  return starts.map((start, index) => path.slice(start, starts[index + 1]))
}

function recordedSteps(path: NotebookPath, hashes: Readonly<Record<string, string>>): Recorded[] {
  const steps = new Map<string, Recorded>()
  for (const event of path) {
    const checkpoint = checkpointOf(event)
    if (checkpoint) steps.set(checkpoint.id, { checkpoint, hash: hashes[checkpoint.id] ?? null })
  }
  return [...steps.values()]
}

interface RecordedCell {
  name: string | null
  number: number
  console: string[]
  end: CellEnd
}

function recordedCells(path: NotebookPath): RecordedCell[] {
  const cells: RecordedCell[] = []
  let started: EventOf<'cell-started'> | null = null
  let lines: string[] = []
  for (const event of path) {
    if (event.type === 'cell-started') {
      started = event
      lines = []
    } else if (event.type === 'logged') lines.push(`${event.line.level}: ${event.line.text}`)
    else if (event.type === 'cell-ended' && started) {
      cells.push({ name: event.checkpoint.cell, number: started.cell, console: lines, end: event.end })
      started = null
    }
  }
  return cells
}

function outcomeDifference(
  path: NotebookPath,
  outcomes: Awaited<ReturnType<Kernel['replay']>>['outcomes'],
): string | null {
  const replayed = new Map(outcomes.map(({ cell, outcome }) => [cell, outcome]))
  for (const { name, number, console, end } of recordedCells(path)) {
    const outcome = name === null ? undefined : replayed.get(name)
    // A cell that never started, or was taken back, left nothing to run again.
    if (!outcome || end.rolledBack || end.error?.kind === 'syntax') continue
    if (outcome.status !== end.status)
      return `Cell ${number} ends as "${outcome.status}" instead of "${end.status}".`
    if (outcome.text !== end.text)
      return `Cell ${number} gives ${quoted(outcome.text)} instead of ${quoted(end.text)}.`
    const lines = outcome.console.map(({ level, text }) => `${level}: ${text}`)
    if (lines.join('\n') !== console.join('\n'))
      return `Cell ${number} prints ${quoted(lines.join('\n'))} instead of ${quoted(console.join('\n'))}.`
  }
  return null
}

const place = (cell: string | null): string => (cell === null ? 'The boot' : `The cell ${cell}`)
const names = (variables: readonly string[]): string =>
  variables.length > 0 ? `; different: ${variables.join(', ')}` : ''
const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
