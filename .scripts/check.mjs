import { measureBudget } from './budget.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endOnSignal, runPackage } from './process.mjs'
import { clearReport, writeResults } from './reports.mjs'
import { seconds, table } from './table.mjs'
import { Trouble } from './trouble.mjs'

/** @typedef {{ code: number, output: string, note?: string }} Verdict `note`: worth telling when it passed. */

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
  const unknown = args.find((arg) => !CHECKS.some(([name]) => name === arg))
  if (unknown)
    throw new Trouble(
      `There is no check "${unknown}". There are: ${CHECKS.map(([name]) => name).join(', ')}.`,
    )
  await ensureInstalled()

  const waiting = CHECKS.filter(([name]) => args.length === 0 || args.includes(name))
  const order = waiting.map(([name]) => name)
  /** @type {(import('./reports.mjs').Result & { what: string })[]} */
  const results = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, what, run] = next
      const started = performance.now()
      const { code, output, note } = await run().catch(broken)
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
      else if (note) console.log(note)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  writeResults('check', results)
  const rows = results.map(({ name, what, ok, ms }) => [name, what, ok ? 'ok' : 'FAILED', seconds(ms)])
  console.log(`\n${table([['check', 'by', 'result', 'time'], ...rows])}`)
  return results.every((result) => result.ok) ? 0 : 1
}

/**
 * @param {unknown} error Why a check could not even run.
 * @returns {Verdict}
 */
function broken(error) {
  return { code: 1, output: error instanceof Error ? error.message : String(error) }
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
  return { code: ok ? 0 : 1, output: text, note: text }
}
