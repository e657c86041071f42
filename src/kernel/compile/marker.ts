import type * as t from '@babel/types'
import { endOf, type Node, startOf } from './ast.ts'
import type { Edits } from './edits.ts'

/** Writes marks. A space in front of a mark's first token makes the engine take that token's column. */
export class Marker {
  constructor(private readonly edits: Edits) {}

  /** A mark in front of an expression. It is written at the largest expression that starts there. */
  before(node: Node, path: readonly Node[]): boolean {
    const { source } = this.edits
    let whole = node
    let at = path.length - 1
    let parent = path[at]
    while (
      parent &&
      (startOf(parent) === startOf(whole) || isPrefix(parent, whole)) &&
      isExpression(parent)
    ) {
      whole = parent
      parent = path[--at]
    }
    if (!parent || !canCarry(parent, whole)) return false
    const start = startOf(whole)
    const plain = /\s/.test(source[start - 1] ?? '') && parent.type !== 'TSEnumMember'
    if (needsParentheses(parent, whole)) this.edits.wrap(start, endOf(whole), '( 0?0+0:', ')')
    else this.edits.insertBefore(start, plain ? '0?0+0:' : ' 0?0+0:', plain ? null : start, endOf(whole))
    return true
  }

  /** A mark for `name` in `{ name }`. */
  shorthand(id: Node): void {
    if (id.type === 'Identifier')
      this.edits.insertBefore(startOf(id), `${id.name}: 0?0+0:`, startOf(id), endOf(id))
  }

  /** A mark in front of a declaration by pattern: a pattern more, which names nothing and so reads nothing. */
  beforePattern(declarator: t.VariableDeclarator, parent: Node): void {
    const at = startOf(declarator)
    if (parent.type === 'ExportNamedDeclaration') return
    this.edits.insertBefore(at, '{} = 0?0+0:0, ', at, endOf(declarator))
  }

  /** A mark behind the arguments of a call, for the call itself. */
  afterArguments(last: Node, place: number): void {
    const value = last.type === 'SpreadElement' ? last.argument : last
    this.edits.wrap(startOf(value), endOf(value), '1?', ': 0+0', place)
  }

  /** A mark behind the object of a property, for the reading of the property. */
  afterObject(node: t.MemberExpression, path: readonly Node[]): boolean {
    const start = startOf(node)
    let open = '(1?'
    for (const outer of path) {
      if (startOf(outer) !== start) continue
      if (outer.type.startsWith('Optional')) return false
      if (outer.type !== 'ExpressionStatement') continue
      // A parenthesis at the start of a statement would join the one before.
      const { type } = outer.expression
      if (type !== 'CallExpression' && type !== 'MemberExpression') return false
      open = '0||(1?'
    }
    this.edits.wrap(start, endOf(node.object), open, ': 0+0)', startOf(node.property))
    return true
  }
}

function isExpression(node: Node): boolean {
  return node.type.endsWith('Expression') || (node.type.startsWith('TS') && 'expression' in node)
}

/** `++x.y`, `delete x.y`: what follows the operator has to stay as it is. */
function isPrefix(parent: Node, child: Node): boolean {
  if (parent.type === 'UpdateExpression') return parent.prefix
  return parent.type === 'UnaryExpression' && parent.operator === 'delete' && parent.argument === child
}

/** Whether an expression in this place may become `0?0+0:expression`. */
function canCarry(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'ExpressionStatement':
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return parent.type !== 'ExpressionStatement' && parent.property === child && parent.computed
    case 'NewExpression':
      return parent.callee !== child
    case 'ObjectProperty':
      return !parent.shorthand
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left !== child
    case 'ExportSpecifier':
    case 'ImportSpecifier':
      return false
    default:
      return true
  }
}

function needsParentheses(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'UnaryExpression':
    case 'AwaitExpression':
    case 'TSTypeAssertion':
      return true
    case 'ClassDeclaration':
    case 'ClassExpression':
      return parent.superClass === child
    default:
      return false
  }
}
