import type * as t from '@babel/types'
import { endOf, forEachBound, isTypeOnly, type Node, spanOf, startOf, unwrap } from './ast.ts'
import { topDeclaration } from './declarations.ts'
import type { Edits } from './edits.ts'
import type { References } from './scope.ts'

/** The statements that do something: types and empty statements do not. */
function statementsThatRun(program: t.Program): Node[] {
  return program.body.filter((statement) => statement.type !== 'EmptyStatement' && !isErased(statement))
}

function isErased(statement: Node): boolean {
  if (isTypeOnly(statement)) return true
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration
        ? isTypeOnly(statement.declaration)
        : statement.source === null || statement.source === undefined || statement.exportKind === 'type'
    case 'ImportDeclaration':
    case 'TSImportEqualsDeclaration':
      return statement.importKind === 'type'
    default:
      return false
  }
}

/** Calls a function that is all the cell has: models send programs in one. */
export function callSoleFunction(
  program: t.Program,
  references: References,
  edits: Edits,
  warnings: string[],
): void {
  const statements = statementsThatRun(program)
  const [only] = statements
  if (statements.length === 1 && only?.type === 'ExpressionStatement') {
    const expression = unwrap(only.expression)
    if (expression.type !== 'ArrowFunctionExpression' && expression.type !== 'FunctionExpression') return
    const { start, end } = spanOf(only.expression)
    edits.continueStatement(endOf(only))
    edits.wrap(start, end, '(', ')()')
    warnings.push('The cell is one function expression: it was called.')
    return
  }
  if (isMainOnly(program, references, statements)) {
    const last = program.body[program.body.length - 1]
    if (!last) return
    edits.insertBefore(endOf(last), ';main();', startOf(last))
    warnings.push('The cell only declares main(): it was called.')
  }
}

/** A `main` without parameters, beside it only declarations, and nothing that uses it. */
function isMainOnly(program: t.Program, references: References, statements: Node[]): boolean {
  let main: Node | null = null
  for (const statement of statements) {
    if (statement.type === 'ExportDefaultDeclaration') return false
    const declaration = topDeclaration(statement)
    if (!declaration) return false
    main = mainIn(declaration) ?? main
  }
  if (!main) return false
  const { start, end } = spanOf(main)
  return !references().some(({ id, scope }) => {
    const at = startOf(id)
    return id.name === 'main' && scope?.node === program && (at < start || at >= end)
  })
}

function mainIn(declaration: Node): Node | null {
  if (declaration.type === 'FunctionDeclaration')
    return declaration.id?.name === 'main' && isProgram(declaration) ? declaration : null
  if (declaration.type !== 'VariableDeclaration') return null
  for (const { id, init } of declaration.declarations) {
    let named = false
    forEachBound(id, ({ name }) => {
      named ||= name === 'main'
    })
    if (!named || id.type !== 'Identifier' || !init) continue
    const value = unwrap(init)
    if ((value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression') && isProgram(value))
      return value
  }
  return null
}

function isProgram(node: { params: Node[]; generator?: boolean | null }): boolean {
  const params = node.params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'))
  return params.length === 0 && node.generator !== true
}
