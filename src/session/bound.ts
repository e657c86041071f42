import type { NotebookPath } from '../notebook/events.ts'
import { configuredAt } from '../notebook/state.ts'
import type { Tool } from '../tools/types.ts'

/** Whether a call may be made once more without asking: it changes nothing outside. What the protocol does itself does not. */
export function isRepeatable(name: string, path: NotebookPath, tools: readonly Tool[]): boolean {
  const bound = configuredAt(path)?.configuration.bound ?? []
  if (bound.some((each) => each.name === name)) return true
  return tools.find((tool) => tool.name === name)?.readOnly ?? false
}

/** Tools that bear the name of a function that cells are given; one sentence each. */
export function boundProblems(
  tools: readonly Pick<Tool, 'name'>[],
  bound: readonly { name: string }[] = [],
): string[] {
  return tools
    .filter(({ name }) => bound.some((each) => each.name === name))
    .map(
      ({ name }) =>
        `A tool cannot be called ${JSON.stringify(name)}: this protocol gives cells a function of that name. Rename it.`,
    )
}
