import type { Limits, ToolManifest } from '../../kernel/types.ts'
import type { ModelTool } from '../../models/types.ts'
import type { RenderDeclarations } from '../types.ts'
import type { Persistence, Settings } from './options.ts'

export interface Prompts {
  system(settings: Settings): string
  tool(settings: Settings): ModelTool
}

/** The words in which the interpreter is explained to the model. */
export function createPrompts(render: RenderDeclarations): Prompts {
  /** Declarations take a while to render and are asked for with every request of a notebook. */
  const rendered = new WeakMap<ToolManifest[], string>()
  const declarations = (tools: ToolManifest[]): string => {
    const known = rendered.get(tools)
    if (known !== undefined) return known
    const text = render(tools, 'tools').trim()
    rendered.set(tools, text)
    return text
  }
  return {
    system: (settings) =>
      systemPrompt(settings, settings.tools.length > 0 ? declarations(settings.tools) : ''),
    tool: ({ toolName, persistence }) => toolOf(toolName, persistence),
  }
}

const KEEPS: Record<Persistence, string> = {
  thread: 'keeps its variables from call to call',
  turn: 'keeps its variables until the next message of the user',
  call: 'starts afresh at each call',
}

const STAYS: Record<Persistence, string> = {
  thread:
    'Variables, functions and classes stay for later calls and later messages; they may be declared again. Load data once, keep it in a variable, and refer to it by name.',
  turn: 'Variables, functions and classes stay for later calls, until the next message of the user; they may be declared again. Load data once, keep it in a variable, and refer to it by name.',
  call: 'Every call starts afresh: nothing stays from one call to the next. Do all that belongs together in one call.',
}

function toolOf(name: string, persistence: Persistence): ModelTool {
  return {
    name,
    description: `Runs TypeScript in an interpreter that ${KEEPS[persistence]}, and returns what was printed and the value of the last expression. Promises in it are awaited. No network, files, timers or clock.`,
    parameters: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'TypeScript to run. End with the expression whose value you want to see.',
        },
      },
      required: ['code'],
      additionalProperties: false,
    },
  }
}

function systemPrompt(settings: Settings, declarations: string): string {
  const { toolName, instructions, tools, limits, persistence, captureConsole, modules } = settings
  const parts = [
    instructions === ''
      ? 'You answer the user, and you work things out by writing and running code.'
      : instructions,
  ]
  parts.push(`## The interpreter

Use \`${toolName}\` to run TypeScript.

- ${STAYS[persistence]}
- \`await\` works at the top level. The value of the last expression comes back to you as \`<result>\`, ${captureConsole ? 'what the code prints with `console.log` as `<stdout>`, ' : ''}a failure as \`<error>\` with its line and column. \`&\`, \`<\` and \`>\` are escaped in them.
- You see only what is ${captureConsole ? 'printed or returned' : 'returned, not what is printed'}${shownChars(limits)}. Filter, aggregate and format in code; return a small result instead of raw data.
- ${persistence === 'call' ? 'After an error, correct the code and send all of it again.' : 'After an error, what the code did until then is kept. Read the error, correct the code and go on from there.'}
- Several calls in one reply run one after the other, in order.${limitsLine(limits)}
- There is no network, file system, timer, clock or module beyond what is listed here.${skillsLine(modules)}`)
  if (tools.length > 0) {
    parts.push(`## Tools inside the interpreter

Code calls these functions; you cannot call them directly. Each takes one object and returns a promise. They run in parallel when started together, as in \`await Promise.all([…])\`. A call that fails rejects with an error whose message says why; catch it where you can go on without it. Await every call.

\`\`\`typescript
${declarations}
\`\`\``)
  }
  parts.push(
    'When you know the answer, reply in words without calling a tool. Base it on results that you have seen.',
  )
  return parts.join('\n\n')
}

function skillsLine(modules: readonly string[]): string {
  if (modules.length === 0) return ''
  return `\n- Skills: ${modules.map((name) => `\`await import(${JSON.stringify(name)})\``).join(', ')}.`
}

const shownChars = ({ resultChars }: Partial<Limits>): string =>
  resultChars === undefined ? '' : `, and of each at most ${resultChars} characters`

function limitsLine({ cpuMs, toolCalls, memoryBytes }: Partial<Limits>): string {
  const limits: string[] = []
  if (cpuMs !== undefined) limits.push(`${cpuMs / 1_000} s of computing, waiting not counted`)
  if (toolCalls !== undefined) limits.push(`${toolCalls} tool calls`)
  const one = limits.length > 0 ? `one call may take ${limits.join(' and make ')}` : ''
  const all =
    memoryBytes === undefined ? '' : `all variables together ${Math.round(memoryBytes / 2 ** 20)} MiB`
  const text = [one, all].filter((part) => part !== '').join('; ')
  return text === '' ? '' : `\n- Limits: ${text}.`
}
