import type * as t from '@babel/types'
import { forEachNode, type Node, startOf } from './compile/ast.ts'
import { lineStarts, type Position, positionAt } from './compile/frame.ts'
import { parseModule } from './compile/parse.ts'
import { readCell } from './compile/read.ts'

interface ImportPlace {
  /** Null when it is computed. */
  specifier: string | null
  offset: number
}

/** Where a module imports something; null when that cannot be told. */
export function placeOfImport(source: string, requested: string): Position | null {
  const parsed = parseModule(source)
  if (!parsed.ok) return null
  return at(
    source,
    importsOf(parsed.program).find(({ specifier }) => specifier === requested),
  )
}

/** Where a cell imports a module, or where it imports the only one that it imports. */
export function placeOfImportInCell(source: string, requested: string | null): Position | null {
  let program: t.Program
  try {
    program = readCell(source, []).program
  } catch {
    // It did not compile, so nothing in it has run.
    return null
  }
  const imports = importsOf(program)
  const found = imports.find(({ specifier }) => specifier === requested)
  return at(source, found ?? (imports.length === 1 ? imports[0] : undefined))
}

const at = (source: string, place: ImportPlace | undefined): Position | null =>
  place ? positionAt(lineStarts(source), place.offset) : null

function importsOf(program: t.Program): ImportPlace[] {
  const found: ImportPlace[] = []
  const visit = (node: Node): void => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) found.push({ specifier, offset: startOf(node) })
    forEachNode(node, visit)
  }
  visit(program)
  return found
}

/** What a node imports: null when that is computed, undefined when it imports nothing. */
function specifierOf(node: Node): string | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return node.source.value
    case 'ExportNamedDeclaration':
      return node.source?.value
    case 'CallExpression':
      return node.callee.type === 'Import' ? textOf(node.arguments[0]) : undefined
    case 'ImportExpression':
      return textOf(node.source)
    default:
      return undefined
  }
}

function textOf(node: Node | undefined): string | null {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null
  return null
}
