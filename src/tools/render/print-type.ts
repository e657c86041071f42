import { isIdentifier } from '../../kernel/names.ts'
import { quote } from './text.ts'
import { type Index, isNever, type ObjectNode, type Property, type TypeNode } from './type-tree.ts'

const LINE_WIDTH = 100

/** TypeScript text of a type: on one line when that is short, else objects with a property a line. */
export function printType(node: TypeNode, indent = '', room = LINE_WIDTH - indent.length): string {
  const short = compact(node)
  if (short.length <= room) return short
  const inside = `${indent}  `
  switch (node.type) {
    case 'object':
      return isRecordType(node) ? short : `{\n${members(node, inside)}${indent}}`
    case 'array':
      return isSuffixable(node.item)
        ? `${printType(node.item, indent)}[]`
        : `Array<${printType(node.item, indent)}>`
    case 'union':
      return node.members.map((member) => parenthesise(member, printType(member, indent))).join(' | ')
    case 'intersection':
      return node.members.map((member) => parenthesise(member, printType(member, indent))).join(' & ')
    case 'tuple':
      return `[${tupleItems(node, (item) => printType(item, indent)).join(', ')}]`
    case 'keyword':
    case 'literal':
    case 'reference':
      return short
  }
}

function members(node: ObjectNode, indent: string): string {
  const lines = node.properties.map((property) => {
    const name = propertyName(property)
    const comment = property.comment === '' ? '' : `${indent}/** ${property.comment} */\n`
    return `${comment}${indent}${name}: ${printType(property.value, indent, LINE_WIDTH - indent.length - name.length)};\n`
  })
  if (node.index !== null)
    lines.push(`${indent}${indexSignature(node.index, printType(node.index.value, indent))};\n`)
  return lines.join('')
}

function compact(node: TypeNode): string {
  switch (node.type) {
    case 'keyword':
      return node.name
    case 'literal':
      return typeof node.value === 'string' ? quote(node.value) : String(node.value)
    case 'reference':
      return node.name
    case 'array':
      return isSuffixable(node.item) ? `${compact(node.item)}[]` : `Array<${compact(node.item)}>`
    case 'tuple':
      return `[${tupleItems(node, compact).join(', ')}]`
    case 'union':
      return node.members.map((member) => parenthesise(member, compact(member))).join(' | ')
    case 'intersection':
      return node.members.map((member) => parenthesise(member, compact(member))).join(' & ')
    case 'object':
      return compactObject(node)
  }
}

function compactObject(node: ObjectNode): string {
  if (isRecordType(node) && node.index !== null) return `Record<string, ${compact(node.index.value)}>`
  const parts = node.properties.map((property) => {
    const comment = property.comment === '' ? '' : `/** ${property.comment} */ `
    return `${comment}${propertyName(property)}: ${compact(property.value)}`
  })
  if (node.index !== null) parts.push(indexSignature(node.index, compact(node.index.value)))
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`
}

/** An alias may not refer to itself inside `Record<…>`, but it may in an index signature. */
function isRecordType(node: ObjectNode): boolean {
  if (node.properties.length > 0 || node.index === null || node.index.comment !== '') return false
  return isNever(node.index.value) || !JSON.stringify(node.index.value).includes('"type":"reference"')
}

function indexSignature(index: Index, value: string): string {
  const comment = index.comment === '' ? '' : `/** ${index.comment} */ `
  return `${comment}[key: string]: ${value}`
}

function propertyName({ key, optional }: Property): string {
  // Letters beyond ASCII are valid, but different characters may look alike: quoted they are at least marked.
  const plain = isIdentifier(key) && /^[\w$]+$/.test(key) && key !== '__proto__'
  return `${plain ? key : quote(key)}${optional ? '?' : ''}`
}

/** `string[]`, but `Array<string | number>`: a suffix would bind to the last member only. */
function isSuffixable(node: TypeNode): boolean {
  if (node.type === 'array') return isSuffixable(node.item)
  return node.type === 'keyword' || node.type === 'reference' || node.type === 'tuple'
}

function suffixed(item: TypeNode, text: string): string {
  return item.type === 'union' || item.type === 'intersection' ? `(${text})[]` : `${text}[]`
}

function parenthesise(node: TypeNode, text: string): string {
  return node.type === 'union' || node.type === 'intersection' ? `(${text})` : text
}

function tupleItems(node: Extract<TypeNode, { type: 'tuple' }>, print: (item: TypeNode) => string): string[] {
  const items = node.items.map(({ value, optional }) => {
    if (!optional) return print(value)
    return isSuffixable(value) || value.type === 'literal' ? `${print(value)}?` : `(${print(value)})?`
  })
  // With `...Array<T>` TypeScript refuses a tuple that contains itself.
  if (node.rest !== null) items.push(`...${suffixed(node.rest, print(node.rest))}`)
  return items
}
