import {
  type BoundManifest,
  type Checkpoint,
  type CheckpointId,
  type Configuration,
  DEFAULT_LIMITS,
  type KernelOptions,
  type KernelTool,
  type Limits,
} from './types.ts'

export const idOf = (checkpoint: Checkpoint | CheckpointId): CheckpointId =>
  typeof checkpoint === 'string' ? checkpoint : checkpoint.id

export const limitsOf = (options: KernelOptions): Limits => ({ ...DEFAULT_LIMITS, ...options.limits })

/** What the interpreter is told, without the functions. */
export function configurationOf(options: KernelOptions): Configuration {
  return {
    tools: (options.tools ?? []).map(({ name, description, inputSchema, outputSchema }) => ({
      name,
      description,
      inputSchema,
      outputSchema,
    })),
    dialect: options.dialect ?? 'tools',
    captureConsole: options.captureConsole ?? true,
    clock: options.clock ?? 'none',
    seed: options.seed ?? 1,
    modules: options.modules ?? {},
    memoryBytes: limitsOf(options).memoryBytes,
    resultChars: limitsOf(options).resultChars,
    consoleChars: limitsOf(options).consoleChars,
    ...(options.bound && options.bound.length > 0 ? { bound: options.bound.map(manifestOf) } : {}),
  }
}

/** Tools and bound functions by name. */
export const callablesOf = ({ tools = [], bound = [] }: KernelOptions): Map<string, KernelTool> =>
  new Map([...tools, ...bound].map((tool) => [tool.name, tool]))

function manifestOf({ name, ends, fatal }: BoundManifest): BoundManifest {
  return { name, ...(ends === undefined ? {} : { ends }), ...(fatal === undefined ? {} : { fatal }) }
}

export function last<T>(items: readonly T[]): T {
  const item = items.at(-1)
  if (item === undefined) throw new Error('The image has no place in a history')
  return item
}
