import type * as t from '@babel/types'
import { forEachBound, forEachChild, isFunction, isTypeOnly, type Node } from './ast.ts'

/** Names that a list of statements declares for its own block. */
export function lexicalNames(statements: readonly Node[], add: (id: t.Identifier) => void): void {
  for (const statement of statements) {
    const declaration =
      (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
      statement.declaration
        ? statement.declaration
        : statement
    if (isTypeOnly(declaration)) continue
    switch (declaration.type) {
      case 'VariableDeclaration':
        if (declaration.kind !== 'var') for (const { id } of declaration.declarations) forEachBound(id, add)
        break
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        if (declaration.id) add(declaration.id)
        break
      case 'TSEnumDeclaration':
        add(declaration.id)
        break
      case 'TSModuleDeclaration':
        if (declaration.id.type === 'Identifier') add(declaration.id)
        break
      case 'TSImportEqualsDeclaration':
        if (declaration.importKind !== 'type') add(declaration.id)
        break
      case 'ImportDeclaration':
        if (declaration.importKind === 'type') break
        for (const specifier of declaration.specifiers)
          if (specifier.type !== 'ImportSpecifier' || specifier.importKind !== 'type') add(specifier.local)
        break
      default:
    }
  }
}

/** `var` names of a function body, nested blocks included, nested functions not. */
export function varNames(node: Node, add: (id: t.Identifier) => void): void {
  if (isFunction(node) || isTypeOnly(node)) return
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'TSModuleDeclaration':
    case 'TSEnumDeclaration':
      return
    case 'VariableDeclaration':
      if (node.kind === 'var') for (const { id } of node.declarations) forEachBound(id, add)
      return
    default:
      if (node.type.endsWith('Expression') || node.type.endsWith('Literal') || node.type === 'Identifier')
        return
      forEachChild(node, (child) => varNames(child, add))
  }
}
