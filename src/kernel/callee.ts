import { endOf, forEachChild, isFunction, type Node, startOf } from './compile/ast.ts'
import { lineStarts } from './compile/frame.ts'
import { readCell } from './compile/read.ts'

type Call = Node & { callee: Node }

const CALLS: ReadonlySet<string> = new Set(['CallExpression', 'OptionalCallExpression', 'NewExpression'])
const isCall = (node: Node): node is Call => CALLS.has(node.type)

/** Longer ones say less than their last name. */
const MOST_CHARS = 60

/**
 * What is called at a place of a cell, as the cell writes it: the engine only says that it is no function.
 * Positions are 1-based. The engine notes a call at its name, and then whatever its arguments note, so a place
 * inside the arguments of several calls belongs to no one of them for sure: `undefined` then.
 */
export function calleeAt(source: string, line: number, column: number): string | undefined {
  const start = lineStarts(source)[line - 1]
  if (start === undefined) return undefined
  const place = start + column - 1
  const { text, program } = readCell(source, [])
  const calls: Call[] = []
  collect(program, place, calls)
  const [call] = calls
  const name = call && calls.length === 1 ? nameOf(call.callee, text) : undefined
  // There, the cell itself made the error that says so.
  return name === undefined || /Error$/.test(name) ? undefined : name
}

/** Calls that the place may belong to, in the innermost function around it. */
function collect(node: Node, place: number, calls: Call[]): void {
  if (isFunction(node) && startOf(node) < place) calls.length = 0
  if (isCall(node)) {
    const { callee } = node
    if (place > endOf(callee) || place === placeOf(callee)) calls.push(node)
  }
  forEachChild(node, (child) => {
    if (startOf(child) <= place && place < endOf(child)) collect(child, place, calls)
  })
}

const placeOf = (callee: Node): number =>
  callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression'
    ? startOf(callee.property)
    : startOf(callee)

function nameOf(callee: Node, text: string): string | undefined {
  const name = text.slice(startOf(callee), endOf(callee)).replace(/\s+/g, '')
  switch (callee.type) {
    case 'Identifier':
      return name
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      if (name.length <= MOST_CHARS) return name
      const last = text.slice(startOf(callee.property), endOf(callee.property))
      return last.length <= MOST_CHARS ? `….${last}` : undefined
    }
    default:
      return undefined
  }
}
