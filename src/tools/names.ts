import { camelCase, externalName, isIdentifier, plainName } from '../kernel/names.ts'
import type { Dialect, ToolManifest } from '../kernel/types.ts'

/** How cell code reaches one tool. */
export interface ToolName {
  tool: string
  /** The key of `tools`, or the global; with `codeact` the tool's own name even where only `callTool` takes it. */
  guestName: string
  /** What a cell writes: `tools.webSearch(input)`, `callTool("get-user", input)`. */
  call: string
  /** Other ways to write the same call. */
  aliases: string[]
}

/** Tools whose names cannot stand together; `problems` has one sentence with a cure for each. */
export class ToolNameError extends Error {
  override name = 'ToolNameError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * The names under which cells see the tools, in the tools' order.
 * @throws {ToolNameError} when two tools would get one name, or a name would break cell code
 */
export function toolNames(tools: readonly Pick<ToolManifest, 'name'>[], dialect: Dialect): ToolName[] {
  const problems = nameProblems(tools, dialect)
  if (problems.length > 0) throw new ToolNameError(problems)
  return dialect === 'none' ? [] : tools.map(({ name }) => nameOf(name, dialect))
}

/** What `toolNames` would throw, one sentence each; an empty list when the names can stand together. */
export function nameProblems(tools: readonly Pick<ToolManifest, 'name'>[], dialect: Dialect): string[] {
  const problems: string[] = []
  const owners = new Map<string, string>()
  for (const { name } of tools) {
    const keys = name === '' || dialect === 'none' ? [name] : keysOf(name, dialect)
    const owner = keys.map((key) => owners.get(key)).find((other) => other !== undefined)
    if (name === '') problems.push('A tool has no name. Give it one.')
    else if (owner !== undefined) problems.push(collision(owner, name, dialect))
    else if (dialect !== 'none') problems.push(...unusable(name, dialect))
    for (const key of keys) if (!owners.has(key)) owners.set(key, name)
  }
  return problems
}

const CURE = 'Rename one of them or switch one off'

function collision(first: string, second: string, dialect: Dialect): string {
  if (first === second) return `Two tools are called ${JSON.stringify(first)}. ${CURE}.`
  const shared = dialect === 'none' ? first : nameOf(second, dialect).guestName
  return `The tools ${JSON.stringify(first)} and ${JSON.stringify(second)} are both ${shared} in cell code. ${CURE}.`
}

/** Every name that leads to the tool: each may lead to no other. */
function keysOf(name: string, dialect: Exclude<Dialect, 'none'>): string[] {
  const { guestName } = nameOf(name, dialect)
  return dialect === 'external' ? [guestName] : [...new Set([guestName, name])]
}

function nameOf(name: string, dialect: Exclude<Dialect, 'none'>): ToolName {
  switch (dialect) {
    case 'tools':
      return underTools(name)
    case 'external': {
      const guestName = externalName(name)
      return { tool: name, guestName, call: `${guestName}(input)`, aliases: [] }
    }
    case 'codeact': {
      const byName = `callTool(${JSON.stringify(name)}, input)`
      const plain = plainName(name)
      if (plain === null) return { tool: name, guestName: name, call: byName, aliases: [] }
      return { tool: name, guestName: plain, call: `${plain}(input)`, aliases: [byName] }
    }
  }
}

function underTools(name: string): ToolName {
  const guestName = camelCase(name)
  const byName = `tools[${JSON.stringify(name)}](input)`
  const call = isIdentifier(guestName)
    ? `tools.${guestName}(input)`
    : `tools[${JSON.stringify(guestName)}](input)`
  return { tool: name, guestName, call, aliases: byName === call ? [] : [byName] }
}

/** Names that the language itself looks up on objects: `await tools` asks for `then`, a template for `toString`. */
const LOOKED_UP_BY_THE_LANGUAGE: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'then',
  'toJSON',
])

function unusable(name: string, dialect: Exclude<Dialect, 'none'>): string[] {
  const names = [name, camelCase(name)]
  if (dialect === 'tools') {
    const taken = names.find((one) => LOOKED_UP_BY_THE_LANGUAGE.has(one))
    if (taken === undefined) return []
    return [
      `A tool cannot be called ${JSON.stringify(name)}: JavaScript itself looks up tools.${taken}. Rename it.`,
    ]
  }
  if (dialect !== 'codeact' || name !== 'callTool') return []
  return [
    'A tool cannot be called "callTool": that is the function through which cells call tools. Rename it.',
  ]
}
