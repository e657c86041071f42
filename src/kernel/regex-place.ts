import { forEachNode, type Node, startOf } from './compile/ast.ts'
import { lineStarts, type Position, positionAt } from './compile/frame.ts'
import { readCell } from './compile/read.ts'

export interface BadPattern extends Position {
  /** As the cell writes it. */
  literal: string
}

/**
 * The pattern that keeps a cell from starting. The engine reads patterns only when it compiles the whole cell, and says
 * what is wrong with one, but not where it stands.
 */
export function badPatternIn(source: string): BadPattern | null {
  const found: { pattern: string; flags: string; offset: number }[] = []
  const visit = (node: Node): void => {
    if (node.type === 'RegExpLiteral') found.push({ ...node, offset: startOf(node) })
    forEachNode(node, visit)
  }
  visit(readCell(source, []).program)
  const bad = found.find(({ pattern, flags }) => !compiles(pattern, flags)) ?? found[0]
  if (!bad || (found.length > 1 && compiles(bad.pattern, bad.flags))) return null
  return { ...positionAt(lineStarts(source), bad.offset), literal: `/${bad.pattern}/${bad.flags}` }
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
