import type { Json } from '../../kernel/types.ts'
import type { ModelTool, RequestWishes } from '../../models/types.ts'
import { kindOf } from '../shared/words.ts'
import { isHostTool } from './names.ts'
import { EFFORTS, type Settings } from './options.ts'

/** What is wrong with a call of `call_me`, for the cell that made it. */
export class BadRequest extends Error {
  override name = 'TypeError'
}

export type Params = Readonly<Record<string, Json>>

/** `call_me("text")` is short for `call_me({ input: "text" })`. */
export function paramsOf(input: Json | undefined): Params {
  if (typeof input === 'string') return { input }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  throw new BadRequest(
    `call_me takes { input, … }; it was given ${input === undefined ? 'nothing' : kindOf(input)}.`,
  )
}

/**
 * What makes the agent itself, and how its requests travel: none of it is for a cell to decide, neither by name nor
 * through `extra_body`.
 */
const FIXED: ReadonlySet<string> = new Set([
  'model',
  'instructions',
  'system',
  'input',
  'messages',
  'prompt',
  'tools',
  'functions',
  'reasoning',
  'reasoning_effort',
  'max_output_tokens',
  'max_tokens',
  'max_completion_tokens',
  'service_tier',
  'background',
  'stream',
  'stream_options',
  'store',
  'conversation',
  'previous_response_id',
  'timeout',
  'extra_body',
  'extra_headers',
  'extra_query',
])

/** The wishes of a request, after everything was put right that a cell may not decide. */
export function wishesOf(params: Params, settings: Settings): RequestWishes {
  const { extra_body: extra } = params
  const more = typeof extra === 'object' && extra !== null && !Array.isArray(extra) ? extra : {}
  const fields = Object.fromEntries(
    Object.entries({ ...params, ...more }).filter(([name]) => !FIXED.has(name)),
  )
  const { maxOutput, serviceTier } = settings
  return {
    reasoning: reasoningOf(params.reasoning, settings.effort),
    ...(maxOutput === null ? {} : { maxOutput }),
    ...(serviceTier === '' ? {} : { serviceTier }),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

/** Effort is only ever raised. */
export function reasoningOf(
  given: Json | undefined,
  least: string,
): { effort: string } & Record<string, Json> {
  const own = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
  const { effort } = own
  const rank = (EFFORTS as readonly string[]).indexOf(typeof effort === 'string' ? effort : 'none')
  // A word that is not known here is left to the server.
  const isEnough = rank < 0 || rank >= (EFFORTS as readonly string[]).indexOf(least)
  return { ...own, effort: isEnough && typeof effort === 'string' ? effort : least }
}

/** Tools that the cell itself answers, without any that bears the name of a host tool. */
export function ownTools(given: Json | undefined): { tools: ModelTool[]; custom: ReadonlySet<string> } {
  if (given === undefined || given === null) return { tools: [], custom: new Set() }
  if (!Array.isArray(given)) throw new BadRequest(`tools has to be a list; it is ${kindOf(given)}.`)
  const custom = new Set<string>()
  const tools = given.flatMap((tool, place): ModelTool[] => {
    const read = readTool(tool, place)
    if (isHostTool(read.name)) return []
    if (read.custom) custom.add(read.name)
    return [{ name: read.name, description: read.description, parameters: read.parameters }]
  })
  return { tools, custom }
}

function readTool(tool: Json, place: number): ModelTool & { custom: boolean } {
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool))
    throw new BadRequest(`tools[${place}] has to be an object; it is ${kindOf(tool)}.`)
  const { type } = tool
  if (type !== 'function' && type !== 'custom')
    throw new BadRequest(
      `tools[${place}] is of type ${JSON.stringify(type ?? null)}. call_me takes tools of type "function" and "custom", which your code answers.`,
    )
  // As Chat Completions nests them.
  const inner = tool[type]
  const own = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : tool
  const { name, description, parameters } = own
  if (typeof name !== 'string' || name === '') throw new BadRequest(`tools[${place}] has no name.`)
  const isSchema = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)
  return {
    name,
    description: typeof description === 'string' ? description : '',
    parameters: type === 'custom' ? FREE_TEXT : isSchema ? parameters : { type: 'object', properties: {} },
    custom: type === 'custom',
  }
}

/** Custom tools take text; not every format knows them, so the text travels as the one argument of a function. */
const FREE_TEXT = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}
