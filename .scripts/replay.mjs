import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './process.mjs'
import { Trouble } from './trouble.mjs'

/** @typedef {{ branch: { name: string }, cells: number, steps: number, compared: number, difference: string | null }} Branch */
/** @typedef {{ replayFile: (text: string) => Promise<{ branches: Branch[], repairs: string[], note: string | null }> }} Headless */
/** @typedef {{ file: string, ms: number, problem: string | null, lines: string[] }} Result */

const USAGE = 'npm run replay -- FILE… [--junit REPORT.xml]   (files or globs of NAME.backstep.json)'

/**
 * `npm run replay -- FILE`: runs recorded notebooks again with their recorded results, compares every outcome and every
 * image, and fails at the first difference. Calls no tool and no model.
 * @param {string[]} args
 */
export default async function replay(args) {
  const { patterns, junit } = parse(args)
  await ensureInstalled()
  const { replayFile } = await load()
  /** @type {Result[]} */
  const results = []
  for (const file of filesOf(patterns)) {
    const result = await replayOne(replayFile, file)
    results.push(result)
    console.log(
      `${result.problem === null ? 'identical' : 'DIFFERENT'}  ${result.file}  (${Math.round(result.ms)} ms)`,
    )
    for (const line of result.lines) console.log(`  ${line}`)
    if (result.problem !== null) console.log(`  ${result.problem}`)
  }
  if (junit !== null) {
    mkdirSync(dirname(resolve(junit)), { recursive: true })
    writeFileSync(junit, junitReport(results))
  }
  const different = results.filter(({ problem }) => problem !== null).length
  console.log(`${results.length - different} identical, ${different} different`)
  return different === 0 ? 0 : 1
}

/** @param {string[]} args */
function parse(args) {
  /** @type {string[]} */
  const patterns = []
  /** @type {string | null} */
  let junit = null
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '--junit') {
      index += 1
      junit = args[index] ?? null
      if (junit === null) throw new Trouble(`--junit needs the name of a file. ${USAGE}`)
    } else if (arg.startsWith('-')) throw new Trouble(`Unknown option ${arg}. ${USAGE}`)
    else patterns.push(arg)
  }
  if (patterns.length === 0) throw new Trouble(USAGE)
  return { patterns, junit }
}

/**
 * Shells that do not expand patterns leave them to us: `*` and `?` within a name, `**` across folders.
 * @param {string[]} patterns
 */
function filesOf(patterns) {
  const files = patterns.flatMap((pattern) => (/[*?]/.test(pattern) ? matching(pattern) : [pattern]))
  if (files.length === 0) throw new Trouble(`No file matches ${patterns.join(' ')}.`)
  return files
}

/** @param {string} pattern */
function matching(pattern) {
  const parts = pattern.replaceAll('\\', '/').split('/')
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => /[*?]/.test(part)),
  )
  const folder = fixed.length > 0 ? fixed.join('/') || '/' : '.'
  const rest = parts.slice(fixed.length).map((part) => {
    if (part === '**') return '(?:[^/]+/)*'
    const name = part
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
    return `${name}/`
  })
  const wanted = new RegExp(`^${rest.join('').replace(/\/$/, '')}$`)
  const names = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'))
  return names
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/**
 * @param {Headless['replayFile']} replayFile
 * @param {string} file
 * @returns {Promise<Result>}
 */
async function replayOne(replayFile, file) {
  const startedAt = performance.now()
  /** @type {string[]} */
  const lines = []
  try {
    const { branches, repairs, note } = await replayFile(readFileSync(file, 'utf8'))
    lines.push(...repairs.map((repair) => `repaired: ${repair}`))
    if (note !== null) lines.push(note)
    for (const { branch, cells, steps, compared, difference } of branches) {
      lines.push(
        `${branch.name}: ${cells} cells, ${steps} steps, ${compared} images compared${difference === null ? '' : ', then:'}`,
      )
    }
    const problem = branches.find(({ difference }) => difference !== null)?.difference ?? null
    return { file: relative('.', file), ms: performance.now() - startedAt, problem, lines }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { file: relative('.', file), ms: performance.now() - startedAt, problem, lines }
  }
}

/** @param {Result[]} results */
function junitReport(results) {
  const cases = results.map(({ file, ms, problem }) => {
    const open = `  <testcase classname="replay" name="${escapeXml(file)}" time="${(ms / 1000).toFixed(3)}"`
    return problem === null
      ? `${open} />`
      : `${open}>\n    <failure message="${escapeXml(problem)}" />\n  </testcase>`
  })
  const failures = results.filter(({ problem }) => problem !== null).length
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="replay" tests="${results.length}" failures="${failures}">\n${cases.join('\n')}\n</testsuite>\n`
}

/** @param {string} text */
const escapeXml = (text) => text.replace(/[<>&"\n]/g, (character) => `&#${character.charCodeAt(0)};`)

/** @returns {Promise<Headless>} The app's own code, bundled once for Node. */
async function load() {
  const { build } = await import('vite')
  const outDir = join(ROOT, '.cache', 'replay')
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
        input: { headless: join(ROOT, 'src', 'session', 'headless.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return import(pathToFileURL(join(outDir, 'headless.mjs')).href)
}
