import type * as t from '@babel/types'
import { endOf, isTypeOnly, type Node, spanOf, startOf, unwrap } from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { importCode } from './imports.ts'

/** Cells have nothing to export to: the keyword goes, the declaration stays. */
export function compileExports(
  program: t.Program,
  modules: readonly string[],
  edits: Edits,
  warnings: string[],
): void {
  if (program.body.some(isPlainExport)) warnings.push('`export` was removed: a cell keeps its names anyway.')
  for (const statement of program.body) {
    const { start, end } = spanOf(statement)
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        compileNamed(statement, modules, edits, warnings)
        break
      case 'ExportAllDeclaration':
        if (statement.exportKind === 'type') edits.blankStatement(start, end)
        else {
          edits.overwrite(start, end, `${importCode(statement.source.value, [], modules)};`)
          warnings.push('`export *` only loads the module: import the names that the cell needs.')
        }
        break
      case 'ExportDefaultDeclaration':
        compileDefault(statement, edits, warnings)
        break
      case 'TSExportAssignment':
        throw new Refusal('`export =` is not supported: write the value as the last line of the cell.', start)
      case 'TSNamespaceExportDeclaration':
        throw new Refusal('`export as namespace` is not supported in a cell: remove the line.', start)
      default:
    }
  }
}

function isPlainExport(statement: Node): boolean {
  return (
    statement.type === 'ExportNamedDeclaration' &&
    !isTypeOnly(statement) &&
    !statement.source &&
    !statement.specifiers.some(isDefault)
  )
}

const isDefault = (specifier: Node): boolean =>
  specifier.type === 'ExportSpecifier' &&
  (specifier.exported.type === 'Identifier' ? specifier.exported.name : specifier.exported.value) ===
    'default'

function compileNamed(
  statement: t.ExportNamedDeclaration,
  modules: readonly string[],
  edits: Edits,
  warnings: string[],
): void {
  const { start, end } = spanOf(statement)
  const { declaration } = statement
  if (declaration) {
    if (isTypeOnly(declaration)) edits.blankStatement(start, end)
    else edits.blank(start, startOf(declaration))
    return
  }
  if (statement.source && statement.exportKind !== 'type') {
    const specifiers = statement.specifiers.flatMap((specifier) => asImport(specifier))
    edits.overwrite(start, end, `${importCode(statement.source.value, specifiers, modules)};`)
    return
  }
  edits.blankStatement(start, end)
  const main = statement.specifiers.find(isDefault)
  if (main?.type === 'ExportSpecifier' && statement.exportKind !== 'type') {
    edits.overwrite(start, end, `;${callIfFunction}(${main.local.name});`)
    warnings.push(DEFAULT_WARNING)
  }
}

/** `export { a as b } from 'm'` makes the name `b` known, as an import would. */
function asImport(
  specifier: t.ExportNamedDeclaration['specifiers'][number],
): t.ImportDeclaration['specifiers'] {
  switch (specifier.type) {
    case 'ExportSpecifier': {
      if (specifier.exportKind === 'type') return []
      const local = specifier.exported.type === 'Identifier' ? specifier.exported : null
      if (!local)
        throw new Refusal('An export with a quoted name is not supported in a cell.', startOf(specifier))
      return [{ type: 'ImportSpecifier', imported: specifier.local, local, importKind: null }]
    }
    case 'ExportNamespaceSpecifier':
      return [{ type: 'ImportNamespaceSpecifier', local: specifier.exported }]
    case 'ExportDefaultSpecifier':
      return []
  }
}

const DEFAULT_WARNING = '`export default` was taken as the value of the cell; a function is called.'

/** Calls a function without arguments and passes everything else through, classes too. */
const callIfFunction =
  '((v)=>typeof v==="function"&&!/^class\\b/.test(Function.prototype.toString.call(v))?v():v)'

function compileDefault(statement: t.ExportDefaultDeclaration, edits: Edits, warnings: string[]): void {
  const { start, end } = spanOf(statement)
  const { declaration } = statement
  if (isTypeOnly(declaration)) {
    edits.blankStatement(start, end)
    return
  }
  warnings.push(DEFAULT_WARNING)
  const from = startOf(declaration)
  edits.blankStatement(start, from)
  switch (declaration.type) {
    case 'FunctionDeclaration':
      if (declaration.id) edits.insertBefore(end, `;${declaration.id.name}();`, from)
      else edits.wrap(from, endOf(declaration), '(', ')();')
      return
    case 'ClassDeclaration':
      if (declaration.id) edits.insertAfter(end, `${declaration.id.name};`, from, start)
      else edits.wrap(from, endOf(declaration), '(', ');')
      return
    default: {
      const to = endOf(declaration)
      edits.continueStatement(end)
      const tail = edits.source[end - 1] === ';' ? '' : ';'
      const inner: Node = unwrap(declaration)
      if (inner.type === 'ArrowFunctionExpression' || inner.type === 'FunctionExpression')
        edits.wrap(from, to, '(', `)()${tail}`)
      else if (mayBeFunction(inner)) edits.wrap(from, to, `${callIfFunction}(`, `)${tail}`)
      else edits.wrap(from, to, '(', `)${tail}`)
    }
  }
}

function mayBeFunction(node: Node): boolean {
  return !node.type.endsWith('Literal') && node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression'
}
