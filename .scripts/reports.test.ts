import { expect, test } from 'vitest'
import { playwrightResult, vitestResult } from './reports.mjs'

const ran = { status: 'passed', assertionResults: [{}] }
const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [ran],
}

test('tests are counted as the runners count them', () => {
  expect(vitestResult({ code: 0, ms: 7 }, vitest)).toEqual({
    name: 'unit',
    ok: true,
    passed: 5,
    failed: 0,
    skipped: 2,
    ms: 7,
  })
  const stats = { expected: 3, unexpected: 2, flaky: 0, skipped: 1 }
  expect(playwrightResult({ code: 1, ms: 7 }, { stats })).toMatchObject({
    ok: false,
    passed: 3,
    failed: 2,
    skipped: 1,
  })
})

test('a file that did not load is a failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] }
  expect(vitestResult({ code: 1, ms: 0 }, { ...vitest, testResults: [ran, unloaded] }).failed).toBe(1)
})

test('a runner that ends badly without a failed test, or without a report, is a failure', () => {
  expect(vitestResult({ code: 1, ms: 0 }, vitest).failed).toBe(1)
  expect(playwrightResult({ code: 1, ms: 0 }, null)).toMatchObject({ ok: false, passed: 0, failed: 1 })
})
