import { describe, expect, test } from 'vitest'
import { camelCase, externalName, isIdentifier, isReservedWord, nearestNames, plainName } from './names.ts'

test.each([
  ['web_search', 'webSearch'],
  ['get-user', 'getUser'],
  ['webSearch', 'webSearch'],
  ['get_URL_2x', 'get_URL_2x'],
  ['_private_tool', 'PrivateTool'],
  ['a__b', 'a_B'],
  ['', ''],
])('camelCase(%j) is %j', (name, expected) => {
  expect(camelCase(name)).toBe(expected)
})

test.each([
  ['my-tool', 'external_my_tool'],
  ['3d', 'external__3d'],
  ['工具', 'external___'],
  ['class', 'external_class'],
  ['', 'external__'],
  ['a.b/c', 'external_a_b_c'],
])('externalName(%j) is %j', (name, expected) => {
  expect(externalName(name)).toBe(expected)
})

test('identifiers and reserved words are told apart', () => {
  for (const name of ['a', '$', '_1', 'été', '工具', 'class']) expect(isIdentifier(name)).toBe(true)
  for (const name of ['', '1a', 'a-b', 'a b', 'a.b']) expect(isIdentifier(name)).toBe(false)
  expect(isReservedWord('class')).toBe(true)
  expect(isReservedWord('toString')).toBe(false)
})

test.each([
  ['web_search', 'web_search'],
  ['get-user', null],
  ['class', null],
  ['Promise', null],
  ['callTool', null],
  ['fetch', 'fetch'],
])('plainName(%j) is %j', (name, expected) => {
  expect(plainName(name)).toBe(expected)
})

describe('nearestNames', () => {
  const names = ['webSearch', 'getUser', 'listUsers', 'add', 'echo', 'search_flights']

  test.each([
    ['webSerch', 'webSearch'],
    ['websearch', 'webSearch'],
    ['WEB_SEARCH', 'webSearch'],
    ['getUesr', 'getUser'],
    ['searchFlight', 'search_flights'],
    ['ad', 'add'],
    ['flights', 'search_flights'],
  ])('%j suggests %j first', (name, expected) => {
    expect(nearestNames(name, names)[0]).toBe(expected)
  })

  test('leaves out what shares nothing, keeps the number asked for, and names each once', () => {
    expect(nearestNames('zzzzzzzz', names)).toEqual([])
    expect(nearestNames('aa', ['ab', 'ac', 'ad', 'ab'], 2)).toEqual(['ab', 'ac'])
    expect(nearestNames('aa', ['ab'], 0)).toEqual([])
  })

  test('a very long name costs little', () => {
    const long = 'x'.repeat(1_000_000)
    expect(nearestNames(long, [`${long}y`])).toHaveLength(1)
  })
})
