import type * as t from '@babel/types'
import { forEachNode, isFunction, type Node, spanOf, startOf } from './ast.ts'
import type { Edits } from './edits.ts'
import { Refusal } from './failure.ts'
import { skipTrivia } from './trivia.ts'

type EnumValue = string | number | undefined

/** What is known about the members of an enum, those of the same name before it included. */
export type EnumValues = Map<string, EnumValue>

/** Looks up a member of another enum of the cell by the enum's name. */
export type EnumLookup = (name: string) => EnumValues | undefined

export interface EnumPlace {
  /** What stands in front of the object: `var Color =`, `N.Color =`. */
  assign: string
  /** The object that the members are added to: `{}`, or the enum so far. */
  target: string
  /** Name of the object inside. */
  param: string
}

export const memberName = (member: t.TSEnumMember): string =>
  member.id.type === 'Identifier' ? member.id.name : member.id.value

/**
 * Turns an enum into a call of a function that fills an object, in place: initialisers stay where they are. Numbers
 * get their way back from value to name, strings do not.
 */
export function compileEnum(
  node: t.TSEnumDeclaration,
  place: EnumPlace,
  values: EnumValues,
  lookup: EnumLookup,
  edits: Edits,
): void {
  const { source } = edits
  const { start, end } = spanOf(node)
  const brace = skipTrivia(source, spanOf(node.id).end)
  const { param } = place
  edits.overwrite(start, brace + 1, `${place.assign} ((${param}) => {`)
  let next: number | null = 0
  for (const member of node.members) {
    const span = spanOf(member)
    const name = memberName(member)
    const key = JSON.stringify(name)
    const { initializer } = member
    if (!initializer) {
      if (next === null) {
        const message = `The enum member \`${name}\` needs a value: the one before it is no constant number.`
        throw new Refusal(message, span.start)
      }
      edits.overwrite(span.start, span.end, `${param}[${param}[${key}] = ${numberText(next)}] = ${key}`)
      values.set(name, next)
      next++
    } else {
      refuseAwait(initializer)
      const value = constantOf(initializer, values, lookup)
      const init = spanOf(initializer)
      if (typeof value === 'string' || isString(initializer)) {
        edits.overwrite(span.start, init.start, `${param}[${key}] = `)
      } else {
        edits.overwrite(span.start, init.start, `${param}[${param}[${key}] = `)
        edits.insertAfter(init.end, `] = ${key}`, init.start, init.start)
      }
      values.set(name, value)
      next = typeof value === 'number' ? value + 1 : null
    }
    const after = skipTrivia(source, span.end)
    if (source[after] === ',') edits.overwrite(after, after + 1, ';')
    else edits.insertAfter(span.end, ';', span.start, span.start)
  }
  edits.overwrite(end - 1, end, `return ${param} })(${place.target});`)
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** The initialisers run inside a plain function. */
function refuseAwait(node: Node): void {
  if (node.type === 'AwaitExpression')
    throw new Refusal('`await` cannot stand in an enum: compute the value before it.', startOf(node))
  if (!isFunction(node)) forEachNode(node, refuseAwait)
}

/** Whether the expression is a string by its form, its value known or not. */
function isString(node: Node): boolean {
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return true
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return isString(node.expression)
    case 'BinaryExpression':
      return node.operator === '+' && (isString(node.left) || isString(node.right))
    default:
      return false
  }
}

function constantOf(node: Node, values: EnumValues, lookup: EnumLookup): EnumValue {
  const evaluate = (inner: Node): EnumValue => constantOf(inner, values, lookup)
  switch (node.type) {
    case 'NumericLiteral':
    case 'StringLiteral':
      return node.value
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return evaluate(node.expression)
    case 'Identifier':
      if (values.has(node.name)) return values.get(node.name)
      return node.name === 'NaN'
        ? Number.NaN
        : node.name === 'Infinity'
          ? Number.POSITIVE_INFINITY
          : undefined
    case 'MemberExpression': {
      if (node.object.type !== 'Identifier') return undefined
      const key = node.computed
        ? evaluate(node.property)
        : node.property.type === 'Identifier'
          ? node.property.name
          : undefined
      return typeof key === 'string' ? lookup(node.object.name)?.get(key) : undefined
    }
    case 'TemplateLiteral': {
      let text = node.quasis[0]?.value.cooked ?? ''
      for (const [index, part] of node.expressions.entries()) {
        const value = evaluate(part)
        if (value === undefined) return undefined
        text += `${value}${node.quasis[index + 1]?.value.cooked ?? ''}`
      }
      return text
    }
    case 'UnaryExpression': {
      const value = evaluate(node.argument)
      if (typeof value !== 'number') return undefined
      if (node.operator === '-') return -value
      if (node.operator === '+') return value
      return node.operator === '~' ? ~value : undefined
    }
    case 'BinaryExpression': {
      const left = evaluate(node.left)
      const right = evaluate(node.right)
      if (left === undefined || right === undefined) return undefined
      if (typeof left === 'string' || typeof right === 'string')
        return node.operator === '+' ? `${left}${right}` : undefined
      return arithmetic(node.operator, left, right)
    }
    default:
      return undefined
  }
}

function arithmetic(operator: string, left: number, right: number): EnumValue {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
    case '**':
      return left ** right
    case '<<':
      return left << right
    case '>>':
      return left >> right
    case '>>>':
      return left >>> right
    case '&':
      return left & right
    case '|':
      return left | right
    case '^':
      return left ^ right
    default:
      return undefined
  }
}
