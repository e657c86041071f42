import type * as t from '@babel/types'
import { forEachBound, forEachChild, isFunction, isTypeOnly, leftSpine, type Node } from './ast.ts'
import { lexicalNames, varNames } from './names.ts'

/** One region of names. `node` is what opens it; the program's own scope has the program. */
interface Scope {
  node: Node
  parent: Scope | null
  names: Set<string>
}

/** A use of a name: not its declaration, not a property key, not a label, not a type. */
export interface Reference {
  id: t.Identifier
  /** The name is the target of an assignment. */
  write: boolean
  /** It stands for key and value at once: `{ name }`. */
  shorthand: boolean
  /** Where the name is declared; `null`: not in this program. */
  scope: Scope | null
}

/** Names that a scope has beside those declared in it, such as the members of an enum. */
export type ExtraNames = (node: Node) => Iterable<string>

/** The references of a program, computed when first asked for: passes share them. */
export type References = () => readonly Reference[]

export function referencesOf(program: t.Program): References {
  let found: readonly Reference[] | null = null
  return () => {
    found ??= resolveReferences(program, () => [])
    return found
  }
}

/** Every reference of a program, in the order of the tree; `extra`: names of scopes beside the declared ones. */
export function resolveReferences(program: t.Program, extra: ExtraNames): Reference[] {
  const found: Reference[] = []
  new Walker((reference) => found.push(reference), extra).program(program)
  return found
}

class Walker {
  constructor(
    private readonly report: (reference: Reference) => void,
    private readonly extra: ExtraNames,
  ) {}

  program(program: t.Program): void {
    const scope = this.open(program, null, program.body)
    for (const statement of program.body) varNames(statement, (id) => scope.names.add(id.name))
    for (const statement of program.body) this.visit(statement, scope)
  }

  private open(node: Node, parent: Scope | null, statements: readonly Node[]): Scope {
    const scope: Scope = { node, parent, names: new Set(this.extra(node)) }
    lexicalNames(statements, (id) => scope.names.add(id.name))
    return scope
  }

  private refer(id: t.Identifier, scope: Scope, write: boolean, shorthand: boolean): void {
    let at: Scope | null = scope
    while (at && !at.names.has(id.name)) at = at.parent
    this.report({ id, write, shorthand, scope: at })
  }

  private readonly visit = (node: Node, scope: Scope): void => {
    if (isTypeOnly(node)) return
    if (isFunction(node)) {
      this.function(node, scope)
      return
    }
    switch (node.type) {
      case 'Identifier':
        this.refer(node, scope, false, false)
        return
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.visit(node.object, scope)
        if (node.computed) this.visit(node.property, scope)
        return
      case 'ObjectProperty':
        if (node.computed) this.visit(node.key, scope)
        if (node.shorthand && node.value.type === 'Identifier') this.refer(node.value, scope, false, true)
        else this.visit(node.value, scope)
        return
      case 'ClassProperty':
      case 'ClassAccessorProperty':
      case 'ClassPrivateProperty':
        if (node.type !== 'ClassPrivateProperty' && node.computed) this.visit(node.key, scope)
        if (node.value) this.visit(node.value, scope)
        return
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const inner = this.open(node, scope, [])
        if (node.id) inner.names.add(node.id.name)
        if (node.superClass) this.visit(node.superClass, inner)
        this.visit(node.body, inner)
        return
      }
      case 'BlockStatement':
      case 'StaticBlock':
      case 'TSModuleBlock': {
        const inner = this.open(node, scope, node.body)
        if (node.type !== 'BlockStatement')
          for (const statement of node.body) varNames(statement, (id) => inner.names.add(id.name))
        for (const statement of node.body) this.visit(statement, inner)
        return
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const head = node.type === 'ForStatement' ? node.init : node.left
        const inner = this.open(node, scope, head?.type === 'VariableDeclaration' ? [head] : [])
        forEachChild(node, (child) => {
          if (child === head && node.type !== 'ForStatement' && child.type !== 'VariableDeclaration')
            this.pattern(child, inner, true)
          else this.visit(child, inner)
        })
        return
      }
      case 'SwitchStatement': {
        this.visit(node.discriminant, scope)
        const inner = this.open(
          node,
          scope,
          node.cases.flatMap((branch) => branch.consequent),
        )
        for (const branch of node.cases) {
          if (branch.test) this.visit(branch.test, inner)
          for (const statement of branch.consequent) this.visit(statement, inner)
        }
        return
      }
      case 'CatchClause': {
        const inner = this.open(node, scope, [])
        if (node.param) {
          forEachBound(node.param, (id) => inner.names.add(id.name))
          this.pattern(node.param, inner, false)
        }
        this.visit(node.body, inner)
        return
      }
      case 'VariableDeclarator':
        this.pattern(node.id, scope, false)
        if (node.init) this.visit(node.init, scope)
        return
      case 'AssignmentExpression':
        this.pattern(node.left, scope, true)
        this.visit(node.right, scope)
        return
      case 'UpdateExpression':
        this.pattern(node.argument, scope, true)
        return
      case 'LabeledStatement':
        this.visit(node.body, scope)
        return
      case 'TSEnumDeclaration': {
        const inner = this.open(node, scope, [])
        for (const member of node.members) if (member.initializer) this.visit(member.initializer, inner)
        return
      }
      case 'TSModuleDeclaration':
        this.visit(node.body, scope)
        return
      case 'TSImportEqualsDeclaration':
        if (node.importKind !== 'type' && node.moduleReference.type !== 'TSExternalModuleReference')
          this.visit(node.moduleReference, scope)
        return
      case 'TSQualifiedName':
        this.visit(node.left, scope)
        return
      case 'BinaryExpression':
      case 'LogicalExpression': {
        // Long sums are deep on their left: no recursion there.
        const spine = leftSpine(node)
        const first = spine[spine.length - 1]
        if (first) this.visit(first.left, scope)
        for (let i = spine.length - 1; i >= 0; i--) {
          const part = spine[i]
          if (part) this.visit(part.right, scope)
        }
        return
      }
      case 'ExportNamedDeclaration':
        if (node.declaration) this.visit(node.declaration, scope)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        return
      default:
        forEachChild(node, (child) => this.visit(child, scope))
    }
  }

  private function(
    node: Node & { params: Node[]; body: Node; key?: Node; computed?: boolean; id?: t.Identifier | null },
    scope: Scope,
  ): void {
    if (node.computed && node.key) this.visit(node.key, scope)
    const body = node.body.type === 'BlockStatement' ? node.body.body : null
    const inner = this.open(node, scope, body ?? [])
    if (node.type === 'FunctionExpression' && node.id) inner.names.add(node.id.name)
    for (const param of node.params) forEachBound(param, (id) => inner.names.add(id.name))
    for (const statement of body ?? []) varNames(statement, (id) => inner.names.add(id.name))
    for (const param of node.params) this.pattern(param, inner, false)
    if (!body) this.visit(node.body, inner)
    for (const statement of body ?? []) this.visit(statement, inner)
  }

  /** A pattern: of a declaration, whose names are no references, or (`write`) of an assignment. */
  private pattern(node: Node, scope: Scope, write: boolean, shorthand = false): void {
    switch (node.type) {
      case 'Identifier':
        if (write) this.refer(node, scope, true, shorthand)
        return
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type === 'RestElement') {
            this.pattern(property.argument, scope, write)
            continue
          }
          if (property.computed) this.visit(property.key, scope)
          this.pattern(property.value, scope, write, property.shorthand)
        }
        return
      case 'ArrayPattern':
        for (const element of node.elements) if (element) this.pattern(element, scope, write)
        return
      case 'AssignmentPattern':
        this.pattern(node.left, scope, write, shorthand)
        this.visit(node.right, scope)
        return
      case 'RestElement':
        this.pattern(node.argument, scope, write)
        return
      case 'TSParameterProperty':
        this.pattern(node.parameter, scope, write)
        return
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
        this.pattern(node.expression, scope, write)
        return
      default:
        this.visit(node, scope)
    }
  }
}
