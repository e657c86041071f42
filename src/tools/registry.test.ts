import { expect, test } from 'vitest'
import { createRegistry, RegistryError } from './registry.ts'
import type { Tool } from './types.ts'

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return { kind: 'sample', name, readOnly: true, call: () => null, ...more }
}

function problemsOf(act: () => unknown): readonly string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof RegistryError) return error.problems
    throw error
  }
  return []
}

test('finds tools by their own names', () => {
  const search = tool('web_search')
  const registry = createRegistry([search, tool('get-user')])
  expect(registry.get('web_search')).toBe(search)
  expect(registry.get('webSearch')).toBeUndefined()
  expect(registry.get('constructor')).toBeUndefined()
  expect(registry.require('web_search')).toBe(search)
  expect(problemsOf(() => registry.require('web_serch'))).toEqual([
    'There is no tool "web_serch". Did you mean "web_search"?',
  ])
  expect(problemsOf(() => createRegistry([]).require('x'))).toEqual(['There is no tool "x". There are none.'])
})

test('an allow-list lets through its names and no other, and refuses names that do not exist', () => {
  const registry = createRegistry([tool('a_1'), tool('b_2'), tool('c_3')])
  expect(registry.select('all', 'tools').map(({ name }) => name)).toEqual(['a_1', 'b_2', 'c_3'])
  expect(registry.select(['c_3', 'a_1'], 'tools').map(({ name }) => name)).toEqual(['a_1', 'c_3'])
  expect(registry.select([], 'tools')).toEqual([])
  expect(problemsOf(() => registry.select(['a_1', 'zzzzzz'], 'tools'))).toEqual([
    'There is no tool "zzzzzz". There are "a_1", "b_2", "c_3".',
  ])
})

test('a manifest is plain data', () => {
  const registry = createRegistry([tool('a', { description: 'A.', inputSchema: { type: 'object' } })])
  const manifest = registry.manifest('all', 'tools')
  expect(manifest).toEqual([{ name: 'a', description: 'A.', inputSchema: { type: 'object' } }])
  expect(structuredClone(manifest)).toEqual(manifest)
})

test('equal names are refused at once, colliding ones where they collide', () => {
  expect(problemsOf(() => createRegistry([tool('a'), tool('a'), tool('')]))).toHaveLength(2)
  const registry = createRegistry([tool('web_search'), tool('web-search')])
  expect(problemsOf(() => registry.select('all', 'tools'))[0]).toMatch(
    /"web_search" and "web-search" are both webSearch/,
  )
  expect(registry.select(['web-search'], 'tools')).toHaveLength(1)
  expect(registry.select('all', 'codeact')).toHaveLength(2)
})

test('faults in schemas are warnings that say which tool and where', () => {
  const registry = createRegistry([
    tool('a', { inputSchema: { type: 'strng' }, outputSchema: { $ref: '#/x' } }),
  ])
  expect(registry.warnings).toEqual([
    'The input schema of "a": #/type: "strng" is no JSON Schema type; did you mean "string".',
    'The output schema of "a": #/$ref: "#/x" leads nowhere; only places in the same schema can be used.',
  ])
})
