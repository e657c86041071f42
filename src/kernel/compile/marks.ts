import type * as t from '@babel/types'
import {
  forEachChild,
  isFunction,
  isTypeOnly,
  leftSpine,
  type Node,
  type OperatorNode,
  startOf,
} from './ast.ts'
import type { Edits } from './edits.ts'
import { isNeverNullish, isPlainLoop, lineOf, Places } from './places.ts'
import { BUILT_IN } from './protected.ts'
import type { References } from './scope.ts'

/**
 * Makes the engine know where it is. It notes a place only at expression statements, calls, `new`, `throw` and the
 * right side of operators; `const v = a.b.c` would be reported at whatever came before, lines away. A mark is code
 * that never runs and that the engine drops: `0?0+0:x` is `x`, and the place of the dropped `+` counts for `x`.
 *
 * Marks stand where something that can throw begins on another line than the last place noted, and at the first such
 * thing of a statement. See `Marker` for their text.
 */
export function markPlaces(program: t.Program, references: References, edits: Edits): void {
  const unknown = new Set<Node>()
  for (const { id, scope } of references()) if (!scope && !BUILT_IN.has(id.name)) unknown.add(id)
  new PlaceWalker(edits, unknown).statements(program.body, program)
}

class PlaceWalker extends Places {
  constructor(
    edits: Edits,
    private readonly unknown: ReadonlySet<Node>,
  ) {
    super(edits)
  }

  protected visit(node: Node): void {
    if (isTypeOnly(node)) return
    if (isFunction(node)) {
      this.function(node)
      return
    }
    switch (node.type) {
      case 'ExpressionStatement':
      case 'ThrowStatement': {
        const expression = node.type === 'ThrowStatement' ? node.argument : node.expression
        this.note(expression)
        this.child(expression, node)
        return
      }
      case 'ReturnStatement':
        this.line = 0
        this.child(node.argument, node)
        return
      case 'ExportDefaultDeclaration':
        this.note(node.declaration)
        this.child(node.declaration, node)
        return
      case 'VariableDeclaration':
        this.variables(node)
        return
      case 'ForStatement':
        this.line = 0
        this.child(node.init, node)
        for (const part of [node.test, node.update, node.body]) {
          this.line = 0
          this.child(part, node)
        }
        return
      case 'ForOfStatement':
      case 'ForInStatement':
        this.line = 0
        this.child(node.right, node)
        if (node.type === 'ForOfStatement' && !isPlainLoop(node)) this.needAt(node.right, node)
        if (node.left.type === 'VariableDeclaration') {
          const [declarator] = node.left.declarations
          if (declarator) this.pattern(declarator.id, node)
        } else this.pattern(node.left, node)
        this.child(node.body, node)
        return
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'IfStatement':
      case 'SwitchStatement':
      case 'SwitchCase':
        forEachChild(node, (part) => {
          this.line = 0
          this.child(part, node)
        })
        return
      case 'Identifier':
        if (this.unknown.has(node)) this.need(node)
        return
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.member(node)
        return
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        this.call(node)
        return
      case 'TaggedTemplateExpression':
        this.child(node.tag, node)
        this.note(node.tag)
        this.child(node.quasi, node)
        return
      case 'BinaryExpression':
      case 'LogicalExpression':
        this.operators(node)
        return
      case 'UnaryExpression':
        // `typeof name` never throws.
        if (node.operator !== 'typeof' || node.argument.type !== 'Identifier') this.child(node.argument, node)
        return
      case 'AssignmentExpression':
        this.path.push(node)
        this.pattern(node.left, node)
        this.path.pop()
        this.child(node.right, node)
        return
      case 'SpreadElement': {
        const before = this.noted
        this.child(node.argument, node)
        const parent = this.path[this.path.length - 1]
        if (
          parent?.type !== 'ObjectExpression' &&
          node.argument.type !== 'ArrayExpression' &&
          before === this.noted
        )
          this.needAt(node.argument, node)
        return
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.class(node)
        return
      case 'ObjectProperty':
        if (node.computed) this.child(node.key, node)
        if (!node.shorthand) this.child(node.value, node)
        else if (this.unknown.has(node.value) && lineOf(node) !== this.line) {
          this.marker.shorthand(node.value)
          this.note(node.value)
        }
        return
      case 'ExportNamedDeclaration':
        this.child(node.declaration, node)
        return
      case 'LabeledStatement':
        this.child(node.body, node)
        return
      case 'CatchClause':
        this.child(node.body, node)
        return
      case 'TSEnumDeclaration':
        for (const member of node.members)
          this.apart(() => {
            if (member.initializer) this.child(member.initializer, member)
          })
        return
      case 'TSModuleDeclaration':
        this.apart(() => this.child(node.body, node))
        return
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSImportEqualsDeclaration':
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return
      default:
        forEachChild(node, (part) => this.child(part, node))
    }
  }

  /** Long sums are deep on their left: no recursion there. */
  private operators(node: OperatorNode): void {
    const spine = leftSpine(node)
    this.path.push(...spine)
    const first = spine[spine.length - 1]
    if (first) this.visit(first.left)
    for (let part = spine.pop(); part; part = spine.pop()) {
      this.path.pop()
      if (part.type === 'BinaryExpression') this.note(part.right)
      this.child(part.right, part)
    }
  }

  private function(node: Node & { params: Node[]; body: Node; key?: Node; computed?: boolean }): void {
    if (node.computed) this.child(node.key, node)
    this.apart(() => {
      for (const param of node.params) this.pattern(param, node)
      this.line = 0
      this.child(node.body, node)
    })
  }

  private class(node: t.ClassDeclaration | t.ClassExpression): void {
    this.child(node.superClass, node)
    for (const member of node.body.body) {
      if (isTypeOnly(member)) continue
      switch (member.type) {
        case 'ClassProperty':
        case 'ClassAccessorProperty':
        case 'ClassPrivateProperty':
          if (member.type !== 'ClassPrivateProperty' && member.computed) this.child(member.key, member)
          this.apart(() => this.child(member.value, member))
          break
        case 'StaticBlock':
          this.apart(() => this.statements(member.body, member))
          break
        default:
          this.child(member, node.body)
      }
    }
  }

  private variables(node: t.VariableDeclaration): void {
    const parent = this.path[this.path.length - 1]
    const inHead = parent?.type === 'ForStatement'
    for (const declarator of node.declarations) {
      this.line = 0
      // The engine takes a pattern apart before it evaluates the value, as far as places go.
      if (declarator.id.type !== 'Identifier' && !inHead && parent)
        this.marker.beforePattern(declarator, parent)
      this.pattern(declarator.id, node)
      this.line = 0
      this.path.push(node)
      this.child(declarator.init, declarator)
      this.path.pop()
    }
  }

  /** Defaults, computed keys and the objects of targets in a pattern. */
  private pattern(node: Node, parent: Node): void {
    switch (node.type) {
      case 'Identifier':
        return
      case 'AssignmentPattern':
        this.pattern(node.left, node)
        this.child(node.right, node)
        return
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type === 'RestElement') this.pattern(property.argument, property)
          else {
            if (property.computed) this.child(property.key, property)
            this.pattern(property.value, property)
          }
        }
        return
      case 'ArrayPattern':
        for (const element of node.elements) if (element) this.pattern(element, node)
        return
      case 'RestElement':
        this.pattern(node.argument, node)
        return
      case 'TSParameterProperty':
        this.pattern(node.parameter, node)
        return
      case 'MemberExpression':
        // Only as the target of a plain assignment can the whole of it carry a mark.
        if (parent.type === 'AssignmentExpression') this.child(node.object, node)
        return
      default:
    }
  }

  private member(node: t.MemberExpression | t.OptionalMemberExpression): void {
    const before = this.noted
    this.child(node.object, node)
    if (node.computed) this.child(node.property, node)
    if (node.type === 'OptionalMemberExpression' && node.optional) return
    if (isNeverNullish(node.object)) return
    if (this.noted === before) this.need(node)
    // A property on another line than what it is read from.
    const line = lineOf(node.property)
    if (line === this.line || node.type !== 'MemberExpression') return
    if (node.object.type !== 'CallExpression' && node.object.type !== 'MemberExpression') return
    if (this.marker.afterObject(node, this.path)) this.note(node, line)
  }

  private call(node: t.CallExpression | t.OptionalCallExpression | t.NewExpression): void {
    const { callee } = node
    const place =
      callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression'
        ? callee.property
        : callee
    const line = lineOf(place)
    if (node.type === 'NewExpression') this.note(callee)
    this.child(callee, node)
    if (node.type !== 'NewExpression') this.note(callee, line)
    for (const argument of node.arguments) this.child(argument, node)
    const last = node.arguments[node.arguments.length - 1]
    if (!last || this.line === line || callee.type === 'Import' || callee.type === 'Super') return
    this.marker.afterArguments(last, startOf(place))
    this.note(callee, line)
  }
}
