import type * as t from '@babel/types'
import { forEachChild, type Node, type Span, spanOf, startOf } from './ast.ts'
import { blanked } from './edits.ts'
import { type Unfenced, unfence } from './fences.ts'
import { type Parsed, parseOneExpression, parseScript } from './parse.ts'
import { skipTrivia } from './trivia.ts'

export interface Cell {
  /** The text with fences and prose turned into spaces: offsets are those of the text as given. */
  text: string
  program: t.Program
  comments: readonly t.Comment[]
  /** A range that becomes an expression by parentheses. */
  parenthesize: Span | null
}

/** Finds the program in what was sent. Throws a `Refusal` when there is none. */
export function readCell(source: string, warnings: string[]): Cell {
  const text = withoutHead(source)
  const whole = parseScript(text)
  if (whole.ok && !startsWithTildes(text) && !(text.includes('```') && hasFence(whole.program, text)))
    return refine(text, whole, warnings)
  const unfenced = unfence(text)
  if (unfenced) {
    const inner = withoutHead(unfenced.text)
    const parsed = parseScript(inner)
    warnings.push(fenceWarning(unfenced))
    if (parsed.ok) return refine(inner, parsed, warnings)
    const repaired = repair(inner, warnings)
    if (repaired) return repaired
    throw parsed.error
  }
  if (whole.ok) return refine(text, whole, warnings)
  const repaired = repair(text, warnings)
  if (repaired) return repaired
  throw whole.error
}

function fenceWarning({ blocks, prose, unclosed, foreign }: Unfenced): string {
  const what =
    blocks > 1
      ? `The ${blocks} code blocks were joined in order, without fences`
      : 'The code fence was removed'
  const end = unclosed ? ' (it is not closed)' : ''
  const around = prose ? ', the text around it was ignored' : ''
  const language = foreign === null ? '' : ` It is marked "${foreign}", but cells are TypeScript.`
  return `${what}${end}${around}: send code only.${language}`
}

/** A byte order mark and a `#!` line are no code; a lone CR ends a line, but not everywhere in the engine. */
export function withoutHead(text: string): string {
  return text
    .replace(/^\s*#![^\n\r\u2028\u2029]*/, blanked)
    .replace(/^\uFEFF/, ' ')
    .replace(/\r(?!\n)/g, '\n')
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

/** A block at the end that reads as an object literal is one: models end a cell with it. */
function refine(text: string, parsed: Extract<Parsed, { ok: true }>, warnings: string[]): Cell {
  const { program, comments } = parsed
  const statements = program.body.filter((statement) => statement.type !== 'EmptyStatement')
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement' && (last.body.length > 0 || statements.length === 1)) {
    const cell = withLastExpression(text, startOf(last), warnings)
    if (cell) return cell
  }
  return { text, program, comments, parenthesize: null }
}

/** A text that is no program: perhaps it is one function expression, or ends with an object literal. */
function repair(text: string, warnings: string[]): Cell | null {
  const start = skipTrivia(text, 0)
  const whole = withLastExpression(text, start, warnings)
  if (whole) return whole
  let at = text.length
  for (let tries = 0; tries < 5; tries++) {
    at = text.lastIndexOf('\n{', at - 1)
    const cell = at < 0 ? null : withLastExpression(text, at + 1, warnings)
    if (cell || at < 1) return cell
  }
  return null
}

/** The program before `start`, and what follows as one expression: an object, or a function if it is all there is. */
function withLastExpression(text: string, start: number, warnings: string[]): Cell | null {
  const tail = text.slice(start).replace(/[;\s]+$/, (end) => end.replace(/;/g, ' '))
  const head = text.slice(0, start)
  const expression = parseOneExpression(blanked(head) + tail)
  const sole = skipTrivia(head, 0) === head.length
  if (expression?.type !== 'ObjectExpression' && !(sole && expression?.type === 'FunctionExpression'))
    return null
  const parsed = parseScript(head)
  if (!parsed.ok) return null
  const span = spanOf(expression)
  const statement = {
    type: 'ExpressionStatement',
    expression,
    loc: expression.loc,
    ...span,
  } as t.ExpressionStatement
  const isObject = expression.type === 'ObjectExpression'
  if (isObject)
    warnings.push(
      sole
        ? 'The cell is one object literal: it was taken as the value.'
        : 'The block at the end reads as an object literal: it was taken as the value.',
    )
  return {
    text,
    program: { ...parsed.program, end: span.end, body: [...parsed.program.body, statement] },
    comments: parsed.comments,
    parenthesize: isObject ? span : null,
  }
}
