import { expect, test } from 'vitest'
import { explainFailure, isInstalled } from './install.mjs'

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-for-another-system': { version: '1.0.0', optional: true },
}

test('what the lock file says is what is there', () => {
  expect(isInstalled(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true)
})

test('a package of another version, or a missing one, asks for an installation', () => {
  expect(isInstalled(wanted, { 'node_modules/a': { version: '1.0.1' } })).toBe(false)
  expect(isInstalled(wanted, {})).toBe(false)
})

test.each([
  [
    'npm error code ENOTFOUND\nnpm error network request to https://x.example/a failed',
    /downloaded \(ENOTFOUND\).*again\.$/,
  ],
  ['npm error code ECONNREFUSED', /downloaded \(ECONNREFUSED\)/],
  ['npm error code ENOSPC', /disk is full/],
  ['npm error code EACCES', /could not be written/],
])('%j becomes one line', (output, line) => {
  expect(explainFailure(output)).toMatch(line)
  expect(explainFailure(output)).not.toContain('\n')
})

test('an unknown failure is shown as npm told it', () => {
  expect(explainFailure('npm error something new')).toBe(
    'npm error something new\nnpm ci failed, for the reason above.',
  )
})
