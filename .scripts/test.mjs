import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignal, runPackage } from './process.mjs'
import { clearReport, playwrightResult, reportFile, vitestResult, writeResults } from './reports.mjs'
import { seconds, table } from './table.mjs'

/**
 * `npm test`: the unit tests, then the browser tests on the built app.
 * @param {string[]} args `--unit` or `--browser` for one part; everything else goes to the runners of the parts.
 */
export default async function test(args) {
  endOnSignal()
  for (const name of ['test', 'vitest', 'playwright']) clearReport(name)
  const rest = args.filter((arg) => arg !== '--unit' && arg !== '--browser')
  const both = args.includes('--unit') === args.includes('--browser')

  await ensureInstalled()
  const results = []
  if (both || args.includes('--unit')) results.push(await unit(rest))
  if (both || args.includes('--browser')) results.push(await browser(rest))
  writeResults('test', results)

  const rows = results.map(({ name, passed, failed, skipped, ms }) => [
    name,
    `${passed}`,
    `${failed}`,
    `${skipped}`,
    seconds(ms),
  ])
  console.log(`\n${table([['tests', 'passed', 'failed', 'skipped', 'time'], ...rows])}`)
  return results.every((result) => result.ok) ? 0 : 1
}

/** @param {string[]} args */
async function unit(args) {
  const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('vitest')}`]
  return vitestResult(await runPackage('vitest', ['run', ...json, ...args], { show: true }))
}

/** @param {string[]} args */
async function browser(args) {
  const started = performance.now()
  try {
    const program = await ensureBrowser()
    console.log(`Browser: ${program}`)
    await ensureBuilt('e2e')
    const env = { CHROME_PATH: program, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('playwright') }
    const ended = await runPackage(
      '@playwright/test',
      ['test', '--config=e2e/playwright.config.ts', ...args],
      { show: true, env },
    )
    return playwrightResult({ ...ended, ms: performance.now() - started })
  } catch (error) {
    // Counted as a failure, so that the other part's figures are still told.
    console.error(error instanceof Error ? error.message : error)
    return playwrightResult({ code: 1, ms: performance.now() - started })
  }
}
