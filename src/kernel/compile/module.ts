import type * as t from '@babel/types'
import { endOf, isTypeOnly, spanOf, startOf } from './ast.ts'
import { namesOf } from './declarations.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { compileImportEquals, usageOf, wantedSpecifiers } from './imports.ts'
import { lexicalNames, varNames } from './names.ts'
import type { References } from './scope.ts'
import { skipTrivia } from './trivia.ts'

/** Takes the types out of a module's imports and exports; the rest of them the engine knows. */
export function compileModuleLinks(program: t.Program, references: References, edits: Edits): void {
  let usage: ReturnType<typeof usageOf> | null = null
  let types: Set<string> | null = null
  for (const statement of program.body) {
    const { start, end } = spanOf(statement)
    if (isTypeOnly(statement)) continue
    switch (statement.type) {
      case 'ImportDeclaration': {
        usage ??= usageOf(program, references)
        const wanted = new Set<t.Node>(wantedSpecifiers(statement, usage))
        if (statement.specifiers.length > 0 && wanted.size === 0) edits.blankStatement(start, end)
        else
          for (const specifier of statement.specifiers)
            if (!wanted.has(specifier)) dropSpecifier(specifier, edits)
        break
      }
      case 'ExportNamedDeclaration':
        exportPattern(statement, edits)
        types ??= typeNames(program)
        for (const specifier of statement.specifiers) {
          if (specifier.type !== 'ExportSpecifier') continue
          const local =
            statement.source || specifier.local.type !== 'Identifier' ? null : specifier.local.name
          if (specifier.exportKind === 'type' || (local !== null && types.has(local)))
            dropSpecifier(specifier, edits)
        }
        break
      case 'TSExportAssignment':
        throw new Refusal('`export =` is not supported: write `export default`.', start)
      case 'TSImportEqualsDeclaration':
        compileImportEquals(statement, program, edits)
        break
      default:
    }
  }
}

/** The engine forgets names of array patterns behind `export`: they are exported by a list instead. */
function exportPattern(statement: t.ExportNamedDeclaration, edits: Edits): void {
  const { declaration } = statement
  if (declaration?.type !== 'VariableDeclaration') return
  if (declaration.declarations.every(({ id }) => id.type === 'Identifier')) return
  edits.blank(startOf(statement), startOf(declaration))
  edits.insertAfter(
    endOf(statement),
    `;export{${namesOf(declaration).join(',')}};`,
    startOf(statement),
    startOf(statement),
  )
}

/** Names of a module that are types and nothing else. */
function typeNames(program: t.Program): Set<string> {
  const types = new Set<string>()
  for (const statement of program.body) {
    const node = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
    if (!isTypeOnly(node) || !('id' in node)) continue
    if (node.id?.type === 'Identifier') types.add(node.id.name)
  }
  lexicalNames(program.body, (id) => types.delete(id.name))
  for (const statement of program.body) varNames(statement, (id) => types.delete(id.name))
  return types
}

/** Blanks one specifier and the comma behind it. */
function dropSpecifier(specifier: t.Node, edits: Edits): void {
  const next = skipTrivia(edits.source, endOf(specifier))
  edits.blank(startOf(specifier), edits.source[next] === ',' ? next + 1 : endOf(specifier))
}
