import type * as t from '@babel/types'
import { endOf, isTypeOnly, spanOf, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { compileImportEquals, usageOf, wantedSpecifiers } from './imports.ts'
import type { References } from './scope.ts'
import { skipTrivia } from './trivia.ts'

/** Takes the types out of a module's imports and exports; the rest of them the engine knows. */
export function compileModuleLinks(program: t.Program, references: References, edits: Edits): void {
  let usage: ReturnType<typeof usageOf> | null = null
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
        for (const specifier of statement.specifiers)
          if (specifier.type === 'ExportSpecifier' && specifier.exportKind === 'type')
            dropSpecifier(specifier, edits)
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

/** Blanks one specifier and the comma behind it. */
function dropSpecifier(specifier: t.Node, edits: Edits): void {
  const next = skipTrivia(edits.source, endOf(specifier))
  edits.blank(startOf(specifier), edits.source[next] === ',' ? next + 1 : endOf(specifier))
}
