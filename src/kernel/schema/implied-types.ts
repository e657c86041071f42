import type { SchemaObject, TypeName } from './model.ts'

const KEYWORDS: Readonly<Record<'object' | 'array' | 'string' | 'number', readonly (keyof SchemaObject)[]>> =
  {
    object: [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'unevaluatedProperties',
    ],
    array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
    string: ['minLength', 'maxLength', 'pattern'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  }

/**
 * The types that a schema without `type` is about. Strictly such a schema lets every other type pass; whoever
 * writes `properties` means an object.
 */
export function impliedTypes(schema: SchemaObject): TypeName[] {
  const names = ['object', 'array', 'string', 'number'] as const
  return names.filter((name) => KEYWORDS[name].some((keyword) => schema[keyword] !== undefined))
}
