import type { Json, KernelTool } from '../types.ts'

/** Tools that the cases name. `calls` counts how many really ran. */
export function caseTools(names: readonly string[], count: () => void = () => undefined): KernelTool[] {
  return ALL.filter((tool) => names.includes(tool.name)).map((tool) => ({
    ...tool,
    call: (input, context) => {
      count()
      return tool.call(input, context)
    },
  }))
}

type Fields = Record<string, Json>
const fields = (input: Json | undefined): Fields => (input ?? {}) as Fields
/** What an input should have as a text; anything else shows as JSON. */
const stringOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
const object = (properties: Fields, required: string[]): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const ALL: KernelTool[] = [
  { name: 'echo', call: (input) => input },
  {
    name: 'add',
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
    call: (input) => Number(fields(input).a) + Number(fields(input).b),
  },
  {
    name: 'fail',
    inputSchema: object({ message: { type: 'string' } }, ['message']),
    call: (input) => {
      throw new Error(stringOf(fields(input).message))
    },
  },
  {
    name: 'slow',
    call: async (input) => {
      await new Promise((resolve) => setTimeout(resolve, Number(fields(input).ms)))
      return fields(input).value
    },
  },
  { name: 'rows', call: () => [1, 2, 3].map((id, index) => ({ id, score: [8, 13, 21][index] })) },
  {
    name: 'never',
    call: (_input, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  },
  {
    name: 'web_search',
    inputSchema: object({ query: { type: 'string' } }, ['query']),
    call: (input) => [{ title: fields(input).query }],
  },
  {
    name: 'get-user',
    inputSchema: object({ id: { type: 'number' } }, ['id']),
    call: (input) => ({ id: fields(input).id, name: `user ${stringOf(fields(input).id)}` }),
  },
]
