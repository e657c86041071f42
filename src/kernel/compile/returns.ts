import type * as t from '@babel/types'
import { endOf, forEachChild, isFunction, type Node, spanOf, startOf } from './ast.ts'
import { topDeclaration } from './declarations.ts'
import type { Edits } from './edits.ts'

/** The `return` statements that belong to the cell itself, not to a function in it. */
export function topReturns(program: t.Program): t.ReturnStatement[] {
  const found: t.ReturnStatement[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ReturnStatement') found.push(node)
    if (node.type.endsWith('Expression') || isFunction(node)) return
    if (node.type === 'ClassDeclaration' || node.type === 'TSModuleDeclaration') return
    forEachChild(node, visit)
  }
  for (const statement of program.body) visit(statement)
  return found
}

/**
 * A cell with `return` at its top becomes one labelled block, and `return x` becomes `{ x; break label }`: the value
 * of a block that is left is that of the last expression before, and `finally` blocks run on the way. Functions
 * move out in front of the block: inside they would not be global.
 */
export function leaveByLabel(
  program: t.Program,
  returns: t.ReturnStatement[],
  label: string,
  edits: Edits,
): void {
  for (const node of returns) {
    const { start, end } = spanOf(node)
    const { argument } = node
    if (!argument) {
      edits.overwrite(start, end, `{void 0;break ${label}}`)
      continue
    }
    const value = spanOf(argument)
    edits.overwrite(start, start + 'return'.length, '{    (')
    edits.continueStatement(end)
    edits.insertAfter(value.end, `);break ${label}}`, start, start)
    if (value.end < end) edits.blank(value.end, end)
  }
  for (const statement of program.body) {
    const declaration = topDeclaration(statement)
    if (declaration?.type === 'FunctionDeclaration') edits.hoist(startOf(declaration), endOf(declaration))
  }
}
