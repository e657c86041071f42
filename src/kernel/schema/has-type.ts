import type { TypeName } from './model.ts'

export function hasType(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type
  }
}
