import type * as t from '@babel/types'
import { endOf, isTypeOnly, type Node, spanOf, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { skipTrivia, wordAt } from './trivia.ts'

/** Erases what a class head says to the type checker only. */
export function eraseHeritage(node: t.ClassDeclaration | t.ClassExpression, edits: Edits): void {
  const { source } = edits
  const start = startOf(node)
  if (wordAt(source, start) === 'abstract') edits.blank(start, start + 'abstract'.length)
  for (const types of [node.typeParameters, node.superTypeParameters]) {
    if (!types) continue
    const span = spanOf(types)
    edits.blank(span.start, span.end)
  }
  const first = node.implements?.[0]
  const last = node.implements?.at(-1)
  if (!first || !last) return
  const head = [node.id, node.typeParameters, node.superClass, node.superTypeParameters]
  const from = Math.max(start + 'class'.length, ...head.map((part) => (part ? endOf(part) : 0)))
  let keyword = skipTrivia(source, from)
  // Past `class` of an abstract class without a name.
  while (keyword < startOf(first) && wordAt(source, keyword) !== 'implements') keyword++
  edits.blank(keyword, endOf(last))
}

const ERASED_MODIFIERS = new Set([
  'public',
  'private',
  'protected',
  'readonly',
  'override',
  'abstract',
  'declare',
])

/** Erases modifiers, marks and annotations of one class member; whole members that are types only stay untouched. */
export function eraseClassMember(member: Node, edits: Edits): void {
  if (isTypeOnly(member)) return
  switch (member.type) {
    case 'ClassProperty':
    case 'ClassPrivateProperty':
    case 'ClassAccessorProperty': {
      eraseModifiers(member, member.key, edits)
      const annotation = member.typeAnnotation
      if (annotation) edits.blank(startOf(annotation), endOf(annotation))
      eraseMark(member.key, edits)
      return
    }
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      eraseModifiers(member, member.key, edits)
      eraseMark(member.key, edits)
      return
    default:
  }
}

/** Blanks the modifiers in front of a member or parameter. */
export function eraseModifiers(member: Node, key: Node, edits: Edits): void {
  const { source } = edits
  const limit = startOf(key)
  let at = startOf(member)
  for (;;) {
    at = skipTrivia(source, at)
    if (at >= limit) return
    const word = wordAt(source, at)
    if (!word) return
    if (ERASED_MODIFIERS.has(word)) {
      // What follows may be `*` or `[`, which would join a field without semicolon before it.
      if (at === startOf(member) && member.type !== 'TSParameterProperty')
        edits.blankStatement(at, at + word.length)
      else edits.blank(at, at + word.length)
    }
    at += word.length
  }
}

/** Blanks the `?` or `!` behind a member's name. */
function eraseMark(key: Node, edits: Edits): void {
  const { source } = edits
  let at = skipTrivia(source, endOf(key))
  if (source[at] === ']') at = skipTrivia(source, at + 1)
  if (source[at] === '?' || source[at] === '!') edits.blank(at, at + 1)
}
