import { CellRun } from './cellrun.ts'
import { configurationAt } from './checkpoints.ts'
import { compileCell } from './compile/index.ts'
import { namesForHints } from './exposure.ts'
import { imageHash } from './image/hash.ts'
import type { Image } from './image/image.ts'
import type { Machine } from './machine.ts'
import { renderText } from './preview/text.ts'
import { applyRecorded } from './recorded.ts'
import type {
  Checkpoint,
  CheckpointId,
  Divergence,
  Limits,
  Outcome,
  Recorded,
  ReplayReport,
  Step,
  Variable,
} from './types.ts'

export type { Recorded, ReplayReport } from './types.ts'

export interface ReplayOptions {
  /** Stands where the first recorded step starts. */
  machine: Machine
  /** The checkpoints before the first recorded one, from boot. */
  before: readonly Checkpoint[]
  recorded: readonly Recorded[]
  limits: Limits
  clock: () => number
  /** The variables as recorded at a checkpoint, when its image is there. */
  recordedVariables: (id: CheckpointId) => Promise<Variable[] | null>
}

/** The steps of one cell, or one step outside of cells. */
function groups(recorded: readonly Recorded[]): Recorded[][] {
  const found: Recorded[][] = []
  for (const entry of recorded) {
    const last = found.at(-1)
    const { step, cell } = entry.checkpoint
    const goesOn =
      last?.[0]?.checkpoint.step.type === 'cell' && step.type !== 'cell' && cell === last[0].checkpoint.cell
    if (goesOn) last.push(entry)
    else found.push([entry])
  }
  return found
}

export async function replayRecorded(options: ReplayOptions): Promise<ReplayReport> {
  const { machine, recorded } = options
  const report: ReplayReport = {
    identical: true,
    steps: 0,
    compared: 0,
    outcomes: [],
    hashes: {},
    divergence: null,
  }
  const path = [...options.before]
  let image: Image | undefined
  let apart: { entry: Recorded; got: string } | null = null

  const compare = (entry: Recorded): void => {
    image = machine.capture(image).image
    const got = imageHash(image)
    report.hashes[entry.checkpoint.id] = got
    report.steps += 1
    if (entry.hash === undefined || entry.hash === null) return
    report.compared += 1
    if (got !== entry.hash) apart ??= { entry, got }
  }

  for (const group of groups(recorded)) {
    const [first] = group
    if (!first) continue
    path.push(...group.map(({ checkpoint }) => checkpoint))
    const { step, cell } = first.checkpoint
    if (step.type === 'cell') {
      const outcome = replayCell(options, step, group, path, compare)
      report.outcomes.push({ cell: cell ?? step.name, outcome })
    } else {
      applyRecorded(machine, step)
      compare(first)
    }
    if (apart) break
  }
  report.identical = apart === null
  if (apart) report.divergence = await explain(options, apart)
  return report
}

function replayCell(
  { machine, limits, clock }: ReplayOptions,
  step: Extract<Step, { type: 'cell' }>,
  group: readonly Recorded[],
  path: readonly Checkpoint[],
  compare: (entry: Recorded) => void,
): Outcome {
  const configuration = configurationAt(path)
  const compiled = compileCell(step.source, { modules: Object.keys(configuration?.modules ?? {}) })
  let at = 0
  const run = new CellRun({
    machine,
    tools: new Map(),
    names: namesForHints(configuration),
    modules: configuration?.modules ?? {},
    limits,
    name: step.name,
    source: step.source,
    warnings: compiled.ok ? compiled.compiled.warnings : compiled.warnings,
    clock,
    time: () => 0,
    onStep: () => {
      const entry = group[at]
      at += 1
      if (entry) compare(entry)
    },
    onIdle: () => undefined,
  })
  const result = run.replay(group.map(({ checkpoint }) => checkpoint.step))
  return { ...result, checkpoints: group.slice(0, at).map(({ checkpoint }) => checkpoint) }
}

async function explain(
  { machine, recorded, recordedVariables, clock }: ReplayOptions,
  { entry, got }: { entry: Recorded; got: string },
): Promise<Divergence> {
  const { checkpoint, hash } = entry
  const before = await recordedVariables(checkpoint.id)
  const until = clock() + 2_000
  const now = JSON.parse(machine.ask('variables', '', () => clock() > until)) as Variable[]
  return {
    checkpoint: checkpoint.id,
    step: recorded.findIndex((candidate) => candidate.checkpoint.id === checkpoint.id),
    cell: checkpoint.cell,
    expected: hash ?? '',
    got,
    variables: before ? differing(before, now) : [],
  }
}

function differing(before: readonly Variable[], now: readonly Variable[]): string[] {
  const text = new Map(before.map(({ name, value }) => [name, renderText(value, 10_000)]))
  const names = new Set([...text.keys(), ...now.map(({ name }) => name)])
  const after = new Map(now.map(({ name, value }) => [name, renderText(value, 10_000)]))
  return [...names].filter((name) => text.get(name) !== after.get(name))
}
