import { expect, test } from 'vitest'
import { reasonNotToOpen } from './open.mjs'

const desktop = { args: [], env: { DISPLAY: ':0' }, platform: 'linux' as const, terminal: true }

test('a browser is opened on a desktop', () => {
  expect(reasonNotToOpen(desktop)).toBeNull()
  expect(reasonNotToOpen({ ...desktop, env: {}, platform: 'darwin' })).toBeNull()
  expect(reasonNotToOpen({ ...desktop, env: {}, platform: 'win32' })).toBeNull()
})

test.each([
  [{ args: ['--no-open'] }, 'as asked'],
  [{ env: { DISPLAY: ':0', BROWSER: 'none' } }, 'as asked'],
  [{ env: { DISPLAY: ':0', CI: 'true' } }, 'in CI'],
  [{ env: { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }, 'over SSH'],
  [{ terminal: false }, 'without a terminal'],
  [{ env: {} }, 'without a display'],
])('not with %j', (change, reason) => {
  expect(reasonNotToOpen({ ...desktop, ...change })).toBe(reason)
})
