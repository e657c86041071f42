import type { Json, Limits, ToolManifest } from '../../kernel/types.ts'
import type { NotebookPath } from '../../notebook/events.ts'
import { configuredAt } from '../../notebook/state.ts'
import { positive, text } from '../shared/options.ts'
import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Options, Setting } from '../types.ts'

/** A tool of the model's that takes code, and the tools that this code may call. */
export interface CodeTool {
  id: string
  tools: ToolManifest[]
  /** The scope in which its cells run; `undefined` where they may call everything. */
  scope: string | undefined
}

export interface Settings {
  codeTools: CodeTool[]
  stepLimit: number
  instructions: string
  limits: Partial<Limits>
}

const DEFAULT_TOOL_ID = 'execute_typescript'
/** The published limit of one run, waiting included. */
const DEFAULT_TIMEOUT_MS = 30_000

export const SETTINGS: readonly Setting[] = [
  {
    key: 'toolId',
    title: 'Name of the code tool',
    help: 'What the model calls with its program.',
    kind: 'text',
    default: DEFAULT_TOOL_ID,
  },
  {
    key: 'codeTools',
    title: 'Several code tools',
    help: 'A list such as [{"id": "flights_code", "tools": ["search_flights"]}]: each code tool reaches only its own tools. Without it there is one that reaches all.',
    kind: 'json',
    default: null,
  },
  {
    key: 'timeoutMs',
    title: 'Time of one run, ms',
    help: 'Waiting for tools included.',
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
    help: 'What the agent is, in front of how its code tool works.',
    kind: 'text',
    default: '',
  },
]

/** The settings at the end of a path. Values of a wrong kind count as absent: a file may hold anything. */
export function settingsAt(path: NotebookPath): Settings {
  const configured = configuredAt(path)
  const options = configured?.options ?? {}
  const tools = configured?.configuration.tools ?? []
  return {
    codeTools: codeToolsOf(options, tools),
    stepLimit: positive(options.stepLimit) ?? DEFAULT_STEP_LIMIT,
    instructions: text(options.instructions).trim(),
    limits: configured?.limits ?? {},
  }
}

export function limitsOf(options: Options): Partial<Limits> {
  return { wallMs: positive(options.timeoutMs) ?? DEFAULT_TIMEOUT_MS }
}

/** The sets of tools, where there is more than one code tool or its set is not all. */
export function scopesOf(options: Options, tools: readonly ToolManifest[]): Record<string, string[]> {
  const scoped = codeToolsOf(options, tools).filter(({ scope }) => scope !== undefined)
  return Object.fromEntries(scoped.map(({ id, tools: own }) => [id, own.map(({ name }) => name)]))
}

function codeToolsOf(options: Options, tools: readonly ToolManifest[]): CodeTool[] {
  const found = new Map<string, CodeTool>()
  for (const given of Array.isArray(options.codeTools) ? options.codeTools : []) {
    const codeTool = codeToolOf(given, tools)
    // Two of one name cannot be told apart by the model; the first one counts.
    if (codeTool && !found.has(codeTool.id)) found.set(codeTool.id, codeTool)
  }
  if (found.size > 0) return [...found.values()]
  const id = toolId(options.toolId) ?? DEFAULT_TOOL_ID
  return [{ id, tools: [...tools], scope: undefined }]
}

function codeToolOf(given: Json, tools: readonly ToolManifest[]): CodeTool | null {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return null
  const id = toolId(given.id)
  if (id === null) return null
  const { tools: names } = given
  const own = Array.isArray(names) ? tools.filter(({ name }) => names.includes(name)) : [...tools]
  return { id, tools: own, scope: id }
}

/** What servers accept as the name of a tool. */
const toolId = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null
