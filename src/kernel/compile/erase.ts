import type * as t from '@babel/types'
import { endOf, forEachChild, isFunction, isTypeOnly, leftSpine, type Node, spanOf, startOf } from './ast.ts'
import { eraseClassMember, eraseHeritage, eraseModifiers } from './classes.ts'
import type { Edits } from './edits.ts'
import { Refusal, TOO_DEEP } from './failure.ts'
import { compileClass } from './fields.ts'
import { REASONS } from './parse.ts'
import { identifierEnd, skipTrivia } from './trivia.ts'

/**
 * Erases types: what remains is JavaScript with every token where it was. Only what has no meaning at run time is
 * taken here; enums, namespaces and parameter properties are other passes' work.
 */
export function eraseTypes(program: Node, edits: Edits): void {
  eraseNode(program, null, edits, { chain: 0, nesting: 0 })
}

/** How deep a node lies: `chain` counts all levels, `nesting` those that start behind their parent's start. */
interface Depth {
  chain: number
  nesting: number
}

/**
 * Less than what makes the smallest stack known overflow, that of a browser's worker before its code is optimised: a
 * cell compiles everywhere or nowhere.
 */
const DEEPEST: Depth = { chain: 500, nesting: 100 }

function deeper({ chain, nesting }: Depth, node: Node, parent: Node): Depth {
  const flat = node.start === parent.start || (parent.type === 'IfStatement' && parent.alternate === node)
  const next = { chain: chain + 1, nesting: flat ? nesting : nesting + 1 }
  if (next.chain > DEEPEST.chain || next.nesting > DEEPEST.nesting) throw new Refusal(TOO_DEEP, startOf(node))
  return next
}

function eraseNode(node: Node, parent: Node | null, edits: Edits, depth: Depth): void {
  const { source } = edits
  if (isLink(node) && parent?.type !== 'Program' && parent?.type !== 'TSModuleBlock')
    throw new Refusal(
      '`import` and `export` stand at the top of a cell; elsewhere use `await import(…)`.',
      startOf(node),
    )
  if (isTypeOnly(node)) {
    const { start, end } = spanOf(node)
    edits.blankStatement(start, end)
    return
  }
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression': {
      eraseNode(node.expression, node, edits, deeper(depth, node.expression, node))
      eraseSuffix(node, parent, edits)
      return
    }
    case 'TSTypeAssertion':
      edits.blankInLine(startOf(node), startOf(node.expression))
      break
    case 'TSInstantiationExpression':
      edits.blank(endOf(node.expression), endOf(node))
      break
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
      if (node.typeParameters) {
        const { start, end } = spanOf(node.typeParameters as Node)
        // The engine takes the column of a call from what stands right before its parenthesis.
        if (source[end] === '(' && !/[\n\r]/.test(source.slice(start, end))) edits.remove(start, end)
        else edits.blank(start, end)
      }
      break
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const spine = leftSpine(node)
      for (const part of spine) eraseNode(part.right, part, edits, deeper(depth, part.right, part))
      const first = spine[spine.length - 1]
      if (first) eraseNode(first.left, first, edits, deeper(depth, first.left, first))
      return
    }
    case 'VariableDeclaration':
      if (node.kind === 'using' || node.kind === 'await using')
        throw new Refusal(REASONS.using, startOf(node))
      break
    case 'VariableDeclarator':
      eraseBinding(node.id, edits)
      if (node.definite) blankMark('!', node.id, edits)
      break
    case 'CatchClause':
      if (node.param) eraseBinding(node.param, edits)
      break
    case 'ClassDeclaration':
    case 'ClassExpression':
      eraseHeritage(node, edits)
      compileClass(node, edits)
      break
    default:
      if (isFunction(node)) eraseSignature(node, edits)
  }
  forEachChild(node, (child) => {
    if (node.type === 'ClassBody') eraseClassMember(child, edits)
    eraseNode(child, node, edits, deeper(depth, child, node))
  })
  if (endsByItself(node, parent) && source[endOf(node) - 1] !== ';') edits.endStatement(endOf(node))
}

function isLink({ type }: Node): boolean {
  return (
    type === 'ImportDeclaration' ||
    type === 'ExportNamedDeclaration' ||
    type === 'ExportDefaultDeclaration' ||
    type === 'ExportAllDeclaration'
  )
}

/** Erases what follows an expression, and keeps the expression together where an operator follows it. */
function eraseSuffix(
  node: t.TSAsExpression | t.TSSatisfiesExpression | t.TSNonNullExpression,
  parent: Node | null,
  edits: Edits,
): void {
  const inner = spanOf(node.expression)
  const end = endOf(node)
  if (node.type === 'TSNonNullExpression' && edits.source[end] === '(' && end === inner.end + 1)
    edits.remove(inner.end, end)
  else edits.blank(inner.end, end)
  if (parent?.type !== 'BinaryExpression' && parent?.type !== 'LogicalExpression') return
  if (node.type === 'TSNonNullExpression') return
  // `a + b as T * c` is `(a + b) * c`: the type had separated the operators.
  const { type } = node.expression
  if (
    parent.left === node &&
    (type === 'BinaryExpression' || type === 'TSAsExpression' || type === 'TSSatisfiesExpression')
  )
    edits.wrap(inner.start, inner.end, '(', ')')
}

/** Statements and class members that end without a semicolon of their own where a line ends. */
function endsByItself(node: Node, parent: Node | null): boolean {
  switch (node.type) {
    case 'VariableDeclaration':
      return (
        parent?.type !== 'ForStatement' &&
        parent?.type !== 'ForInStatement' &&
        parent?.type !== 'ForOfStatement'
      )
    case 'ExpressionStatement':
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ClassProperty':
    case 'ClassPrivateProperty':
    case 'ClassAccessorProperty':
    case 'ExportDefaultDeclaration':
    case 'ExportNamedDeclaration':
      return true
    default:
      return false
  }
}

function blankNode(node: Node, edits: Edits): void {
  const { start, end } = spanOf(node)
  edits.blank(start, end)
}

/** Erases the annotation of a binding, and the question mark of an optional one, in patterns too. */
function eraseBinding(pattern: Node, edits: Edits): void {
  switch (pattern.type) {
    case 'Identifier':
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      if (pattern.type !== 'RestElement' && pattern.optional) blankMark('?', pattern, edits)
      if (pattern.typeAnnotation) blankNode(pattern.typeAnnotation, edits)
      return
    case 'AssignmentPattern':
      eraseBinding(pattern.left, edits)
      return
    default:
  }
}

/** Blanks a `?` or `!` that stands right behind a binding. */
function blankMark(mark: string, pattern: Node, edits: Edits): void {
  const { source } = edits
  const annotation =
    'typeAnnotation' in pattern && pattern.typeAnnotation ? startOf(pattern.typeAnnotation) : endOf(pattern)
  const after = pattern.type === 'Identifier' ? identifierEnd(source, startOf(pattern)) : null
  const from = after === null ? source.lastIndexOf(mark, annotation) : skipTrivia(source, after)
  if (source[from] === mark) edits.blank(from, from + 1)
}

function eraseSignature(
  node: Node & { params: Node[]; returnType?: Node | null; typeParameters?: Node | null },
  edits: Edits,
): void {
  const { source } = edits
  const arrow = node.type === 'ArrowFunctionExpression'
  if (node.typeParameters) {
    const { start, end } = spanOf(node.typeParameters as Node)
    if (arrow) edits.blankInLine(start, end)
    else edits.blank(start, end)
  }
  for (const [index, param] of node.params.entries()) {
    if (param.type === 'TSParameterProperty') {
      eraseModifiers(param, param.parameter, edits)
      eraseBinding(param.parameter, edits)
    } else eraseBinding(param, edits)
    if (index > 0 || param.type !== 'Identifier' || param.name !== 'this') continue
    const next = skipTrivia(source, endOf(param))
    edits.blank(startOf(param), source[next] === ',' ? next + 1 : endOf(param))
  }
  if (!node.returnType) return
  const { start, end } = spanOf(node.returnType)
  if (!arrow) {
    edits.blank(start, end)
    return
  }
  // No line may end between `)` and `=>`.
  const lead = source.slice(0, start).trimEnd().length
  edits.blankInLine(lead, end)
}
