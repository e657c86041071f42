import { type OutputUnit, Validator } from '@cfworker/json-schema'
import type { JsonSchema } from './types.ts'

export interface Issue {
  path: string
  expected: string
  got: string
}

const validators = new WeakMap<object, Validator>()

/** Disagreements between a value and a schema; the schema is interpreted, no code is generated. */
export function validateValue(schema: JsonSchema, value: unknown): Issue[] {
  if (schema === true) return []
  if (schema === false) return [{ path: '$', expected: 'nothing', got: JSON.stringify(value) }]
  let validator = validators.get(schema)
  if (!validator) {
    validator = new Validator(schema as never, '2020-12', false)
    validators.set(schema, validator)
  }
  const result = validator.validate(value === undefined ? {} : value)
  return result.valid
    ? []
    : result.errors.map((unit: OutputUnit) => ({
        path: unit.instanceLocation.replace('#', '$').replaceAll('/', '.'),
        expected: unit.error,
        got: 'something else',
      }))
}
