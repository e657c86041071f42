import type * as t from '@babel/types'
import { forEachChild, type Node, type Span, spanOf, startOf } from './ast.ts'
import { blanked } from './edits.ts'
import { unfence } from './fences.ts'
import { parseOneExpression, parseScript } from './parse.ts'

export interface Cell {
  /** The text with fences and prose turned into spaces: offsets are those of the text as given. */
  text: string
  program: t.Program
  /** A range that becomes an expression by parentheses. */
  parenthesize: Span | null
}

/** Finds the program in what was sent. Throws a `Refusal` when there is none. */
export function readCell(source: string, warnings: string[]): Cell {
  const text = withoutHead(source)
  const whole = parseScript(text)
  if (whole.ok && !startsWithTildes(text) && !(text.includes('```') && hasFence(whole.program, text)))
    return refine(text, whole.program, warnings)
  const unfenced = unfence(text)
  if (unfenced) {
    const inner = withoutHead(unfenced.text)
    const parsed = parseScript(inner)
    warnings.push(fenceWarning(unfenced))
    if (parsed.ok) return refine(inner, parsed.program, warnings)
    const repaired = asExpression(inner, warnings)
    if (repaired) return repaired
    throw parsed.error
  }
  if (whole.ok) return refine(text, whole.program, warnings)
  const repaired = asExpression(text, warnings)
  if (repaired) return repaired
  throw whole.error
}

function fenceWarning({
  blocks,
  prose,
  unclosed,
}: {
  blocks: number
  prose: boolean
  unclosed: boolean
}): string {
  const many = blocks > 1 ? `The ${blocks} code blocks were joined in order` : 'The code fence was removed'
  const around = prose ? ', the text around it was ignored' : ''
  const end = unclosed ? ' (it is not closed)' : ''
  return `${blocks > 1 ? `${many} and their fences removed` : many}${end}${around}: send code only.`
}

/** A byte order mark and a `#!` line are no code. */
function withoutHead(text: string): string {
  return text.replace(/^\s*#![^\n\r\u2028\u2029]*/, blanked).replace(/^\uFEFF/, ' ')
}

const startsWithTildes = (text: string): boolean =>
  /^\s*~~~+[ \t]*([jt]sx?|javascript|typescript)?[ \t]*[\r\n]/i.test(text)

/**
 * Three backticks in code are an empty template that tags another one, which always throws: such a text is no code
 * but a fenced block.
 */
function hasFence(program: t.Program, text: string): boolean {
  let found = false
  const visit = (node: Node): void => {
    if (found) return
    if (node.type === 'TaggedTemplateExpression') {
      const at = startOf(node.quasi)
      if (text.startsWith('``', at - 2) && text[at] === '`') found = true
      if (text.startsWith('```', at)) found = true
    }
    forEachChild(node, visit)
  }
  visit(program)
  return found
}

/** A block that reads as an object literal is one: models end a cell with it. */
function refine(text: string, program: t.Program, warnings: string[]): Cell {
  const statements = program.body.filter((statement) => statement.type !== 'EmptyStatement')
  if (statements.length === 1 && statements[0]?.type === 'BlockStatement') {
    const cell = asExpression(text, warnings)
    if (cell) return cell
  }
  return { text, program, parenthesize: null }
}

/** A text that is no program but one object literal or one function expression. */
function asExpression(text: string, warnings: string[]): Cell | null {
  const expression = parseOneExpression(text.replace(/[;\s]+$/, (tail) => tail.replace(/;/g, ' ')))
  if (expression?.type !== 'ObjectExpression' && expression?.type !== 'FunctionExpression') return null
  const span = spanOf(expression)
  const empty = parseScript('')
  if (!empty.ok) return null
  const statement = { type: 'ExpressionStatement', expression, ...span } as t.ExpressionStatement
  if (expression.type === 'ObjectExpression')
    warnings.push('The cell is one object literal: it was taken as the value.')
  return {
    text,
    program: { ...empty.program, ...span, body: [statement] },
    parenthesize: expression.type === 'ObjectExpression' ? span : null,
  }
}
