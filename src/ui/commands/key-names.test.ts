import { expect, it } from 'vitest'
import { keyName } from './key-names.ts'

it.each([
  ['$mod+k', '⌘K', 'Ctrl+K'],
  ['$mod+Shift+p', '⌘⇧P', 'Ctrl+Shift+P'],
  ['d d', 'D D', 'D D'],
  ['Shift+?', '?', '?'],
  ['Shift+Enter', '⇧Enter', 'Shift+Enter'],
  ['ArrowDown', '↓', '↓'],
  ['\\', '\\', '\\'],
])('%s', (binding, apple, other) => {
  expect(keyName(binding, true)).toBe(apple)
  expect(keyName(binding, false)).toBe(other)
})
