import { nearestNames } from '../kernel/names.ts'
import type { Dialect, ToolManifest } from '../kernel/types.ts'
import { checkSchema } from '../kernel/validate.ts'
import { nameProblems } from './names.ts'
import type { Tool } from './types.ts'

/** Which tools a protocol or a code tool may use: all of them, or these names and no other. */
export type AllowList = 'all' | readonly string[]

/** The tools of a notebook. Immutable: another set of tools is another registry. */
export interface Registry {
  readonly tools: readonly Tool[]
  /** Faults in schemas. The tools work, without the parts named here. */
  readonly warnings: readonly string[]
  get(name: string): Tool | undefined
  /** @throws {RegistryError} when there is no such tool; the message names the nearest ones */
  require(name: string): Tool
  /**
   * The allowed tools in the registry's order.
   * @throws {RegistryError} when the list names a tool that does not exist, or the names cannot stand together in
   * the dialect
   */
  select(allowed: AllowList, dialect: Dialect): Tool[]
  /** What a kernel or a model is told of the allowed tools; plain data. Throws as `select`. */
  manifest(allowed: AllowList, dialect: Dialect): ToolManifest[]
}

/** `problems` has one sentence for each fault: what is wrong, where, and what to do. */
export class RegistryError extends Error {
  override name = 'RegistryError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Gathers tools of any kind.
 * @throws {RegistryError} when a name is missing or used twice. Whether names collide in cell code depends on the
 * dialect, so that is checked by `select`.
 */
export function createRegistry(tools: readonly Tool[]): Registry {
  const problems = nameProblems(tools, 'none')
  if (problems.length > 0) throw new RegistryError(problems)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))

  function unknown(name: string): string {
    const near = nearestNames(name, [...byName.keys()])
    const cure =
      near.length > 0
        ? `Did you mean ${quoteAll(near)}?`
        : `There are ${quoteAll([...byName.keys()]) || 'none'}.`
    return `There is no tool ${JSON.stringify(name)}. ${cure}`
  }

  function select(allowed: AllowList, dialect: Dialect): Tool[] {
    const missing = allowed === 'all' ? [] : allowed.filter((name) => !byName.has(name))
    const chosen = tools.filter(({ name }) => allowed === 'all' || allowed.includes(name))
    const faults = [...new Set(missing)].map(unknown).concat(nameProblems(chosen, dialect))
    if (faults.length > 0) throw new RegistryError(faults)
    return chosen
  }

  return {
    tools: [...tools],
    warnings: tools.flatMap(schemaWarnings),
    get: (name) => byName.get(name),
    require(name) {
      const tool = byName.get(name)
      if (tool === undefined) throw new RegistryError([unknown(name)])
      return tool
    },
    select,
    manifest: (allowed, dialect) => select(allowed, dialect).map(manifestOf),
  }
}

/** A tool without what performs it. */
export function manifestOf({ name, description, inputSchema, outputSchema }: ToolManifest): ToolManifest {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  }
}

function schemaWarnings(tool: ToolManifest): string[] {
  return (['inputSchema', 'outputSchema'] as const).flatMap((key) => {
    const schema = tool[key]
    if (schema === undefined) return []
    const what = key === 'inputSchema' ? 'input' : 'output'
    return checkSchema(schema).map(
      (problem) => `The ${what} schema of ${JSON.stringify(tool.name)}: ${problem}`,
    )
  })
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ')
}
