import type { Limits, ToolManifest } from '../../kernel/types.ts'
import type { ModelTool } from '../../models/types.ts'
import { remembered } from '../shared/declarations.ts'
import { runLimitsLine } from '../shared/run-limits.ts'
import type { RenderDeclarations } from '../types.ts'
import type { CodeTool, Settings } from './options.ts'

export interface Prompts {
  system(settings: Settings): string
  tools(settings: Settings): ModelTool[]
}

/** The words in which the code tools are explained to the model: each under the name that it really has. */
export function createPrompts(render: RenderDeclarations): Prompts {
  const declarations = remembered((tools) => render(tools, 'external').trim())
  return {
    system: (settings) => systemPrompt(settings, declarations),
    tools: ({ codeTools }) => codeTools.map(toolOf),
  }
}

function toolOf({ id, tools }: CodeTool): ModelTool {
  const few = tools.length > 0 && tools.length <= 8
  const which = few ? ` Reaches ${tools.map(({ name }) => name).join(', ')}.` : ''
  return {
    name: id,
    description: `Runs a TypeScript program that calls tools and returns one value as JSON. Better than one tool at a time: it loops, filters, joins and calculates.${which}`,
    parameters: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description:
            'The body of an async TypeScript function. Await external_* calls, use Promise.all for independent ones, and end with `return <value>`.',
        },
      },
      required: ['code'],
      additionalProperties: false,
    },
  }
}

function systemPrompt(settings: Settings, declarations: (tools: ToolManifest[]) => string): string {
  const { instructions, codeTools, limits } = settings
  return [
    instructions === '' ? 'You answer the user, and you work things out by running programs.' : instructions,
    ...codeTools.map((tool) => codeToolPrompt(tool, limits, declarations(tool.tools))),
    'When you know the answer, reply in words without calling a tool. Base it on results that you have seen.',
  ].join('\n\n')
}

function codeToolPrompt({ id, tools }: CodeTool, limits: Partial<Limits>, declarations: string): string {
  const only = tools.length > 0 ? 'the functions below' : 'the language itself'
  const rules = `# Code mode: \`${id}\`

Call \`${id}\` with a TypeScript program. It is the body of an async function.

- End it with \`return <value>\`: you see that value and what was logged, nothing else${shownChars(limits)}. Return plain data, as small as the question allows.
- Every run starts afresh: nothing is kept from one run to the next. Do all that belongs together in one program.
- You get \`{"success", "result", "logs", "error": {"name", "message", "line"}, "warnings"}\`. After an error, correct the program and send all of it again.
- Filter, join, sort and calculate in the program, not in your head.
- It can reach ${only}: no network, files, timers, clock, modules or process.${runLimitsLine(limits)}`
  if (tools.length === 0) return rules
  return `${rules}
- Each \`external_*\` function takes one object and returns a promise: await it. Start independent calls together with \`Promise.all\`. A call that fails throws an error that says why.

Available functions:

\`\`\`typescript
${declarations}
\`\`\``
}

const shownChars = ({ resultChars }: Partial<Limits>): string =>
  resultChars === undefined ? '' : `, at most ${resultChars} characters of it`
