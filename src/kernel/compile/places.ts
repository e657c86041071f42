import type * as t from '@babel/types'
import type { Node } from './ast.ts'
import type { Edits } from './edits.ts'
import { Marker } from './marker.ts'
import { BUILT_IN } from './protected.ts'

/** Follows which place the engine has noted last while a walk goes through the code in its order. */
export abstract class Places {
  /** Line of the last place that the engine has noted; 0: none that counts. */
  protected line = 0
  /** How many places were noted so far. */
  protected noted = 0
  /** The nodes around the one that is visited, outermost first. */
  protected readonly path: Node[] = []
  protected readonly marker: Marker

  constructor(edits: Edits) {
    this.marker = new Marker(edits)
  }

  protected abstract visit(node: Node): void

  statements(list: readonly Node[], parent: Node): void {
    this.path.push(parent)
    for (const statement of list) this.visit(statement)
    this.path.pop()
  }

  protected readonly child = (node: Node | null | undefined, parent: Node): void => {
    if (!node) return
    this.path.push(parent)
    this.visit(node)
    this.path.pop()
  }

  /** The engine notes a place by itself. */
  protected note(node: Node, line = lineOf(node)): void {
    this.line = line
    this.noted++
  }

  /** Something that can throw starts at `node`. */
  protected need(node: Node): void {
    const line = lineOf(node)
    if (line !== this.line && this.marker.before(node, this.path)) this.note(node)
  }

  protected needAt(node: Node, parent: Node): void {
    this.path.push(parent)
    this.need(node)
    this.path.pop()
  }

  /** Runs with places of its own: other code of the engine. */
  protected apart(run: () => void): void {
    const { line } = this
    this.line = 0
    run()
    this.line = line
  }
}

export const lineOf = (node: Node): number => node.loc?.start.line ?? 0

/** A loop over a literal without a pattern: nothing can go wrong in its head. */
export function isPlainLoop(node: t.ForOfStatement): boolean {
  if (node.right.type !== 'ArrayExpression' || node.left.type !== 'VariableDeclaration') return false
  return node.left.declarations[0]?.id.type === 'Identifier'
}

export function isNeverNullish(node: Node): boolean {
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
