import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { positive, text } from '../shared/options.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Setting } from '../types.ts'
import { type NativeTool, nativeTools } from './names.ts'

export interface Settings {
  tools: NativeTool[]
  stepLimit: number
  instructions: string
  /** Characters of a tool's result that the model reads. */
  resultChars: number
}

/** A result is meant to be read whole; this keeps a single one from filling the model's context. */
const DEFAULT_RESULT_CHARS = 100_000

export const SETTINGS: readonly Setting[] = [
  {
    key: 'resultChars',
    title: 'Characters of a result',
    help: 'Longer results of a tool are cut at their end, and the model is told how much is missing.',
    kind: 'number',
    default: DEFAULT_RESULT_CHARS,
    least: 100,
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
    help: 'What the agent is, in front of how it calls tools.',
    kind: 'text',
    default: '',
  },
]

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const options = configured?.options ?? {}
  return {
    tools: nativeTools(configured?.configuration.tools ?? []),
    stepLimit: positive(options.stepLimit) ?? DEFAULT_STEP_LIMIT,
    instructions: text(options.instructions).trim(),
    resultChars: positive(options.resultChars) ?? DEFAULT_RESULT_CHARS,
  }
}
