import type * as t from '@babel/types'
import {
  endOf,
  forEachBound,
  forEachChild,
  isFunction,
  isTypeOnly,
  type Node,
  spanOf,
  startOf,
} from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { freshName, skipTrivia, wordAt } from './trivia.ts'

/** Compiles what a class declares beside its members: parameter properties and `accessor` fields. */
export function compileClass(node: t.ClassDeclaration | t.ClassExpression, edits: Edits): void {
  for (const member of node.body.body) {
    if (isTypeOnly(member)) continue
    if (member.type === 'ClassMethod' && member.kind === 'constructor')
      parameterProperties(node, member, edits)
    if (member.type === 'ClassAccessorProperty') accessor(member, edits)
  }
}

/** `constructor(private x: number)`: a field `x`, set first thing, or right after `super(…)`. */
function parameterProperties(
  node: t.ClassDeclaration | t.ClassExpression,
  constructor_: t.ClassMethod,
  edits: Edits,
): void {
  const names: string[] = []
  for (const param of constructor_.params)
    if (param.type === 'TSParameterProperty') forEachBound(param, (id) => names.push(id.name))
  if (names.length === 0) return
  for (const member of node.body.body) refuseEarlyRead(member, names)
  const brace = startOf(node.body) + 1
  edits.insertAfter(
    brace,
    ` ${names.map((name) => `${name};`).join(' ')}`,
    startOf(constructor_),
    startOf(node.body),
  )
  const assignments = names.map((name) => `this.${name} = ${name}`)
  const body = startOf(constructor_.body) + 1
  if (!node.superClass) {
    edits.insertAfter(body, ` ${assignments.join('; ')};`, startOf(constructor_), body - 1)
    return
  }
  let calls = 0
  const visit = (child: Node, parent: Node): void => {
    if (child.type === 'CallExpression' && child.callee.type === 'Super') {
      calls++
      const { start, end } = spanOf(child)
      if (parent.type === 'ExpressionStatement')
        edits.insertAfter(end, `, ${assignments.join(', ')}`, start, start)
      else edits.wrap(start, end, '(', `, ${assignments.join(', ')}, this)`)
    }
    if (isFunction(child) && child.type !== 'ArrowFunctionExpression') return
    if (child.type === 'ClassDeclaration' || child.type === 'ClassExpression') return
    forEachChild(child, (next) => visit(next, child))
  }
  visit(constructor_.body, constructor_)
  if (calls === 0)
    throw new Refusal(
      'A constructor with parameter properties in a derived class must call `super(…)`.',
      startOf(constructor_),
    )
}

/** `accessor x = 1`: a private field with a getter and a setter. */
function accessor(member: t.ClassAccessorProperty, edits: Edits): void {
  const { source } = edits
  const { key } = member
  if (member.computed)
    throw new Refusal(
      '`accessor` with a computed name is not supported: write a getter and a setter.',
      startOf(member),
    )
  const name = source.slice(startOf(key), endOf(key))
  const storage = freshName(source, `#${name.replace(/[^\p{ID_Continue}$]/gu, '') || 'field'}_`)
  const fixed = member.static ? 'static ' : ''
  const keyword = keywordBefore(source, startOf(member), startOf(key))
  edits.overwrite(keyword, keyword + 'accessor'.length, '')
  edits.overwrite(startOf(key), endOf(key), storage)
  const end = source[endOf(member) - 1] === ';' ? '' : ';'
  const accessors = `${end} ${fixed}get ${name}(){return this.${storage}} ${fixed}set ${name}(v){this.${storage} = v}`
  edits.continueStatement(endOf(member))
  edits.insertAfter(endOf(member), accessors, startOf(key), startOf(member))
}

function keywordBefore(source: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    at = skipTrivia(source, at)
    const word = wordAt(source, at)
    if (word === 'accessor') return at
    at += Math.max(1, word.length)
  }
  return from
}

/** Fields are initialised before the constructor's body sets the parameter properties. */
function refuseEarlyRead(member: Node, names: string[]): void {
  if (member.type !== 'ClassProperty' && member.type !== 'ClassPrivateProperty') return
  if (member.static || !member.value) return
  const visit = (node: Node): void => {
    if (isFunction(node) || node.type === 'ClassExpression') return
    if (
      node.type === 'MemberExpression' &&
      node.object.type === 'ThisExpression' &&
      node.property.type === 'Identifier' &&
      names.includes(node.property.name)
    ) {
      const { name } = node.property
      throw new Refusal(
        `\`this.${name}\` is a parameter property and not set yet when a field is initialised: assign the field in the constructor.`,
        startOf(node),
      )
    }
    forEachChild(node, visit)
  }
  visit(member.value)
}
