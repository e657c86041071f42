import { measureBudget } from './budget.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignal, runPackage } from './process.mjs'
import { clearReport, writeResults } from './reports.mjs'
import { seconds, table } from './table.mjs'

/** @typedef {Pick<import('./process.mjs').Ended, 'code' | 'output'>} Verdict */

/** Longest first, as two run at a time. */
/** @type {[name: string, what: string, check: () => Promise<Verdict>][]} */
const CHECKS = [
  [
    'lint',
    'eslint, with types',
    () => runPackage('eslint', ['--config=.config/eslint.config.js', '--max-warnings=0', '.']),
  ],
  ['types', 'tsc', types],
  ['bundle', 'build and script budget', bundle],
  [
    'arrow',
    'dependency-cruiser',
    () => runPackage('dependency-cruiser', ['--config=.config/dependency-cruiser.cjs', 'src']),
  ],
  ['unused', 'knip', () => runPackage('knip', ['--config=.config/knip.json', '--no-progress'])],
  ['format', 'biome', () => runPackage('@biomejs/biome', ['ci', '--error-on-warnings', '--colors=off'])],
]

const AT_ONCE = 2

/**
 * `npm run check`: everything that can be said without running the app.
 * @param {string[]} args Names of checks, for some of them only.
 */
export default async function check(args) {
  endOnSignal()
  clearReport('check')
  await ensureInstalled()
  const waiting = CHECKS.filter(([name]) => args.length === 0 || args.includes(name))
  const order = waiting.map(([name]) => name)
  /** @type {(import('./reports.mjs').Result & { what: string })[]} */
  const results = []

  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, what, run] = next
      const started = performance.now()
      const { code, output } = await run().catch((error) => ({
        code: 1,
        output: String(error?.message ?? error),
      }))
      const ok = code === 0
      results.push({
        name,
        what,
        ok,
        passed: 0,
        failed: ok ? 0 : 1,
        skipped: 0,
        ms: performance.now() - started,
      })
      if (!ok) console.log(`\n── ${name} (${what}) ──\n${output.trim()}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  writeResults('check', results)
  const rows = results.map(({ name, what, ok, ms }) => [name, what, ok ? 'ok' : 'FAILED', seconds(ms)])
  console.log(`\n${table([['check', 'by', 'result', 'time'], ...rows])}`)
  return results.every((result) => result.ok) ? 0 : 1
}

/** @returns {Promise<Verdict>} */
async function types() {
  const app = await runPackage('typescript', ['--noEmit', '--project', '.'])
  const scripts = await runPackage('typescript', ['--project', '.scripts'])
  return { code: app.code || scripts.code, output: app.output + scripts.output }
}

/** @returns {Promise<Verdict>} */
async function bundle() {
  const { ok, text } = measureBudget(await ensureBuilt('app'))
  console.log(text)
  return { code: ok ? 0 : 1, output: text }
}
