import type { Json, KernelOptions, Limits, ToolManifest } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { flag, positive, text } from '../shared/options.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Context, Options } from '../types.ts'
import { DEFAULT_TOOL_NAME } from './settings.ts'

/** What the notebook's settings say to this protocol. */
export interface Settings {
  toolName: string
  /** Model calls in one turn, until the user lets it go on. */
  stepLimit: number
  /** What the user wants the agent to be, in front of how the interpreter works. */
  instructions: string
  persistence: Persistence
  captureConsole: boolean
  /** Names of modules that code may import. */
  modules: string[]
  tools: ToolManifest[]
  limits: Partial<Limits>
}

/** How long variables stay. */
export type Persistence = 'thread' | 'turn' | 'call'

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const options = configured?.options ?? {}
  const { toolName } = options
  return {
    toolName: typeof toolName === 'string' && /^[\w-]{1,64}$/.test(toolName) ? toolName : DEFAULT_TOOL_NAME,
    stepLimit: positive(options.stepLimit) ?? DEFAULT_STEP_LIMIT,
    instructions: text(options.instructions).trim(),
    persistence: persistenceOf(options),
    captureConsole: flag(options.captureConsole, true),
    modules: Object.keys(modulesOf(options)),
    tools: configured?.configuration.tools ?? [],
    limits: configured?.limits ?? {},
  }
}

function persistenceOf({ persistence }: Options): Persistence {
  return persistence === 'turn' || persistence === 'call' ? persistence : 'thread'
}

const CONTEXTS: Record<Persistence, Context> = { thread: 'kept', turn: 'turn', call: 'fresh' }

export const contextOf = (options: Options): Context => CONTEXTS[persistenceOf(options)]

export function limitsOf(options: Options): Partial<Limits> {
  const megabytes = positive(options.memoryMb)
  return defined({
    memoryBytes: megabytes === null ? null : megabytes * 2 ** 20,
    cpuMs: positive(options.timeoutMs),
    toolCalls: positive(options.toolCalls),
    resultChars: positive(options.resultChars),
    consoleChars: positive(options.resultChars),
  })
}

export function interpreterOf(options: Options): Pick<KernelOptions, 'captureConsole' | 'modules'> {
  return { captureConsole: flag(options.captureConsole, true), modules: modulesOf(options) }
}

/** The tools of the allow-list; all without one. */
export function allowedBy({ allow }: Options): readonly string[] | 'all' {
  return Array.isArray(allow) ? allow.filter((name) => typeof name === 'string') : 'all'
}

/** Skills as modules: `{"stats": "export …"}` is `@/skills/stats`. */
function modulesOf({ skills }: Options): Record<string, string> {
  if (skills === undefined || skills === null || typeof skills !== 'object' || Array.isArray(skills))
    return {}
  const found = Object.entries(skills).filter((entry): entry is [string, string] => isSkill(entry))
  return Object.fromEntries(found.map(([name, source]) => [`@/skills/${name}`, source]))
}

const isSkill = ([name, source]: [string, Json]): boolean =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && typeof source === 'string'

const defined = (limits: Record<string, number | null>): Partial<Limits> =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null))
