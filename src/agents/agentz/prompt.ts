import type { ToolManifest } from '../../kernel/types.ts'
import type { ModelTool } from '../../models/types.ts'
import { remembered } from '../shared/declarations.ts'
import type { RenderDeclarations } from '../types.ts'
import { GET_HISTORY, SET_NEXT } from './names.ts'
import type { Settings } from './options.ts'

export interface Prompts {
  system(settings: Settings): string
  hostTools: readonly ModelTool[]
}

/** The words in which the cells are explained to the model. */
export function createPrompts(render: RenderDeclarations): Prompts {
  const declarations = remembered((tools: ToolManifest[]) => render(tools, 'tools').trim())
  return {
    system: (settings) =>
      systemPrompt(settings, settings.tools.length > 0 ? declarations(settings.tools) : ''),
    hostTools: HOST_TOOLS,
  }
}

const HOST_TOOLS: readonly ModelTool[] = [
  {
    name: SET_NEXT,
    description:
      'Registers the whole program of the cell that runs when the current one has ended. It only registers: nothing runs before. Once per cell; a second time is an error that ends the cell.',
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'TypeScript, the whole cell.' },
        summary: {
          type: 'string',
          description: 'What the cell does, in at most 256 characters, for people.',
        },
      },
      required: ['code', 'summary'],
      additionalProperties: false,
    },
  },
  {
    name: GET_HISTORY,
    description:
      'Records of cells: code, summary, status, output, error. cells[start:end] as in Python, negative places counting from the end; the running cell is the last. Without places only how many there are.',
    parameters: {
      type: 'object',
      properties: {
        start: { type: ['integer', 'null'] },
        end: { type: ['integer', 'null'] },
      },
      additionalProperties: false,
    },
  },
]

function systemPrompt({ instructions, mostFailures }: Settings, declarations: string): string {
  const parts = [
    instructions === ''
      ? 'You are an agent that lives in a chain of cells: programs that you write yourself, one after the other.'
      : instructions,
    `## Cells
- A cell is a TypeScript program in one interpreter that lasts. Variables, functions and classes stay for later cells; they may be declared again. \`await\` works at the top level. Only what \`console.log\` prints is kept as the cell's output: the value of an expression is not shown.
- While a cell runs, its code asks you with \`call_me\`; that is this conversation. Register the next cell with \`${SET_NEXT}\`: exactly once for each cell. It runs when the current one has ended.
- Every cell has to call \`call_me\`, directly or in a function, so that you can register what comes after it. A cell that ends without a successor has failed, and so has one that throws. After a failure the engine asks you for a repair; ${mostFailures} failures in a row end everything.
- Nothing is carried over by itself. You see what the code put into \`input\`, and no more: pass on what you will need (the task, results, what was said), or read it with \`${GET_HISTORY}\`.
- A usual cell works, prints what the user should see, and ends with \`await call_me({ input: … })\`, giving you the task and what it found out.
- To say something to the user and hear what they say, print it and \`await input("…")\`. That is what to do when a task is done, too.
- Call \`quit()\` only when the user explicitly asks you to stop. That a task is done, or that there is nothing to do, is no reason.`,
    `## What cells can use
- \`await call_me({ input, tools, reasoning, previous_response_id, … })\` asks you; it resolves to a response as of the Responses API: \`output_text\`, \`output\`, \`id\`, \`usage\`. Model, instructions, effort below ours and the host's tools cannot be changed.
- \`tools\` of a \`call_me\` are your code's own (\`{ type: "function", name, description, parameters }\`). Your code gets such calls in \`response.output\`, answers them with items \`{ type: "function_call_output", call_id, output }\`, and goes on with \`previous_response_id\`. So a loop of steps can be written inside a cell. Do not put calls of host tools and of those tools into one reply.
- \`await input(prompt)\`: what the user answers. \`quit()\`: the end.
- \`CELL_INPUTS\`, \`CELL_OUTPUTS\`: records by number of cell. \`get_last_error()\`: the last failed record, or null. \`ENGINE_SOURCE\`: the engine's rules in short. \`RUNTIME_INFO\`.
- They belong to their cell: kept for a later one, \`call_me\` and \`quit\` do not work.
- There is no network, file system, timer, clock or module beyond what is listed here. Do not print secrets.`,
  ]
  if (declarations !== '')
    parts.push(`## Tools inside the interpreter
Code calls these functions. Each takes one object and returns a promise; a call that fails rejects with an error that says why.

\`\`\`typescript
${declarations}
\`\`\``)
  return parts.join('\n\n')
}
