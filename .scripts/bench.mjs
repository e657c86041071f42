import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { listen } from './listen.mjs'
import { endOnSignal, ROOT } from './process.mjs'
import { reportFile } from './reports.mjs'
import { createSite } from './site.mjs'
import { table } from './table.mjs'
import { Trouble } from './trouble.mjs'

/** @typedef {import('../e2e/bench/bench.ts').Row} Row */
/** @typedef {import('../e2e/bench/bench.ts').Bench} Bench */

const FOLDER = join(ROOT, 'e2e', 'bench')
const SUFFIX = '.bench.ts'

/**
 * `npm run bench`: measures and compares with the goals. A goal that is missed is told, and is no failure: times depend
 * on the machine.
 * @param {string[]} args Names of benches, for some of them only.
 */
export default async function bench(args) {
  endOnSignal()
  await ensureInstalled()
  const all = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(SUFFIX)) : []
  const names = all
    .map((name) => name.slice(0, -SUFFIX.length))
    .filter((name) => args.length === 0 || args.includes(name))
  if (names.length === 0)
    throw new Trouble(`There is no such bench in e2e/bench: ${args.join(', ') || `*${SUFFIX}`}.`)

  const browser = lazyBrowser()
  /** @type {Record<string, Row[]>} */
  const results = {}
  try {
    for (const name of names) {
      console.log(`\n${name} …`)
      const rows = await (await load(name))({ open: browser.open })
      results[name] = rows
      console.log(table([['what', 'value', 'goal', 'reached', 'beside'], ...rows.map(cells)]))
    }
  } finally {
    await browser.close()
  }
  const file = reportFile('bench')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(results, null, 2))
  return 0
}

/**
 * Benches are bundled as the app is, and then run by Node itself: what loads modules for tests costs time at each use
 * of an import, which would be measured too.
 * @param {string} name
 * @returns {Promise<Bench>}
 */
async function load(name) {
  const { build } = await import('vite')
  const outDir = join(ROOT, '.cache', 'bench', name)
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'es2022',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: { bench: join(FOLDER, name + SUFFIX) },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  /** @type {{ default: Bench }} */
  const module = await import(pathToFileURL(join(outDir, 'bench.mjs')).href)
  return module.default
}

/** Builds, serves and launches when the first page is asked for. */
function lazyBrowser() {
  /** @type {Promise<{ browser: import('@playwright/test').Browser, server: import('node:http').Server, url: string }> | undefined} */
  let started
  const start = async () => {
    const server = createSite(await ensureBuilt('e2e'))
    const { url } = await listen(server, '0')
    const { chromium } = await import('@playwright/test')
    const browser = await chromium.launch({ executablePath: await ensureBrowser() })
    return { browser, server, url }
  }
  return {
    /** @param {string} path */
    open: async (path) => {
      started ??= start()
      const { browser, url } = await started
      const page = await browser.newPage()
      await page.goto(new URL(path, url).href)
      return page
    },
    close: async () => {
      if (!started) return
      const { browser, server } = await started
      await browser.close()
      server.close()
    },
  }
}

/** @param {Row} row */
function cells({ what, value, unit, atMost, atLeast, beside }) {
  const goal =
    atMost !== undefined ? `≤ ${atMost} ${unit}` : atLeast !== undefined ? `≥ ${atLeast} ${unit}` : ''
  const reached =
    value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)
  return [what, `${figure(value)} ${unit}`, goal, goal ? (reached ? 'yes' : 'NO') : '', beside ?? '']
}

/** @param {number} value Three digits that mean something. */
function figure(value) {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(3)
}
