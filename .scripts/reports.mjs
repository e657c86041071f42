import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './process.mjs'

/**
 * What a part of the work came to. `ok` also counts what no single test stands for, such as a file that did not load.
 * @typedef {object} Result
 * @property {string} name
 * @property {boolean} ok
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} ms
 */

const FOLDER = join(ROOT, '.cache', 'reports')

/** @param {string} name */
export function reportFile(name) {
  return join(FOLDER, `${name}.json`)
}

/**
 * Removes a former run's report, so that it is never taken for this one's.
 * @param {string} name
 */
export function clearReport(name) {
  mkdirSync(FOLDER, { recursive: true })
  rmSync(reportFile(name), { force: true })
}

/**
 * @param {string} name
 * @param {Result[]} results
 */
export function writeResults(name, results) {
  writeFileSync(reportFile(name), JSON.stringify(results, null, 2))
}

/**
 * @param {string} name
 * @returns {Result[] | null} null when that command wrote none.
 */
export function readResults(name) {
  return readJson(name)
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults One for each file.
 */

/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */

/**
 * @param {{ code: number, ms: number }} ended
 * @param {VitestReport | null} [report]
 * @returns {Result}
 */
export function vitestResult(ended, report = readJson('vitest')) {
  // A file that failed to load has no tests in it, yet is a failure.
  const unloaded = report?.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return result('unit', ended, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + (unloaded?.length ?? 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/**
 * @param {{ code: number, ms: number }} ended
 * @param {PlaywrightReport | null} [report]
 * @returns {Result}
 */
export function playwrightResult(ended, report = readJson('playwright')) {
  return result('browser', ended, {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    skipped: report?.stats.skipped ?? 0,
  })
}

/**
 * @param {string} name
 * @param {{ code: number, ms: number }} ended
 * @param {{ passed: number, failed: number, skipped: number }} counts
 * @returns {Result}
 */
function result(name, { code, ms }, { passed, failed, skipped }) {
  // A runner that ends badly without a failed test (an error outside of tests, no test at all) is one failure.
  const counted = code !== 0 && failed === 0 ? 1 : failed
  return { name, ok: counted === 0, passed, failed: counted, skipped, ms }
}

/** @param {string} name */
function readJson(name) {
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8'))
  } catch {
    return null
  }
}
