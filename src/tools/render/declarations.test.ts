import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dialect, JsonSchema, ToolManifest } from '../../kernel/types.ts'
import { arbitraryNonsense, arbitrarySchema } from '../cases/arbitrary-schema.ts'
import { syntaxErrors, typeErrors, withoutComments } from '../cases/compile.ts'
import cases from '../cases/types.json' with { type: 'json' }
import { ToolNameError } from '../names.ts'
import { renderDeclarations } from './declarations.ts'

interface TypeCase {
  id: string
  schema?: JsonSchema
  accepts: string[]
  rejects: string[]
  absent?: string[]
}

const DIALECTS = ['tools', 'external', 'codeact'] as const

function tool(name: string, inputSchema?: JsonSchema, outputSchema?: JsonSchema): ToolManifest {
  return { name, description: 'Does it.', inputSchema, outputSchema }
}

/** How each dialect writes a call; `get-thing` is no identifier. */
const CALLS: [Dialect, string, (input: string) => string][] = [
  ['tools', 'my_tool', (input) => `tools.myTool(${input})`],
  ['tools', 'odd.name', (input) => `tools["odd.name"](${input})`],
  ['external', 'get-thing', (input) => `external_get_thing(${input})`],
  ['codeact', 'my_tool', (input) => `my_tool(${input})`],
  ['codeact', 'my_tool', (input) => `callTool("my_tool", ${input})`],
  ['codeact', 'get-thing', (input) => `callTool("get-thing", ${input})`],
]

const typeCases = cases as TypeCase[]
const fileOf = (call: string, id: string, expression: string) => `/${call}/${id}/${expression}.ts`

/** All of them in one compilation: each has to read the language's own types. */
const typeCaseErrors = typeErrors(
  new Map(
    CALLS.flatMap(([dialect, name, call]) =>
      typeCases.flatMap(({ id, schema, accepts, rejects }) => {
        const declarations = renderDeclarations([tool(name, schema)], dialect)
        return [...accepts, ...rejects].map((expression): [string, string] => [
          fileOf(call('…'), id, expression),
          `${declarations}\nvoid ${call(expression)}`,
        ])
      }),
    ),
  ),
)

describe.each(CALLS)('types.json in %s, tool %s', (dialect, name, call) => {
  function errorsOf(id: string, expression: string): string[] {
    const errors = typeCaseErrors.get(fileOf(call('…'), id, expression))
    if (errors === undefined) throw new Error(`${expression} was not compiled`)
    return errors
  }

  test.each(typeCases)('$id', ({ id, schema, accepts, rejects, absent = [] }) => {
    for (const expression of accepts) expect([expression, errorsOf(id, expression)]).toEqual([expression, []])
    for (const expression of rejects)
      expect([expression, errorsOf(id, expression)]).not.toEqual([expression, []])
    const bare = withoutComments(renderDeclarations([tool(name, schema)], dialect))
    for (const text of absent) expect(bare).not.toContain(text)
  })
})

/** What follows `input` in the declaration. */
function input(schema: JsonSchema): string {
  const text = renderDeclarations([{ name: 't', inputSchema: schema }], 'external')
  return text.replace(/^declare function external_t\(/m, '').replace(/\): Promise<unknown>;\n$/, '')
}

test.each<[string, JsonSchema, string]>([
  ['a nullable text', { type: 'string', nullable: true }, 'input: string | null'],
  [
    'a union in a list',
    { type: 'array', items: { type: ['string', 'null'] } },
    'input: Array<string | null>',
  ],
  ['an object as a constant', { const: { a: [1, 'x', null] } }, 'input: { a: [1, "x", null] }'],
  ['values outside the type', { type: 'string', enum: ['a', 1] }, 'input: "a"'],
  ['true and false', { enum: [true, false, null] }, 'input: boolean | null'],
  [
    'a tuple with the rest open',
    { type: 'array', prefixItems: [{ type: 'string' }] },
    'input: [string, ...unknown[]]',
  ],
  [
    'an older tuple',
    { type: 'array', items: [{ type: 'string' }, {}], additionalItems: { type: 'number' } },
    'input: [string, unknown, ...number[]]',
  ],
  [
    'a tuple that may be short',
    { prefixItems: [{ type: 'string' }, { enum: ['a', 'b'] }], minItems: 1, items: false, type: 'array' },
    '/** @param input at least 1 item */\ninput: [string, ("a" | "b")?]',
  ],
  [
    'other properties of another type',
    { properties: { n: { type: 'number' } }, additionalProperties: { type: 'string' } },
    'input?: { n?: number; [key: string]: string | number | undefined }',
  ],
  [
    'free properties',
    { properties: { n: { type: 'number' } }, additionalProperties: true },
    'input?: { n?: number; [key: string]: unknown }',
  ],
  [
    'properties by pattern',
    { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    'input?: { /** names matching /^x-/ */ [key: string]: number }',
  ],
  [
    'names from a list',
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'number' } },
    'input?: { a?: number; b?: number }',
  ],
  ['required without properties', { type: 'object', required: ['a'] }, 'input: { a: unknown }'],
  [
    'either of two required',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    'input: { a?: string; b?: string } & ({ a: unknown } | { b: unknown })',
  ],
  [
    'a forbidden property',
    { type: 'object', properties: { a: false, b: {} }, required: ['b'] },
    'input: { a?: never; b: unknown }',
  ],
  [
    'a type narrowed by alternatives',
    { type: 'string', anyOf: [{ const: 'a' }, { const: 'b' }] },
    'input: "a" | "b"',
  ],
  [
    'null beside an object',
    { type: ['object', 'null'], anyOf: [{ required: ['a'] }, { type: 'null' }] },
    'input: { a: unknown } | null',
  ],
  [
    'either branch',
    {
      if: { required: ['x'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { a: { type: 'string' } } },
      else: { properties: { b: { type: 'string' } } },
    },
    'input?: { a?: string } | { b?: string }',
  ],
  ['nothing', false, ''],
  ['anything', true, 'input?: unknown'],
  ['any object', { type: 'object' }, 'input?: Record<string, unknown>'],
  ['a reference that leads nowhere', { properties: { a: { $ref: '#/nope' } } }, 'input?: { a?: unknown }'],
  [
    'a reference with an escaped pointer',
    { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } },
    'input: string',
  ],
  [
    'a definition that is only itself',
    { $ref: '#/$defs/A', $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'string' }] } } },
    'input?: unknown',
  ],
  [
    'limits',
    {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 1, default: 2, description: 'How many' } },
    },
    'input?: {\n  /** How many (integer of at least 1, default 2) */\n  a?: number;\n}',
  ],
  ['a fence in a name', { properties: { '```': {} } }, 'input?: { "\\u0060\\u0060\\u0060"?: unknown }'],
])('%s', (_, schema, expected) => {
  expect(input(schema)).toBe(expected)
})

test('a whole declaration, as a model reads it', () => {
  const flights: ToolManifest = {
    name: 'search_flights',
    description: 'Finds flights.\nNewest first.',
    inputSchema: {
      type: 'object',
      description: 'What to look for.',
      properties: {
        origin: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Airport code.' },
        via: { $ref: '#/$defs/Stop' },
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
      required: ['origin'],
      $defs: {
        Stop: {
          type: 'object',
          properties: { at: { type: 'string' }, next: { $ref: '#/$defs/Stop' } },
          required: ['at'],
        },
      },
    },
    outputSchema: {
      type: 'array',
      items: { type: 'object', properties: { delay: { type: ['number', 'null'] } }, required: ['delay'] },
    },
  }
  expect(
    renderDeclarations([flights, { name: 'get-user' }], 'tools'),
  ).toBe(`type Stop = { at: string; next?: Stop };
declare const tools: {
  /**
   * Finds flights.
   * Newest first.
   * @param input What to look for.
   */
  searchFlights(input: {
    /** Airport code. (matches /^[A-Z]{3}$/) */
    origin: string;
    via?: Stop;
    /** integer from 1 to 200, default 50 */
    limit?: number;
  }): Promise<Array<{ delay: number | null }>>;
  getUser(input?: unknown): Promise<unknown>;
};
`)
})

test('definitions of equal name are shared when they are equal and renamed when they are not', () => {
  const withNode = (value: string) => ({
    $ref: '#/$defs/Tree',
    $defs: {
      Tree: { type: 'object', properties: { value: { type: value }, next: { $ref: '#/$defs/Tree' } } },
    },
  })
  const same = renderDeclarations([tool('a', withNode('string')), tool('b', withNode('string'))], 'tools')
  expect(same.match(/^type /gm)).toHaveLength(1)
  const other = renderDeclarations([tool('a', withNode('string')), tool('b', withNode('number'))], 'tools')
  expect(other.match(/^type \w+/gm)).toEqual(['type Tree', 'type BInputTree'])
  expect(other).toContain('b(input?: BInputTree)')
})

test('a type of the language is not declared again, and a schema that is itself is named after its tool', () => {
  const node = {
    $ref: '#/$defs/Node',
    $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
  }
  expect(renderDeclarations([tool('walk', node)], 'tools')).toMatch(/^type WalkInputNode = /)
  const self = { type: 'object', properties: { next: { $ref: '#' } } }
  expect(renderDeclarations([tool('walk', self)], 'tools')).toMatch(
    /^type WalkInput = \{ next\?: WalkInput \};\n/,
  )
})

test('definitions that refer to each other twice do not multiply', () => {
  const definitions: Record<string, JsonSchema> = { d40: { type: 'string' } }
  for (let index = 0; index < 40; index++) {
    const next = { $ref: `#/$defs/d${index + 1}` }
    definitions[`d${index}`] = { type: 'object', properties: { a: next, b: next } }
  }
  const text = renderDeclarations([tool('t', { $ref: '#/$defs/d0', $defs: definitions })], 'tools')
  expect(text.length).toBeLessThan(4_000)
})

test('nesting ends in unknown, and long lists of values in their type', () => {
  let deep: JsonSchema = { type: 'string' }
  for (let level = 0; level < 30; level++) deep = { type: 'object', properties: { a: deep } }
  expect(input(deep)).toMatch(/unknown/)
  expect(input({ enum: Array.from({ length: 500 }, (_, index) => `v${index}`) })).toBe('input: string')
})

test('names that cannot stand together are refused, in every dialect', () => {
  expect(() => renderDeclarations([tool('web_search'), tool('web-search')], 'tools')).toThrow(ToolNameError)
  expect(() => renderDeclarations([tool('a.b'), tool('a_b')], 'external')).toThrow(ToolNameError)
  expect(() => renderDeclarations([tool('a'), tool('a')], 'codeact')).toThrow(ToolNameError)
  expect(renderDeclarations([tool('a')], 'none')).toBe('')
  expect(renderDeclarations([], 'tools')).toBe('')
})

test('text from outside stays where it belongs', () => {
  const nasty = [
    '*/ evil(); /*',
    '**//',
    '\u2028evil()',
    '```\nevil()\n```',
    '\u202e',
    'a\r\n*/\r\nevil()',
    '\\',
    '"',
  ]
  for (const text of nasty) {
    const schema = {
      title: text,
      type: 'object',
      properties: {
        [text]: {
          description: text,
          default: text,
          pattern: text,
          format: text,
          enum: [text, { [text]: text }],
        },
      },
      $ref: '#/$defs/D',
      $defs: { D: { description: text, properties: { [text]: { $ref: '#/$defs/D' } } } },
    }
    for (const dialect of DIALECTS) {
      const code = renderDeclarations(
        [{ name: `t${text}`, description: text, inputSchema: schema, outputSchema: schema }],
        dialect,
      )
      expect(syntaxErrors(code)).toEqual([])
      expect(code).not.toMatch(/```|\u2028|\u202e/)
      const bare = withoutComments(code).replace(/"(\\.|[^"\\])*"/g, '""')
      expect(bare).not.toContain('evil(')
    }
  }
})

test('types that contain themselves compile', () => {
  const self = { $ref: '#' }
  const schemas: Record<string, JsonSchema> = {
    tuple: { type: 'array', prefixItems: [self] },
    record: { type: 'object', additionalProperties: self },
    choices: { anyOf: [{ type: 'string' }, { type: 'array', items: self }] },
  }
  const programs = Object.entries(schemas).map(([name, schema]): [string, string] => [
    `/${name}.ts`,
    renderDeclarations([tool('t', schema)], 'tools'),
  ])
  const errors = typeErrors(new Map(programs))
  expect([...errors.values()].flat()).toEqual([])
}, 60_000)

describe('properties', () => {
  test('any schema renders to types that compile', () => {
    const programs = new Map<string, string>()
    for (const [index, schema] of fc.sample(arbitrarySchema, { numRuns: 150, seed: 20010228 }).entries()) {
      for (const dialect of DIALECTS) {
        programs.set(
          `/${index}.${dialect}.ts`,
          renderDeclarations([tool('t', schema, schema), tool('u-v', schema)], dialect),
        )
      }
    }
    const failed = [...typeErrors(programs)].filter(([, errors]) => errors.length > 0)
    expect(failed.map(([name, errors]) => [programs.get(name), errors])).toEqual([])
  }, 60_000)

  test('the same schemas always give the same text, and anything at all gives TypeScript', () => {
    fc.assert(
      fc.property(
        fc.oneof(arbitrarySchema, arbitraryNonsense),
        fc.string({ minLength: 1 }),
        (schema, name) => {
          fc.pre(!['then', 'constructor'].includes(name))
          const tools: ToolManifest[] = [{ name, description: name, inputSchema: schema as JsonSchema }]
          const text = renderDeclarations(tools, 'external')
          expect(syntaxErrors(text)).toEqual([])
          expect(renderDeclarations(structuredCloneOrSame(tools), 'external')).toBe(text)
        },
      ),
      { numRuns: 300 },
    )
  }, 60_000)
})

/** Nonsense may hold what cannot be cloned. */
function structuredCloneOrSame<T>(value: T): T {
  try {
    return structuredClone(value)
  } catch (error) {
    if (error instanceof DOMException) return value
    throw error
  }
}
