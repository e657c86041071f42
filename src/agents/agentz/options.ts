import type { Limits, ToolManifest } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { positive, text } from '../shared/options.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Options, Setting } from '../types.ts'

/** From little to much. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const

export interface Settings {
  /** Cells of a turn, until the user lets it go on. */
  stepLimit: number
  /** Cells that may fail one after the other. */
  mostFailures: number
  /** Requests that one `call_me` may come to. */
  mostTurns: number
  instructions: string
  /** Least effort of reasoning. */
  effort: string
  maxOutput: number | null
  serviceTier: string
  rollBack: boolean
  tools: ToolManifest[]
}

const DEFAULT_FAILURES = 3
const DEFAULT_TURNS = 24
const DEFAULT_EFFORT = 'medium'

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const options: Options = configured?.options ?? {}
  const effort = text(options.effort)
  return {
    stepLimit: positive(options.stepLimit) ?? DEFAULT_STEP_LIMIT,
    mostFailures: positive(options.mostFailures) ?? DEFAULT_FAILURES,
    mostTurns: positive(options.mostTurns) ?? DEFAULT_TURNS,
    instructions: text(options.instructions).trim(),
    effort: EFFORTS.some((known) => known === effort) ? effort : DEFAULT_EFFORT,
    maxOutput: positive(options.maxOutputTokens),
    serviceTier: text(options.serviceTier).trim(),
    rollBack: options.rollBack === true,
    tools: configured?.configuration.tools ?? [],
  }
}

/** The published program has no limit on a cell at all. */
export function limitsOf({ cpuMs, cellMs }: Options): Partial<Limits> {
  const [cpu, wall] = [positive(cpuMs), positive(cellMs)]
  return { ...(cpu === null ? {} : { cpuMs: cpu }), ...(wall === null ? {} : { wallMs: wall }) }
}

export const SETTINGS: readonly Setting[] = [
  {
    key: 'instructions',
    title: 'Instructions',
    kind: 'text',
    default: '',
    help: 'What the agent should be, in front of the rules of its cells. In the published program they are fixed. Code of a cell cannot change them, here or there.',
  },
  {
    key: 'rollBack',
    title: 'Roll back a failed cell',
    kind: 'switch',
    default: false,
    help: 'Off, as in the published program: what a cell did until it failed stays. On: the recovery cell starts with the interpreter as it was before the failed cell. What tools did outside is not undone.',
  },
  {
    key: 'mostFailures',
    title: 'Failures in a row',
    kind: 'number',
    default: DEFAULT_FAILURES,
    least: 1,
    help: 'So many cells that fail one after the other, recovery cells included, end the turn. The published program stops at three.',
  },
  {
    key: 'stepLimit',
    title: 'Cells in a turn',
    kind: 'number',
    default: DEFAULT_STEP_LIMIT,
    least: 1,
    help: 'After so many cells the turn stops until you let it go on. The published program goes on until it is asked to quit.',
  },
  {
    key: 'mostTurns',
    title: 'Requests in one call_me',
    kind: 'number',
    default: DEFAULT_TURNS,
    least: 1,
    help: 'A reply that uses host tools alone is continued without the cell noticing. So many requests in one call are the end of that. The published program has no bound.',
  },
  {
    key: 'cpuMs',
    title: 'Computing time of a cell, ms',
    kind: 'number',
    default: null,
    least: 1,
    help: 'A cell that computes longer is interrupted, and a recovery cell follows. Waiting is not counted. Without a number: 5,000. In the published program a cell that hangs holds everything up.',
  },
  {
    key: 'cellMs',
    title: 'Time of a cell, ms',
    kind: 'number',
    default: null,
    least: 1,
    help: 'From start to end, with all waiting for tools, for the model and for you. Without a number a cell may wait as long as it takes.',
  },
  {
    key: 'effort',
    title: 'Least effort of reasoning',
    kind: 'text',
    default: DEFAULT_EFFORT,
    help: `One of ${EFFORTS.join(', ')}. A call_me that asks for less, or for none, gets this; one that asks for more keeps it. Servers that do not know the field are asked again without it. The published program fixes medium.`,
  },
  {
    key: 'maxOutputTokens',
    title: 'Most tokens of a reply',
    kind: 'number',
    default: null,
    least: 1,
    help: 'Code of a cell cannot change it. Without a number the server decides. The published program fixes 128,000, which many servers refuse.',
  },
  {
    key: 'serviceTier',
    title: 'Service tier',
    kind: 'text',
    default: '',
    help: 'Sent as service_tier when given. The published program fixes "fast".',
  },
]
