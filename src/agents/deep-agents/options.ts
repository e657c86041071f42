import type { Limits, ToolManifest } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'

/** What the notebook's settings say to this protocol. */
export interface DeepAgentsOptions {
  toolName: string
  /** Model calls in one turn, until the user lets it go on. */
  stepLimit: number
  /** What the user wants the agent to be, in front of how the interpreter works. */
  instructions: string
}

export interface Settings extends DeepAgentsOptions {
  tools: ToolManifest[]
  limits: Partial<Limits>
}

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const { toolName, stepLimit, instructions } = configured?.options ?? {}
  return {
    toolName: typeof toolName === 'string' && /^[\w-]{1,64}$/.test(toolName) ? toolName : 'eval',
    stepLimit: typeof stepLimit === 'number' && stepLimit >= 1 ? Math.floor(stepLimit) : DEFAULT_STEP_LIMIT,
    instructions: typeof instructions === 'string' ? instructions.trim() : '',
    tools: configured?.configuration.tools ?? [],
    limits: configured?.limits ?? {},
  }
}
