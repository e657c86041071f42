import type * as t from '@babel/types'
import {
  endOf,
  forEachBound,
  forEachChild,
  isFunction,
  isTypeOnly,
  type Node,
  spanOf,
  startOf,
} from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { identifierEnd } from './trivia.ts'

/** One statement of a namespace: what it exports is put on the object. */
export function compileMember(statement: Node, param: string, edits: Edits): void {
  const { start, end } = spanOf(statement)
  if (statement.type === 'TSImportEqualsDeclaration') {
    if (statement.importKind === 'type' || statement.moduleReference.type === 'TSExternalModuleReference')
      return
    const { id } = statement
    edits.overwrite(start, startOf(id), 'let ')
    if (statement.isExport) edits.insertAfter(endOf(id), ` = ${param}.${id.name}`, startOf(id), startOf(id))
    return
  }
  if (statement.type !== 'ExportNamedDeclaration') return
  const { declaration } = statement
  if (!declaration) {
    if (statement.exportKind === 'type') return
    throw new Refusal('A namespace exports by `export` in front of a declaration.', start)
  }
  if (isTypeOnly(declaration)) return
  switch (declaration.type) {
    case 'FunctionDeclaration':
      edits.blank(start, startOf(declaration))
      return
    case 'ClassDeclaration':
      edits.blank(start, startOf(declaration))
      if (declaration.id)
        edits.insertAfter(end, ` ${param}.${declaration.id.name} = ${declaration.id.name};`, start, start)
      return
    case 'VariableDeclaration': {
      const [first] = declaration.declarations
      if (first) edits.overwrite(start, startOf(first), ';')
      for (const declarator of declaration.declarations) compileDeclarator(declarator, param, edits)
      return
    }
    default:
  }
}

function compileDeclarator(
  { id, init, start, end }: t.VariableDeclarator,
  param: string,
  edits: Edits,
): void {
  if (id.type !== 'Identifier' && typeof start === 'number' && typeof end === 'number')
    edits.wrap(start, end, '(', ')')
  const shorthand = new Set<Node>()
  collectShorthand(id, shorthand)
  forEachBound(id, (bound) => {
    const from = startOf(bound)
    const to = identifierEnd(edits.source, from)
    edits.overwrite(from, to, `${shorthand.has(bound) ? `${bound.name}: ` : ''}${param}.${bound.name}`)
  })
  if (!init) edits.insertAfter(identifierEnd(edits.source, startOf(id)), ' = void 0', startOf(id))
}

function collectShorthand(pattern: Node, found: Set<Node>): void {
  if (pattern.type === 'ObjectProperty' && pattern.shorthand) {
    const { value } = pattern
    found.add(value.type === 'AssignmentPattern' ? value.left : value)
  }
  if (pattern.type === 'AssignmentPattern') collectShorthand(pattern.left, found)
  else if (
    pattern.type.endsWith('Pattern') ||
    pattern.type === 'ObjectProperty' ||
    pattern.type === 'RestElement'
  )
    forEachChild(pattern, (child) => collectShorthand(child, found))
}

/** A namespace's body becomes a plain function: what belongs to the cell cannot stand in it. */
export function refuseInNamespace(node: Node): void {
  if (isTypeOnly(node) || isFunction(node)) return
  switch (node.type) {
    case 'AwaitExpression':
      throw new Refusal('`await` cannot stand in a namespace: compute the value before it.', startOf(node))
    case 'ReturnStatement':
      throw new Refusal('`return` cannot stand in a namespace.', startOf(node))
    case 'ForOfStatement':
      if (node.await) throw new Refusal('`for await` cannot stand in a namespace.', startOf(node))
      break
    case 'ImportDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
      throw new Refusal(
        'Imports and default exports cannot stand in a namespace: write them at the top.',
        startOf(node),
      )
    default:
  }
  forEachChild(node, refuseInNamespace)
}
