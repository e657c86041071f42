import type * as t from '@babel/types'
import { forEachBound, isTypeOnly, type Node, spanOf, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { lexicalNames, varNames } from './names.ts'
import { identifierEnd } from './trivia.ts'

/** The declaration in a top-level statement, `export` in front or not; `null` for all others. */
export function topDeclaration(statement: Node): Node | null {
  const declaration =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? (statement.declaration ?? null)
      : statement
  if (!declaration || isTypeOnly(declaration)) return null
  switch (declaration.type) {
    case 'VariableDeclaration':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'ImportDeclaration':
    case 'TSImportEqualsDeclaration':
      return declaration
    default:
      return null
  }
}

/**
 * Makes every name that a cell declares at its top a property of the global object: functions and `var` are that
 * already, the others become `var`. So later cells can declare them again, closures see the new value, and a cell
 * that throws half-way leaves no name in its dead zone.
 */
export function globalizeDeclarations(program: t.Program, edits: Edits): void {
  for (const statement of program.body) {
    const declaration = topDeclaration(statement)
    if (declaration?.type === 'VariableDeclaration') globalizeVariables(declaration, edits)
    else if (declaration?.type === 'ClassDeclaration' && declaration.id) {
      const { start, end } = spanOf(declaration)
      edits.wrap(start, end, `var ${declaration.id.name} =  0?0+0:`, ';')
    }
  }
}

function globalizeVariables(node: t.VariableDeclaration, edits: Edits): void {
  if (node.kind !== 'let' && node.kind !== 'const') return
  const start = startOf(node)
  edits.overwrite(start, start + node.kind.length, 'var')
  for (const { id, init } of node.declarations) {
    // `let x` sets x to undefined; `var x` would leave the value of an earlier cell.
    if (!init) edits.insertAfter(identifierEnd(edits.source, startOf(id)), ' = void 0', startOf(id))
  }
}

/** Every name that a cell puts on the global object, each once, in source order. */
export function declaredNames(program: t.Program): string[] {
  const found: t.Identifier[] = []
  lexicalNames(program.body, (id) => found.push(id))
  for (const statement of program.body) varNames(statement, (id) => found.push(id))
  found.sort((a, b) => startOf(a) - startOf(b))
  return [...new Set(found.map((id) => id.name))]
}

/** The names that one top-level statement declares. */
export function namesOf(declaration: Node): string[] {
  const names: string[] = []
  if (declaration.type === 'VariableDeclaration')
    for (const { id } of declaration.declarations) forEachBound(id, ({ name }) => names.push(name))
  else lexicalNames([declaration], ({ name }) => names.push(name))
  return names
}
