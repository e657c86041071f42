import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { endOnSignal, ROOT, runPackage } from './process.mjs'
import { seconds } from './table.mjs'
import { Trouble } from './trouble.mjs'

/** `app`: what users get. `e2e`: the same and the pages that only the browser tests open. */
const BUILDS = {
  app: { folder: 'dist', args: [] },
  e2e: { folder: 'dist-test', args: ['--mode', 'e2e'] },
}

const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  '.scripts/slim-parser.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** `npm run build` */
export default async function build() {
  endOnSignal()
  await ensureInstalled()
  const { code } = await runPackage('vite', ['build'], { show: true })
  return code
}

/**
 * Builds, unless nothing that goes into the build is newer than the last one.
 * @param {keyof typeof BUILDS} kind
 * @returns {Promise<string>} The folder.
 */
export async function ensureBuilt(kind) {
  const { folder, args } = BUILDS[kind]
  const inputs = kind === 'e2e' ? [...INPUTS, 'e2e/pages'] : INPUTS
  const out = join(ROOT, folder)
  // Vite writes the manifest last, so a build that broke off has none or an old one.
  if (
    newest(join(out, '.vite', 'manifest.json')) >
    Math.max(...inputs.map((input) => newest(join(ROOT, input))))
  )
    return out

  console.log('Building …')
  const { code, output, ms } = await runPackage('vite', ['build', ...args])
  if (code !== 0) throw new Trouble(`${output.trim()}\nThe build failed, for the reason above.`)
  console.log(`Built in ${seconds(ms)}.`)
  return out
}

/**
 * When a file, or anything in a folder, last changed. Folders count too: removing a file changes only them.
 * @param {string} path
 * @returns {number} ms since 1970; 0 when there is nothing.
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
