import fc from 'fast-check'

const KEYS = ['a', 'b', 'c', 'a-b', 'class', '__proto__', 'x"y', '工具']
const key = fc.constantFrom(...KEYS)
const DEFINITIONS = ['One', 'Two', 'Tree']

/** Small JSON values over few keys and numbers, so that random schemas and values often meet. */
export const arbitraryValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 2, 3, 1.5, -1, '', 'a', 'b', 'abc', '*/', '`x`'),
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf(tie('value')),
  ),
})).value

/** Objects with own keys only, `__proto__` included, as JSON.parse makes them. */
function objectOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))
}

const count = fc.integer({ min: 0, max: 4 })

function keywordsOf(schema: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const some = { requiredKeys: [] as [] }
  const typeName = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
  const leaf = fc.record(
    {
      type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
      enum: fc.array(arbitraryValue, { minLength: 1, maxLength: 3 }),
      const: arbitraryValue,
      minimum: count,
      exclusiveMaximum: count,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b+$', '[abc]'),
      description: fc.constantFrom('plain', 'ends */ here', 'line\nbreak `x`', '', '@param {x'),
      default: arbitraryValue,
    },
    some,
  )
  const arrays = fc.record(
    {
      prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
      items: schema,
      contains: schema,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
    },
    some,
  )
  const objects = fc.record(
    {
      properties: objectOf(schema),
      required: fc.uniqueArray(key, { maxLength: 2 }),
      additionalProperties: schema,
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), schema, { maxKeys: 1 }),
      propertyNames: schema,
      minProperties: count,
      dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), fc.uniqueArray(key, { maxLength: 2 })),
    },
    some,
  )
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const combined = fc.record(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { allOf: list, anyOf: list, oneOf: list, not: schema, if: schema, then: schema, else: schema },
    some,
  )
  const reference = fc.constantFrom(...DEFINITIONS).map((name) => ({ $ref: `#/$defs/${name}` }))
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: arrays },
    { weight: 3, arbitrary: objects },
    { weight: 2, arbitrary: combined },
    { weight: 1, arbitrary: reference },
    { weight: 1, arbitrary: fc.tuple(leaf, objects, combined).map((parts) => Object.assign({}, ...parts)) },
  )
}

const tree = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), keywordsOf(tie('schema'))),
}))

/** Well-formed schemas with definitions that refer to each other, some of them without end. */
export const arbitrarySchema: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(keywordsOf(tree.schema), fc.tuple(tree.schema, tree.schema, tree.schema))
  .map(([root, definitions]) => ({
    ...root,
    $defs: Object.fromEntries(DEFINITIONS.map((name, index) => [name, definitions[index]])),
  }))

/** Anything at all, with schema keywords as frequent keys. */
export const arbitraryNonsense: fc.Arbitrary<unknown> = fc.anything({
  key: fc.constantFrom(
    'type',
    'properties',
    'items',
    '$ref',
    'enum',
    'anyOf',
    'required',
    'pattern',
    '__proto__',
    'x',
  ),
  maxDepth: 5,
  withNullPrototype: true,
  withBigInt: true,
  withDate: true,
  withMap: true,
})
