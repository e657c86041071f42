import type * as t from '@babel/types'
import { CHILD_KEYS } from './keys.ts'

/** Any node of the parser's tree. */
export type Node = t.Node

export interface Span {
  start: number
  end: number
}

/** A node's range in the source, UTF-16 offsets. The parser always sets it; its types do not say so. */
export function spanOf(node: Node): Span {
  const { start, end } = node
  if (typeof start !== 'number' || typeof end !== 'number') throw new TypeError(`${node.type} has no range`)
  return { start, end }
}

export const startOf = (node: Node): number => spanOf(node).start
export const endOf = (node: Node): number => spanOf(node).end

/** Nodes that are types through and through: nothing in them runs. */
export function isTypeOnly(node: Node): boolean {
  switch (node.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSDeclareFunction':
    case 'TSDeclareMethod':
    case 'TSIndexSignature':
    case 'TSNamespaceExportDeclaration':
      return true
    case 'VariableDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return node.declare === true
    case 'ClassProperty':
    case 'ClassAccessorProperty':
    case 'ClassMethod':
      return flag(node, 'declare') || flag(node, 'abstract')
    case 'TSModuleDeclaration':
      return (
        node.declare === true ||
        node.global === true ||
        node.id.type === 'StringLiteral' ||
        isTypeOnly(node.body)
      )
    case 'TSModuleBlock':
      return node.body.every((statement) => isTypeOnly(statement))
    case 'ExportNamedDeclaration':
      return node.exportKind === 'type' || (node.declaration ? isTypeOnly(node.declaration) : false)
    case 'ExportAllDeclaration':
      return node.exportKind === 'type'
    case 'ExportDefaultDeclaration':
      return isTypeOnly(node.declaration)
    case 'ImportDeclaration':
    case 'TSImportEqualsDeclaration':
      return node.importKind === 'type'
    default:
      return false
  }
}

/** A flag that the parser sets on more kinds of node than its types say. */
function flag(node: Node, name: 'declare' | 'abstract'): boolean {
  return (node as unknown as Record<string, unknown>)[name] === true
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Calls `visit` for each executable child in source order; types are left out. */
export function forEachChild(node: Node, visit: (child: Node, key: string) => void): void {
  const keys = CHILD_KEYS[node.type]
  if (!keys) return
  const record = node as unknown as Record<string, unknown>
  for (const key of keys) {
    const value = record[key]
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item, key)
    } else if (isNode(value)) visit(value, key)
  }
}

/** Every node below `node`, types included. */
export function forEachNode(node: Node, visit: (child: Node) => void): void {
  const record = node as unknown as Record<string, unknown>
  for (const key in record) {
    if (key === 'loc' || key === 'extra') continue
    const value = record[key]
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item)
    } else if (isNode(value)) visit(value)
  }
}

export type FunctionNode =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod

export function isFunction(node: Node): node is FunctionNode {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return true
    default:
      return false
  }
}

/** The expression inside parentheses and type-only wrappers. */
export function unwrap(node: Node): Node {
  let inner = node
  for (;;) {
    switch (inner.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        inner = inner.expression
        break
      default:
        return inner
    }
  }
}

/** The identifiers that a binding or assignment pattern binds, in source order. */
export function forEachBound(pattern: Node, visit: (id: t.Identifier) => void): void {
  switch (pattern.type) {
    case 'Identifier':
      if (pattern.name !== 'this') visit(pattern)
      return
    case 'ObjectPattern':
      for (const property of pattern.properties)
        forEachBound(property.type === 'RestElement' ? property.argument : property.value, visit)
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) forEachBound(element, visit)
      return
    case 'RestElement':
      forEachBound(pattern.argument, visit)
      return
    case 'AssignmentPattern':
      forEachBound(pattern.left, visit)
      return
    case 'TSParameterProperty':
      forEachBound(pattern.parameter, visit)
      return
    default:
  }
}

export type OperatorNode = t.BinaryExpression | t.LogicalExpression

/** An operator expression and those on its left, the outermost first. */
export function leftSpine(node: OperatorNode): OperatorNode[] {
  const spine = [node]
  for (
    let left: Node = node.left;
    left.type === 'BinaryExpression' || left.type === 'LogicalExpression';
    left = left.left
  )
    spine.push(left)
  return spine
}
