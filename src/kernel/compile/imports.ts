import type * as t from '@babel/types'
import { forEachNode, isTypeOnly, type Node, spanOf, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { lexicalNames, varNames } from './names.ts'
import type { References } from './scope.ts'

/**
 * Turns static imports into awaited dynamic ones: the engine runs cells as scripts, which have none. They run before
 * everything else in the cell, as the language has it.
 */
export function compileImports(
  program: t.Program,
  references: References,
  modules: readonly string[],
  edits: Edits,
): void {
  let leading = true
  let usage: Usage | null = null
  const taken = new Set<string>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const { start, end } = spanOf(statement)
      usage ??= usageOf(program, references)
      const wanted = wantedSpecifiers(statement, usage)
      if (statement.importKind === 'type' || (statement.specifiers.length > 0 && wanted.length === 0)) {
        edits.blankStatement(start, end)
        continue
      }
      for (const { local } of wanted) refuseSecond(program, local, taken)
      if ((statement.attributes ?? []).length > 0)
        throw new Refusal(
          'Import attributes (`with { … }`) are not supported: import a module without them.',
          start,
        )
      edits.overwrite(start, end, `${importCode(statement.source.value, wanted, modules)};`)
      if (!leading) edits.hoist(start, end)
    } else leading = false
  }
}

/** An imported name cannot be declared again in its cell. */
function refuseSecond(program: t.Program, local: t.Identifier, taken: Set<string>): void {
  const refuse = (id: t.Identifier): void => {
    if (id.name === local.name && id !== local)
      throw new Refusal(
        `Identifier '${id.name}' has already been declared.`,
        Math.max(startOf(id), startOf(local)),
      )
  }
  if (taken.has(local.name)) refuse({ ...local })
  taken.add(local.name)
  const others = program.body.filter((statement) => statement.type !== 'ImportDeclaration')
  lexicalNames(others, refuse)
  for (const statement of others) varNames(statement, refuse)
}

interface Usage {
  values: Set<string>
  types: Set<string>
}

/** Names used as values and names used as types: an import that is used as a type only is none. */
export function usageOf(program: t.Program, references: References): Usage {
  const values = new Set<string>()
  const types = new Set<string>()
  for (const { id, scope } of references()) if (scope?.node === program) values.add(id.name)
  const visit = (node: Node): void => {
    if (node.type === 'ExportSpecifier') {
      if (node.local.type === 'Identifier') values.add(node.local.name)
      return
    }
    if (node.type === 'TSTypeReference' || node.type === 'TSExpressionWithTypeArguments') {
      let name: Node = node.type === 'TSTypeReference' ? node.typeName : node.expression
      while (name.type === 'TSQualifiedName') name = name.left
      if (name.type === 'Identifier') types.add(name.name)
    }
    forEachNode(node, visit)
  }
  visit(program)
  return { values, types }
}

type Specifier = t.ImportDeclaration['specifiers'][number]

export function wantedSpecifiers(statement: t.ImportDeclaration, usage: Usage): Specifier[] {
  return statement.specifiers.filter((specifier) => {
    if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') return false
    const { name } = specifier.local
    return usage.values.has(name) || !usage.types.has(name)
  })
}

/** Code for one import; it never has a completion value. */
export function importCode(
  module: string,
  specifiers: readonly Specifier[],
  modules: readonly string[],
): string {
  if (!isImportable(module, modules)) {
    const names = specifiers.map((specifier) => specifier.local.name)
    return `${names.length > 0 ? `var ${names.join(', ')};` : ''}throw new Error(${JSON.stringify(refusal(module, modules))})`
  }
  const namespace = specifiers.find((specifier) => specifier.type === 'ImportNamespaceSpecifier')
  const named = specifiers.flatMap((specifier) =>
    specifier.type === 'ImportNamespaceSpecifier'
      ? []
      : [{ name: importedName(specifier), local: specifier.local.name }],
  )
  const loaded = `await import(${JSON.stringify(module)})`
  if (named.length === 0) return `var ${namespace ? namespace.local.name : '{}'} = ${loaded}`
  const pattern = `{${named.map(({ name, local }) => `${JSON.stringify(name)}: ${local}`).join(', ')}}`
  const checked = `${checkExports(
    module,
    named.map(({ name }) => name),
  )}(${loaded})`
  return namespace
    ? `var ${namespace.local.name} = ${checked}, ${pattern} = ${namespace.local.name}`
    : `var ${pattern} = ${checked}`
}

function importedName(specifier: t.ImportSpecifier | t.ImportDefaultSpecifier): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
}

/** A missing export is an error, as it is for a static import, not a silent `undefined`. */
function checkExports(module: string, names: string[]): string {
  const head = JSON.stringify(`The module ${JSON.stringify(module)} has no export `)
  return (
    `((m)=>{for(const n of ${JSON.stringify(names)})if(!(n in m))` +
    `throw new SyntaxError(${head}+JSON.stringify(n)+". It exports: "+(Object.keys(m).join(", ")||"nothing")+".");` +
    'return m})'
  )
}

/** Extensions and `index` that authors write or leave out make no difference. */
function isImportable(module: string, modules: readonly string[]): boolean {
  const bare = module.replace(/\.[cm]?[jt]s$/, '')
  return modules.some((name) => name === module || name.replace(/(?:\/index)?\.[cm]?[jt]s$/, '') === bare)
}

function refusal(module: string, modules: readonly string[]): string {
  const importable =
    modules.length > 0
      ? `Importable here: ${modules.map((name) => JSON.stringify(name)).join(', ')}.`
      : 'No module can be imported here: use the tools and what the language has.'
  return `Cannot import ${JSON.stringify(module)}. ${importable}`
}

/** `import x = require('y')` is refused; `import A = N.B` names an inner part of a namespace. */
export function compileImportEquals(
  node: t.TSImportEqualsDeclaration,
  program: t.Program,
  edits: Edits,
): void {
  if (node.importKind === 'type') return
  const { start, end } = spanOf(node)
  const { moduleReference: target } = node
  if (target.type === 'TSExternalModuleReference') {
    const name = target.expression.value
    throw new Refusal(
      `\`import … = require(…)\` is not supported: write \`import ${node.id.name} from ${JSON.stringify(name)}\`.`,
      start,
    )
  }
  let root: Node = target
  while (root.type === 'TSQualifiedName') root = root.left
  const { name } = root
  if (program.body.some((statement) => isTypeNamespace(statement, name))) edits.blankStatement(start, end)
  else
    edits.overwrite(
      start,
      startOf(node.id),
      node.isExport && program.sourceType === 'module' ? 'export var ' : 'var ',
    )
}

function isTypeNamespace(statement: Node, name: string): boolean {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return (
    node?.type === 'TSModuleDeclaration' &&
    node.id.type === 'Identifier' &&
    node.id.name === name &&
    (node.declare === true || isTypeOnly(node))
  )
}
