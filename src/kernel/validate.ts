import { evaluate } from './schema/evaluate.ts'
import { prepareSchema } from './schema/prepare.ts'
import type { Issue, Json, ToolManifest, Validation } from './types.ts'

/**
 * Checks an input against the tool's `inputSchema` (JSON Schema 2020-12; older drafts by `$schema`; the common
 * `format`s are checked). A missing input counts as `{}`, as `completeInput` makes it. No schema: everything fits.
 * At most 20 issues. Never throws, whatever the schema or the input. Nothing is compiled to code.
 */
export function validateInput(tool: Pick<ToolManifest, 'inputSchema'>, input: unknown): Validation {
  if (tool.inputSchema === undefined) return { ok: true }
  const prepared = prepareSchema(tool.inputSchema)
  if (input !== undefined) return validation(evaluate(prepared, input))
  if (prepared.root === false) return { ok: true }
  return validation(evaluate(prepared, {}).map(asMissing))
}

/** Checks a result against the tool's `outputSchema`; otherwise as `validateInput`. */
export function validateOutput(tool: Pick<ToolManifest, 'outputSchema'>, output: unknown): Validation {
  if (tool.outputSchema === undefined) return { ok: true }
  return validation(evaluate(prepareSchema(tool.outputSchema), output))
}

/** What a tool is called with: `listAirports()` means `listAirports({})` where the schema allows that. */
export function completeInput(
  tool: Pick<ToolManifest, 'inputSchema'>,
  input: Json | undefined,
): Json | undefined {
  if (input !== undefined || tool.inputSchema === undefined) return input
  return evaluate(prepareSchema(tool.inputSchema), {}).length === 0 ? {} : undefined
}

/** One message for all issues, as the cell that made the call sees it. */
export function issuesMessage(
  toolName: string,
  issues: readonly Issue[],
  what: 'input' | 'output' = 'input',
): string {
  const lines = issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`)
  return `The ${what} of ${JSON.stringify(toolName)} does not fit its schema. ${lines.join('; ')}`
}

/** What is wrong with a schema, place by place; an empty list when it can be used as it is. Never throws. */
export function checkSchema(schema: unknown): string[] {
  return [...prepareSchema(schema).problems]
}

function validation(issues: Issue[]): Validation {
  return issues.length === 0 ? { ok: true } : { ok: false, issues }
}

function asMissing(issue: Issue): Issue {
  return issue.path === '$' && issue.got === 'empty object' ? { ...issue, got: 'nothing' } : issue
}
