import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../kernel/types.ts'
import {
  checkSchema,
  completeInput,
  issuesMessage,
  validateInput,
  validateOutput,
} from '../kernel/validate.ts'
import { arbitraryNonsense, arbitrarySchema, arbitraryValue } from './cases/arbitrary-schema.ts'
import { literalValue } from './cases/compile.ts'
import cases from './cases/types.json' with { type: 'json' }

interface TypeCase {
  id: string
  schema?: JsonSchema
  accepts: string[]
  rejects: string[]
}

describe.each(cases as TypeCase[])('types.json: $id', ({ schema, accepts, rejects }) => {
  const tool = schema === undefined ? {} : { inputSchema: schema }

  test.each(accepts)('accepts %s', (expression) => {
    expect(validateInput(tool, literalValue(expression))).toEqual({ ok: true })
  })

  test.each(rejects)('rejects %s', (expression) => {
    expect(validateInput(tool, literalValue(expression)).ok).toBe(false)
  })

  test('has no fault of its own', () => {
    expect(checkSchema(schema ?? true)).toEqual([])
  })
})

function issues(schema: JsonSchema, value: unknown): string[] {
  const result = validateInput({ inputSchema: schema }, value)
  return result.ok ? [] : result.issues.map(({ path, expected, got }) => `${path} | ${expected} | ${got}`)
}

const FLIGHT = {
  type: 'object',
  properties: {
    origin: { type: 'string', pattern: '^[A-Z]{3}$' },
    date: { type: 'string', format: 'date' },
    limit: { type: 'integer', minimum: 1, maximum: 200 },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
    },
  },
  required: ['origin'],
  additionalProperties: false,
} as const

test.each<[unknown, string[]]>([
  [{ origin: 'SEA', date: '2001-02-28', limit: 200, rows: [{ id: 1 }] }, []],
  [{ origin: 'sea' }, ['$.origin | string matching /^[A-Z]{3}$/ | string "sea"']],
  [
    { orgin: 'SEA' },
    [
      '$ | a property "origin" (string matching /^[A-Z]{3}$/) | nothing',
      '$.orgin | no property of this name (did you mean "origin"?) | string "SEA"',
    ],
  ],
  [{ origin: 'SEA', limit: 1000 }, ['$.limit | integer from 1 to 200 | number 1000']],
  [{ origin: 'SEA', limit: 1.5 }, ['$.limit | integer from 1 to 200 | number 1.5']],
  [
    { origin: 'SEA', date: '2001/02/28' },
    ['$.date | string: date such as "2001-02-28" | string "2001/02/28"'],
  ],
  [
    { origin: 'SEA', rows: [{ id: 1 }, {}, { id: 'x' }] },
    ['$.rows[1] | a property "id" (number) | nothing', '$.rows[2].id | number | string "x"'],
  ],
  [{ origin: 'SEA', limit: undefined }, []],
  [undefined, ['$ | a property "origin" (string matching /^[A-Z]{3}$/) | nothing']],
  [[], ['$ | object with "origin" | empty array']],
])('names the place, what was expected and what stands there: %j', (value, expected) => {
  expect(issues(FLIGHT, value)).toEqual(expected)
})

describe('alternatives', () => {
  const circle = {
    type: 'object',
    properties: { kind: { const: 'circle' }, r: { type: 'number' } },
    required: ['kind', 'r'],
  }
  const square = {
    type: 'object',
    properties: { kind: { const: 'square' }, a: { type: 'number' } },
    required: ['kind', 'a'],
  }

  test.each<[JsonSchema, unknown, string[]]>([
    [{ oneOf: [circle, square] }, { kind: 'square', a: '1' }, ['$.a | number | string "1"']],
    [
      { oneOf: [circle, square] },
      { kind: 'cube', a: 1 },
      ['$.kind | one of "circle", "square" | string "cube"'],
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 3, ['$ | string or null | number 3']],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c', ['$ | one of "a", "b" | string "c"']],
    [
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      3,
      ['$ | exactly one of 2 forms, not several (1, 2) | number 3'],
    ],
    [{ not: { type: 'string' } }, 'x', ['$ | anything but string | string "x"']],
  ])('%j on %j', (schema, value, expected) => {
    expect(issues(schema, value)).toEqual(expected)
  })
})

test.each<[JsonSchema, unknown, boolean]>([
  [{ type: 'string', nullable: true }, null, true],
  [{ enum: ['a'], nullable: true }, null, true],
  [{ type: 'string', nullable: true }, 3, false],
  [{ minimum: 3, exclusiveMinimum: true }, 3, false],
  [{ items: [{ type: 'string' }], additionalItems: false }, ['a'], true],
  [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 'b'], false],
  [{ dependencies: { a: ['b'] } }, { a: 1 }, false],
  [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/definitions/S',
      type: 'number',
      definitions: { S: { type: 'string' } },
    },
    's',
    true,
  ],
  [{ $ref: '#/$defs/S', maxLength: 1, $defs: { S: { type: 'string' } } }, 'ss', false],
  [{ $ref: '#/$defs/a~1b%25', $defs: { 'a/b%': { type: 'string' } } }, 1, false],
  [{ $ref: '#here', $defs: { x: { $anchor: 'here', type: 'string' } } }, 1, false],
  [
    {
      $id: 'https://example.org/s.json',
      $ref: 'point.json',
      $defs: { p: { $id: 'point.json', type: 'string' } },
    },
    1,
    false,
  ],
  [{ properties: { n: { $ref: '#' } }, required: ['v'] }, { v: 1, n: {} }, false],
  [{ $dynamicRef: '#node', $defs: { n: { $dynamicAnchor: 'node', type: 'string' } } }, 1, false],
  [{ multipleOf: 0.1 }, 0.3, true],
  [{ multipleOf: 0.1 }, 0.35, false],
  [{ maxLength: 1 }, '😀', true],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    false,
  ],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1 }, true],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 1 }, false],
  [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], false],
  [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { properties: { k: { const: 1 } } }, then: { required: ['x'] }, else: { required: ['y'] } },
    { k: 1 },
    false,
  ],
  [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], false],
  [{ format: 'date-time' }, '2024-01-01T00:00:00Z', true],
  [{ format: 'date-time' }, '2024-02-30T00:00:00Z', false],
  [{ format: 'constructor' }, 'x', true],
  [false, undefined, true],
  [false, {}, false],
])('%j on %j: %j', (schema, value, fits) => {
  expect(validateInput({ inputSchema: schema }, value).ok).toBe(fits)
})

test('a property called __proto__ is an ordinary one', () => {
  const schema = {
    properties: Object.fromEntries([['__proto__', { type: 'number' }]]),
    required: ['__proto__'],
    additionalProperties: false,
  }
  expect(issues(schema, Object.fromEntries([['__proto__', 1]]))).toEqual([])
  expect(issues(schema, Object.fromEntries([['__proto__', 'x']]))).toEqual([
    '$.__proto__ | number | string "x"',
  ])
  expect(issues(schema, {})).toEqual(['$ | a property "__proto__" (number) | nothing'])
})

test('at most 20 issues, however many there are', () => {
  const rows = Array.from({ length: 100_000 }, () => ({ id: 'x' }))
  expect(issues({ items: { properties: { id: { type: 'number' } } } }, rows)).toHaveLength(20)
})

test('a schema whose alternatives repeat themselves at each level does not multiply', () => {
  const form = (name: string) => ({
    properties: { next: { $ref: '#/$defs/T' }, [name]: true },
    required: [name],
  })
  const schema = { $ref: '#/$defs/T', $defs: { T: { anyOf: [form('x'), form('y')] } } }
  let value: Json = { y: 1 }
  for (let level = 0; level < 60; level++) value = { next: value, y: 1 }
  expect(issues(schema, value)).toEqual([])
})

test('values that are too deep are refused, not followed', () => {
  let value: Json = {}
  for (let level = 0; level < 100_000; level++) value = { next: value }
  const schema = { $ref: '#/$defs/T', $defs: { T: { properties: { next: { $ref: '#/$defs/T' } } } } }
  expect(issues(schema, value)[0]).toMatch(/at most 500 levels deep/)
  expect(issues({ uniqueItems: true }, [value, value])[0]).toMatch(/levels deep/)
})

test('a pattern that could take for ever is only tested on short texts', () => {
  const schema = { pattern: '^(a+)+$' }
  expect(issues(schema, 'b')).toHaveLength(1)
  expect(issues(schema, `${'a'.repeat(5_000)}b`)).toEqual([])
  expect(checkSchema(schema)[0]).toMatch(/#\/pattern: .*very long to match/)
})

test('the message for a cell names the tool, the places and both sides', () => {
  const result = validateInput({ inputSchema: FLIGHT }, { origin: 'SEA', limit: 0 })
  expect(issuesMessage('search_flights', result.ok ? [] : result.issues)).toBe(
    'The input of "search_flights" does not fit its schema. $.limit: expected integer from 1 to 200, got number 0',
  )
})

test('a missing input is an empty object where that fits', () => {
  expect(completeInput({ inputSchema: { type: 'object' } }, undefined)).toEqual({})
  expect(completeInput({ inputSchema: { type: 'string' } }, undefined)).toBeUndefined()
  expect(completeInput({}, undefined)).toBeUndefined()
  expect(completeInput({ inputSchema: { type: 'object' } }, 3)).toBe(3)
  expect(issues({ type: 'string' }, undefined)).toEqual(['$ | string | nothing'])
})

test('outputs are checked against the output schema alone', () => {
  expect(validateOutput({ outputSchema: { type: 'number' } }, 'x').ok).toBe(false)
  expect(validateOutput({}, 'x').ok).toBe(true)
})

test.each<[unknown, RegExp]>([
  [3, /^#: a schema has to be an object/],
  [{ type: 'strng' }, /^#\/type: "strng" is no JSON Schema type; did you mean "string"/],
  [{ type: 'int' }, /did you mean "integer"/],
  [{ properties: { a: { required: true } } }, /^#\/properties\/a\/required: has to be a list/],
  [{ $ref: 'https://example.org/x.json' }, /^#\/\$ref: "https:\/\/example.org\/x.json" leads nowhere/],
  [{ properties: { 'a/b': { $ref: '#/nope' } } }, /^#\/properties\/a~1b\/\$ref/],
  [{ $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }, /"A" refers to itself/],
  [{ anyOf: [] }, /^#\/anyOf: has to be a list with at least one/],
  [{ pattern: '[' }, /^#\/pattern: is not a valid regular expression/],
  [{ minimum: '3' }, /^#\/minimum: has to be a number/],
  [{ enum: [] }, /^#\/enum: the list is empty/],
  [{ items: 'string' }, /^#\/items: a schema has to be an object/],
])('checkSchema(%j) says what is wrong', (schema, problem) => {
  expect(checkSchema(schema)[0]).toMatch(problem)
})

test('a schema that contains itself is reported', () => {
  const schema: Record<string, unknown> = { type: 'object' }
  schema.properties = { self: schema }
  expect(checkSchema(schema)[0]).toMatch(/contains itself/)
  expect(validateInput({ inputSchema: schema }, { self: { self: 1 } }).ok).toBe(true)
})

test('long chains of references are read and refused in reasonable time', () => {
  const definitions: Record<string, JsonSchema> = { d15000: { type: 'string' } }
  for (let index = 0; index < 15_000; index++) definitions[`d${index}`] = { $ref: `#/$defs/d${index + 1}` }
  expect(issues({ $ref: '#/$defs/d0', $defs: definitions }, 's')[0]).toMatch(/levels deep/)
})

describe('properties', () => {
  test('agrees with an independent validator', () => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryValue, (schema, value) => {
        const judge = judgement(schema, value)
        fc.pre(judge !== null && !checkSchema(schema).some((problem) => problem.includes('itself')))
        expect(validateInput({ inputSchema: schema }, value).ok).toBe(judge)
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  test('never throws, for any schema and any value', () => {
    fc.assert(
      fc.property(arbitraryNonsense, fc.anything({ withBigInt: true, withDate: true }), (schema, value) => {
        checkSchema(schema)
        const result = validateInput({ inputSchema: schema as JsonSchema }, value)
        if (!result.ok) expect(result.issues.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  }, 60_000)
})

/** `null` when the other validator gives up, as it does on references without end. */
function judgement(schema: object, value: unknown): boolean | null {
  try {
    return new Validator(structuredClone(schema), '2020-12').validate(value).valid
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
