import type * as t from '@babel/types'
import { forEachBound, spanOf } from './ast.ts'
import { topDeclaration } from './declarations.ts'
import type { Edits } from './edits.ts'
import type { References } from './scope.ts'

/**
 * Constants are variables in the script, so that a later cell may declare them again. In their own cell an
 * assignment still throws: its target becomes a property that can be read but throws when it is set.
 */
export function guardConstants(program: t.Program, references: References, edits: Edits): void {
  const constants = new Set<string>()
  for (const statement of program.body) {
    const declaration = topDeclaration(statement)
    if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' && !declaration.declare)
      for (const { id } of declaration.declarations) forEachBound(id, ({ name }) => constants.add(name))
    if (declaration?.type === 'ImportDeclaration')
      for (const { local } of declaration.specifiers) constants.add(local.name)
  }
  if (constants.size === 0) return
  for (const { id, write, shorthand, scope } of references()) {
    if (!write || scope?.node !== program || !constants.has(id.name)) continue
    const { start, end } = spanOf(id)
    edits.overwrite(start, end, `${shorthand ? `${id.name}: ` : ''}${readOnly(id.name)}`)
  }
}

/** `new` in front: a parenthesis would join the line before where it ends without a semicolon. */
function readOnly(name: string): string {
  const message = JSON.stringify(`Assignment to constant variable '${name}'`)
  return `new class{get value(){return ${name}}set value(_){throw new TypeError(${message})}}().value`
}
