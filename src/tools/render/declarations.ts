import { isIdentifier, plainName } from '../../kernel/names.ts'
import { prepareSchema } from '../../kernel/schema/prepare.ts'
import type { Dialect, ToolManifest } from '../../kernel/types.ts'
import { validateInput } from '../../kernel/validate.ts'
import { type ToolName, toolNames } from '../names.ts'
import { nameTypes } from './aliases.ts'
import { commentFor } from './notes.ts'
import { printType } from './print-type.ts'
import { commentBlock, commentLine, commentText, quote } from './text.ts'
import type { TypeNode } from './type-tree.ts'

const LONGEST_DESCRIPTION = 4_000
const LINE_WIDTH = 100

/** What a declaration is made of, whatever the dialect. */
interface Signature {
  tool: ToolManifest
  name: ToolName
  input: TypeNode
  output: TypeNode
}

/**
 * The TypeScript that a model is shown for these tools: types that recur, then
 * - `tools`: `declare const tools: { webSearch(input: …): Promise<…>; … }`
 * - `external`: `declare function external_web_search(input: …): Promise<…>`
 * - `codeact`: functions under the tools' own names, and an overload of `callTool` for each
 *
 * Text from schemas and descriptions cannot leave its comment or string. The same tools always give the same text.
 * @throws {ToolNameError} when the names cannot stand together in the dialect
 */
export function renderDeclarations(tools: readonly ToolManifest[], dialect: Dialect): string {
  const names = toolNames(tools, dialect)
  if (dialect === 'none' || tools.length === 0) return ''
  const { nodes, declarations } = nameTypes(
    tools.flatMap((tool, index) => {
      const owner = names[index]?.guestName ?? tool.name
      return [
        { schema: tool.inputSchema, owner: `${owner}_input` },
        { schema: tool.outputSchema, owner: `${owner}_output` },
      ]
    }),
  )
  const signatures = names.flatMap((name, index) => {
    const [tool, input, output] = [tools[index], nodes[2 * index], nodes[2 * index + 1]]
    return tool && input && output ? [{ tool, name, input, output }] : []
  })
  return declarations + print(signatures, dialect)
}

function print(signatures: readonly Signature[], dialect: Exclude<Dialect, 'none'>): string {
  switch (dialect) {
    case 'tools':
      return `declare const tools: {\n${signatures.map(method).join('')}};\n`
    case 'external':
      return signatures
        .map((one) => `${toolComment(one.tool, '')}${functionNamed(one.name.guestName, one)}`)
        .join('')
    case 'codeact':
      return signatures.map((one) => plainFunction(one)).join('') + signatures.map(overload).join('')
  }
}

function method(signature: Signature): string {
  const { guestName } = signature.name
  const key = isIdentifier(guestName) ? guestName : quote(guestName)
  return `${toolComment(signature.tool, '  ')}  ${key}${parameters(signature, '  ', key)};\n`
}

function functionNamed(name: string, signature: Signature): string {
  const start = `declare function ${name}`
  return `${start}${parameters(signature, '', start)};\n`
}

function plainFunction(signature: Signature): string {
  const plain = plainName(signature.tool.name)
  return plain === null ? '' : `${toolComment(signature.tool, '')}${functionNamed(plain, signature)}`
}

/** Through `callTool`; where a plain function says the types already, it is referred to. */
function overload(signature: Signature): string {
  const name = quote(signature.tool.name)
  const plain = plainName(signature.tool.name)
  if (plain !== null) {
    return `declare function callTool(name: ${name}, ...input: Parameters<typeof ${plain}>): ReturnType<typeof ${plain}>;\n`
  }
  const start = 'declare function callTool'
  return `${toolComment(signature.tool, '')}${start}${parameters(signature, '', start, `name: ${name}, `)};\n`
}

/** `(input: …): Promise<…>` */
function parameters({ tool, input, output }: Signature, indent: string, start: string, before = ''): string {
  const result = `Promise<${printType(output, indent, LINE_WIDTH - indent.length - 20)}>`
  if (tool.inputSchema === false) return `(${before.replace(/, $/, '')}): ${result}`
  const optional = validateInput(tool, undefined).ok ? '?' : ''
  const room = LINE_WIDTH - indent.length - start.length - before.length - 10
  return `(${before}input${optional}: ${printType(input, indent, room)}): ${result}`
}

function toolComment(tool: ToolManifest, indent: string): string {
  const text = tool.description ?? ''
  const lines = text.trim() === '' ? [] : commentText(text.slice(0, LONGEST_DESCRIPTION)).trim().split('\n')
  const input = schemaComment(tool.inputSchema)
  const output = schemaComment(tool.outputSchema)
  if (input !== '' && input !== commentLine(text)) lines.push(`@param input ${input}`)
  if (output !== '') lines.push(`@returns ${output}`)
  return commentBlock(
    lines.map((line) => line.trimEnd()),
    indent,
  )
}

function schemaComment(schema: ToolManifest['inputSchema']): string {
  if (schema === undefined) return ''
  const prepared = prepareSchema(schema)
  return commentFor(prepared.root, prepared)
}
