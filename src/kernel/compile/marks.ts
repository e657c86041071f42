import type * as t from '@babel/types'
import {
  endOf,
  forEachChild,
  isFunction,
  isTypeOnly,
  leftSpine,
  type Node,
  type OperatorNode,
  startOf,
} from './ast.ts'
import type { Edits } from './edits.ts'
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

class PlaceWalker {
  /** Line of the last place that the engine has noted; 0: none that counts. */
  private line = 0
  /** How many places were noted so far. */
  private noted = 0
  private readonly path: Node[] = []
  private readonly marker: Marker

  constructor(
    edits: Edits,
    private readonly unknown: ReadonlySet<Node>,
  ) {
    this.marker = new Marker(edits)
  }

  statements(list: readonly Node[], parent: Node): void {
    this.path.push(parent)
    for (const statement of list) this.visit(statement)
    this.path.pop()
  }

  /** The engine notes a place by itself. */
  private note(node: Node, line = lineOf(node)): void {
    this.line = line
    this.noted++
  }

  /** Something that can throw starts at `node`. */
  private need(node: Node): void {
    const line = lineOf(node)
    if (line === this.line) return
    if (this.marker.before(node, this.path)) {
      this.line = line
      this.noted++
    }
  }

  private readonly child = (node: Node | null | undefined, parent: Node): void => {
    if (!node) return
    this.path.push(parent)
    this.visit(node)
    this.path.pop()
  }

  private visit(node: Node): void {
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
        this.pattern(node.left, node)
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

  private needAt(node: Node, parent: Node): void {
    this.path.push(parent)
    this.need(node)
    this.path.pop()
  }

  /** Runs with places of its own: other code of the engine. */
  private apart(run: () => void): void {
    const { line } = this
    this.line = 0
    run()
    this.line = line
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
        else this.apart(() => undefined)
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
    else this.chain(node)
  }

  /** A property that is read from the result of a call lines above. */
  private chain(node: t.MemberExpression | t.OptionalMemberExpression): void {
    const line = lineOf(node.property)
    if (line === this.line || node.type !== 'MemberExpression' || node.object.type !== 'CallExpression')
      return
    if (!this.marker.afterObject(node, this.path)) return
    this.note(node, line)
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

const lineOf = (node: Node): number => node.loc?.start.line ?? 0

/** A loop over a literal without a pattern: nothing can go wrong in its head. */
function isPlainLoop(node: t.ForOfStatement): boolean {
  if (node.right.type !== 'ArrayExpression' || node.left.type !== 'VariableDeclaration') return false
  return node.left.declarations[0]?.id.type === 'Identifier'
}

function isNeverNullish(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return BUILT_IN.has(node.name)
    case 'ThisExpression':
    case 'Super':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'StringLiteral':
    case 'TemplateLiteral':
    case 'NumericLiteral':
    case 'RegExpLiteral':
    case 'NewExpression':
    case 'MetaProperty':
      return true
    default:
      return false
  }
}

/** Writes marks. A space in front of a mark's first token makes the engine take that token's column. */
class Marker {
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
