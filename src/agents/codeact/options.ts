import type { Limits, ToolManifest } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { flag, positive, text } from '../shared/options.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Options, Setting } from '../types.ts'

export interface Settings {
  /** After code that ran well the model is asked for the final words. */
  reAct: boolean
  /** Without `reAct`: code that failed goes back to the model. */
  selfRepair: boolean
  /** A reply that is no JSON though it means to be goes back to the model. */
  retryMalformed: boolean
  /** Results go back as messages of this role. */
  feedbackRole: 'system' | 'user'
  /** Replies in a turn, after which the last one is the answer; `null` for no end. */
  maxSteps: number | null
  stepLimit: number
  instructions: string
  tools: ToolManifest[]
  limits: Partial<Limits>
}

const DEFAULT_TIMEOUT_MS = 30_000

export const SETTINGS: readonly Setting[] = [
  {
    key: 'reAct',
    title: 'Let the model say the final words (reAct)',
    help: 'On: after code that ran well the model is asked for {"type":"final"}. Off: what the code returned is the answer, and the model does not see it before the next message.',
    kind: 'switch',
    default: false,
  },
  {
    key: 'selfRepair',
    title: 'Let the model repair its code',
    help: 'Without reAct, the published program ends with the error as its answer, though its documentation promises a repair. On: the error goes back to the model.',
    kind: 'switch',
    default: false,
  },
  {
    key: 'retryMalformed',
    title: 'Send broken JSON back',
    help: 'On: a reply that begins a JSON object which cannot be read, or has no code in it, goes back to the model. Off, as published: its text is the answer.',
    kind: 'switch',
    default: true,
  },
  {
    key: 'feedbackRole',
    title: 'Role of results',
    help: 'Results go back as system messages, as published. Some servers take a system message only at the start: choose user for them.',
    kind: 'choice',
    choices: [
      { value: 'system', title: 'system' },
      { value: 'user', title: 'user' },
    ],
    default: 'system',
  },
  {
    key: 'maxSteps',
    title: 'Most steps (maxSteps)',
    help: 'After so many replies in one turn the last one is the answer as it is, as published. Empty or 0: no such end.',
    kind: 'number',
    default: null,
    least: 0,
  },
  {
    key: 'timeoutMs',
    title: 'Time of one run, ms',
    help: 'Waiting for tools included. The published limit is 8000.',
    kind: 'number',
    default: DEFAULT_TIMEOUT_MS,
    least: 1,
  },
  {
    key: 'stepLimit',
    title: 'Model calls in one turn',
    help: 'The turn pauses then, and can be continued.',
    kind: 'number',
    default: DEFAULT_STEP_LIMIT,
    least: 1,
  },
  {
    key: 'instructions',
    title: 'Instructions',
    help: 'What the agent is, in front of how it replies.',
    kind: 'text',
    default: '',
  },
]

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const options = configured?.options ?? {}
  return {
    reAct: flag(options.reAct, false),
    selfRepair: flag(options.selfRepair, false),
    retryMalformed: flag(options.retryMalformed, true),
    feedbackRole: options.feedbackRole === 'user' ? 'user' : 'system',
    maxSteps: positive(options.maxSteps),
    stepLimit: positive(options.stepLimit) ?? DEFAULT_STEP_LIMIT,
    instructions: text(options.instructions).trim(),
    tools: configured?.configuration.tools ?? [],
    limits: configured?.limits ?? {},
  }
}

export function limitsOf(options: Options): Partial<Limits> {
  return { wallMs: positive(options.timeoutMs) ?? DEFAULT_TIMEOUT_MS }
}
