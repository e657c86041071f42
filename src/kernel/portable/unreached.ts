import type { Node } from '../compile/ast.ts'
import { namesOf, topDeclaration } from '../compile/declarations.ts'
import { readCell } from '../compile/read.ts'
import type { Checkpoint } from '../types.ts'

/**
 * Of names that are undefined: those whose last declaration was in a cell that failed, and gives them a value. The
 * cell ended before it got there. (All names of a cell exist from its start, so the heap itself does not tell.)
 */
export function unreachedNames(path: readonly Checkpoint[], undefinedNames: Iterable<string>): Set<string> {
  const open = new Set(undefinedNames)
  const unreached = new Set<string>()
  const cells = cellsOf(path)
  for (let at = cells.length - 1; at >= 0 && open.size > 0; at -= 1) {
    const cell = cells[at]
    if (!cell) continue
    for (const [name, initialized] of declaredIn(cell.source)) {
      if (!open.delete(name)) continue
      if (cell.failed && initialized) unreached.add(name)
    }
  }
  return unreached
}

/** Cells whose values are still those of the heap, in order. */
function cellsOf(path: readonly Checkpoint[]): { source: string; failed: boolean }[] {
  const cells: { source: string; failed: boolean }[] = []
  for (const { step, ended } of path) {
    if (step.type === 'cell') cells.push({ source: step.source, failed: true })
    const last = cells.at(-1)
    if (last && ended !== undefined) last.failed = ended === 'error'
  }
  return cells
}

/** Names that a cell declares, and whether the declaration gives a value. */
function declaredIn(source: string): Map<string, boolean> {
  const names = new Map<string, boolean>()
  let body: readonly Node[]
  try {
    body = readCell(source, []).program.body
  } catch {
    // A cell that does not compile never ran.
    return names
  }
  for (const statement of body) {
    const declaration = topDeclaration(statement)
    if (!declaration || declaration.type === 'FunctionDeclaration') continue
    const bare =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap(({ id, init }) =>
            !init && id.type === 'Identifier' ? [id.name] : [],
          )
        : []
    for (const name of namesOf(declaration)) names.set(name, !bare.includes(name))
  }
  return names
}
