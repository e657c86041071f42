import type * as t from '@babel/types'
import { forEachNode, type Node, type Span, spanOf } from './ast.ts'
import type { Edits } from './edits.ts'

/**
 * U+2028 and U+2029 end a line in code and in a line comment, not in a literal; the engine counts them otherwise. Those
 * that end a line become line feeds.
 */
export function unifyLineBreaks(program: t.Program, comments: readonly t.Comment[], edits: Edits): void {
  const { source } = edits
  if (!/[\u2028\u2029]/.test(source)) return
  const kept: Span[] = []
  for (const comment of comments)
    if (comment.type === 'CommentBlock' && comment.start !== undefined && comment.end !== undefined)
      kept.push({ start: comment.start, end: comment.end })
  const visit = (node: Node): void => {
    if (node.type === 'StringLiteral' || node.type === 'DirectiveLiteral' || node.type === 'TemplateElement')
      kept.push(spanOf(node))
    forEachNode(node, visit)
  }
  visit(program)
  for (const { index } of source.matchAll(/[\u2028\u2029]/g))
    if (!kept.some(({ start, end }) => start <= index && index < end)) edits.overwrite(index, index + 1, '\n')
}
