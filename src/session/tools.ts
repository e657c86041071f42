import type { Options, Protocol } from '../agents/types.ts'
import type { Configuration, KernelTool } from '../kernel/types.ts'
import { issuesMessage, validateOutput } from '../kernel/validate.ts'
import type { Tool } from '../tools/types.ts'
import type { Secrets } from './secrets.ts'

/** A tool's result that does not fit what the tool declares. */
class OutputError extends Error {
  override name = 'ValidationError'
}

/** A tool whose results are checked too: what code was told to expect is what it gets, or an error. */
export function checkingOutputs(tool: KernelTool): KernelTool {
  return {
    ...tool,
    call: async (input, context) => {
      const output: unknown = await tool.call(input, context)
      const validation = validateOutput(tool, output)
      if (validation.ok) return output
      throw new OutputError(issuesMessage(tool.name, validation.issues, 'output'))
    },
  }
}

/** A tool whose results and errors hold no secret. */
export function cleaning(tool: KernelTool, secrets: Secrets): KernelTool {
  return {
    ...tool,
    call: async (input, context) => {
      try {
        return secrets.cleanAll(await tool.call(input, context))
      } catch (error) {
        if (error instanceof Error) error.message = secrets.clean(error.message)
        throw error
      }
    },
  }
}

/** The tools that a notebook's settings leave it, in their order. */
export function allowedTools(
  tools: readonly Tool[],
  { allows }: Pick<Protocol, 'allows'>,
  options: Options,
): Tool[] {
  const allowed = allows?.(options) ?? 'all'
  return tools.filter(({ name }) => allowed === 'all' || allowed.includes(name))
}

/** Tools as they were declared then, performed by those of today. */
export function reviveTools(manifests: Configuration['tools'], today: readonly Tool[]): KernelTool[] {
  return manifests.map((manifest) => {
    const tool = today.find(({ name }) => name === manifest.name)
    const gone = (): never => {
      throw new Error(`The tool ${manifest.name}, which this notebook was recorded with, is not set up here.`)
    }
    return { ...manifest, call: tool ? (input, context) => tool.call(input, context) : gone }
  })
}
