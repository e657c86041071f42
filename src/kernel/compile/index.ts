import type { CellError } from '../types.ts'
import { guardConstants } from './constants.ts'
import { declaredNames, globalizeDeclarations } from './declarations.ts'
import { Edits } from './edits.ts'
import { eraseTypes } from './erase.ts'
import { compileExports } from './exports.ts'
import { Refusal, syntaxError, TOO_DEEP } from './failure.ts'
import { compileImportEquals, compileImports } from './imports.ts'
import { unifyLineBreaks } from './linebreaks.ts'
import type { PositionMap } from './map.ts'
import { markPlaces } from './marks.ts'
import { compileModuleLinks } from './module.ts'
import { compileNamespaces } from './namespaces.ts'
import { parseModule } from './parse.ts'
import { isProtected } from './protected.ts'
import { type Cell, readCell, withoutHead } from './read.ts'
import { callSoleFunction } from './repairs.ts'
import { leaveByLabel, topReturns } from './returns.ts'
import { referencesOf } from './scope.ts'
import { freshName } from './trivia.ts'

export { codeFrame, type Position } from './frame.ts'
export { decodeMap, encodeMap, originalPosition, type PositionMap } from './map.ts'

export interface Compiled {
  /** For the engine as an async, strict global script: its completion value is the cell's value. */
  script: string
  map: PositionMap
  /** What was repaired, one sentence each. */
  warnings: string[]
  /** Names that the cell puts on the global object, in source order. */
  declared: string[]
  /** Those of them that are built in: the kernel puts the originals back when the cell is over. */
  clobbered: string[]
  /** The cell has a `return` at its top. */
  usesReturn: boolean
}

export type CompileResult =
  | { ok: true; compiled: Compiled }
  | { ok: false; error: CellError; warnings: string[] }

export interface CompileOptions {
  /** Names of the modules that cells may import. */
  modules: readonly string[]
}

/** Compiles the text of a cell. Pure; never throws for anything in the text. */
export function compileCell(source: string, options: CompileOptions): CompileResult {
  const warnings: string[] = []
  try {
    const cell = readCell(source, warnings)
    return {
      ok: true,
      compiled: compileProgram(cell, options, warnings),
    }
  } catch (error) {
    return { ok: false, error: asCellError(source, error), warnings }
  }
}

/** Compiles a skill module, TypeScript, to an ES module. */
export function compileModule(
  source: string,
  name: string,
): { ok: true; script: string; map: PositionMap } | { ok: false; error: CellError } {
  try {
    const text = withoutHead(source)
    const parsed = parseModule(text)
    if (!parsed.ok) throw parsed.error
    const edits = new Edits(text)
    unifyLineBreaks(parsed.program, parsed.comments, edits)
    eraseTypes(parsed.program, edits)
    compileNamespaces(parsed.program, edits)
    const references = referencesOf(parsed.program)
    compileModuleLinks(parsed.program, references, edits)
    markPlaces(parsed.program, references, edits)
    return { ok: true, ...edits.render() }
  } catch (error) {
    const found = asCellError(source, error)
    if (found.frame !== undefined) found.frame = `${name}:${found.line}:${found.column}\n${found.frame}`
    return { ok: false, error: found }
  }
}

function compileProgram(
  { text, program, comments, parenthesize }: Cell,
  options: CompileOptions,
  warnings: string[],
): Compiled {
  const edits = new Edits(text)
  // The semicolon keeps the line before from going on.
  if (parenthesize) edits.wrap(parenthesize.start, parenthesize.end, ';(', ')')
  const references = referencesOf(program)
  unifyLineBreaks(program, comments, edits)
  eraseTypes(program, edits)
  compileNamespaces(program, edits)
  compileImports(program, references, options.modules, edits)
  for (const statement of program.body)
    if (statement.type === 'TSImportEqualsDeclaration') compileImportEquals(statement, program, edits)
  compileExports(program, options.modules, edits, warnings)
  guardConstants(program, references, edits)
  globalizeDeclarations(program, edits)
  callSoleFunction(program, references, edits, warnings)
  const returns = topReturns(program)
  markPlaces(program, references, edits)
  const usesReturn = returns.length > 0
  let open = ''
  let close = ''
  if (usesReturn) {
    const label = freshName(text, 'cell')
    leaveByLabel(program, returns, label, edits)
    open = `${label}:{`
    close = '\n}'
  }
  const declared = declaredNames(program)
  const clobbered = declared.filter(isProtected)
  for (const name of clobbered)
    warnings.push(
      `"${name}" is built in: its declaration holds for this cell only. Use another name to keep it.`,
    )
  return { ...edits.render(open, close), warnings, declared, clobbered, usesReturn }
}

function asCellError(source: string, error: unknown): CellError {
  if (error instanceof Refusal) return syntaxError(source, error.message, error.offset)
  if (isStackOverflow(error)) return syntaxError(source, TOO_DEEP, null)
  throw error
}

/** What engines throw when the parser, or a pass, recurses too deeply. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError')
}
