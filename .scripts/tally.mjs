import { readResults } from './reports.mjs'

/** Prints what `npm run check` and `npm test` came to: tests passed; tests and checks failed. */
export default function tally() {
  const tests = readResults('test')
  const checks = readResults('check')
  const passed = (tests ?? []).reduce((sum, test) => sum + test.passed, 0)
  // A command that broke off before it wrote its report has failed.
  const failed = [tests, checks]
    .map((results) => results?.reduce((sum, result) => sum + result.failed, 0) ?? 1)
    .reduce((sum, count) => sum + count, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}
