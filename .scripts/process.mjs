import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @typedef {object} Ended
 * @property {number} code Exit code; 1 when it could not be started or was killed.
 * @property {string} output What it printed, when it was not shown.
 * @property {number} ms
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program to its end.
 * @param {string} file
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string>, shell?: boolean }} [options] `show`: straight to the terminal.
 * @returns {Promise<Ended>}
 */
export function run(file, args, { show = false, env = {}, shell = false } = {}) {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      shell,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const end = (/** @type {number} */ code) => {
      running.delete(child)
      resolve({ code, output, ms: performance.now() - started })
    }
    child.on('error', (error) => {
      output += String(error)
      end(1)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs the program of an installed package with this same Node: no shell, so spaces in paths and Windows'
 * `.cmd` files are no matter.
 * @param {string} packageName
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(packageName, args, options) {
  const folder = join(ROOT, 'node_modules', packageName)
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const name = packageName.split('/').pop() ?? packageName
  const program = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0])
  if (!program) throw new Error(`${packageName} has no program to run`)
  return run(process.execPath, [join(folder, program), ...args], options)
}

/**
 * Runs npm: the one that called us, else the one on the PATH (which on Windows is a `.cmd` and needs the shell).
 * @param {string[]} args Without spaces or quotes, as they may pass through a shell.
 */
export function runNpm(args) {
  const caller = process.env.npm_execpath
  if (caller && basename(caller) === 'npm-cli.js') return run(process.execPath, [caller, ...args])
  return process.platform === 'win32' ? run('npm.cmd', args, { shell: true }) : run('npm', args)
}

/**
 * Ends with everything that was started when the terminal or another process asks for it.
 * @returns {() => void} Takes the rule back.
 */
export function endOnSignal() {
  const rules = /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]).map(([signal, code]) => {
    const end = () => {
      for (const child of running) child.kill(signal)
      process.exit(code)
    }
    process.once(signal, end)
    return () => process.off(signal, end)
  })
  return () => {
    for (const takeBack of rules) takeBack()
  }
}

/** @returns {Promise<void>} When the terminal or another process asks to end. */
export function askedToEnd() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve())
  })
}
