import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runPackage } from './process.mjs'
import { Trouble } from './trouble.mjs'

/**
 * The program of a Chromium or Chrome, installing one when there is none and that is possible.
 * @returns {Promise<string>}
 */
export async function ensureBrowser() {
  const asked = process.env.CHROME_PATH
  if (asked && !existsSync(asked)) {
    throw new Trouble(
      `CHROME_PATH is "${asked}", where there is nothing: set it to the program of a Chromium or Chrome, or leave it out.`,
    )
  }
  const found = asked ?? (await findBrowser())
  if (found) return found

  console.log('No Chromium or Chrome found: installing one …')
  return (
    (await installWithApt()) ??
    (await installWithPlaywright()) ??
    fail(
      'No Chromium or Chrome was found, and none could be installed: install one, or set CHROME_PATH to its program, and run the same command again.',
    )
  )
}

/** @returns {Promise<string | null>} */
async function findBrowser() {
  for (const place of [...places(process.platform, process.env), await playwrightsOwn()]) {
    if (existsSync(place) && (await answers(place))) return place
  }
  return null
}

/**
 * Where Chrome and Chromium usually are, best first.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function places(platform, env) {
  if (platform === 'darwin') {
    return ['/Applications', join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
        join(folder, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    )
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    )
    return [
      ['Google', 'Chrome', 'Application', 'chrome.exe'],
      ['Chromium', 'Application', 'chrome.exe'],
      ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
    ].flatMap((parts) => folders.map((folder) => join(folder, ...parts)))
  }
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ]
  const names = [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
  ]
  return names.flatMap((name) => [...new Set(folders)].map((folder) => join(folder, name)))
}

/**
 * Whether a program really starts: Ubuntu has a `chromium-browser` that only says how to get the real one.
 * Not asked on Windows, where the question would open a window.
 * @param {string} program
 */
async function answers(program) {
  if (process.platform === 'win32') return true
  const { code, output } = await run(program, ['--version'])
  return code === 0 && /\d+\.\d+/.test(output)
}

/** @returns {Promise<string>} Where Playwright puts its own Chromium, whether it is there or not. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** @returns {Promise<string | null>} */
async function installWithApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { show: true, env })
  await run('apt-get', ['install', '-y', 'chromium'], { show: true, env })
  return findBrowser()
}

/** @returns {Promise<string | null>} */
async function installWithPlaywright() {
  await runPackage('@playwright/test', ['install', 'chromium'], { show: true })
  const found = await findBrowser()
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0) return found
  // It is there and does not start: libraries are missing, which root may install.
  await runPackage('@playwright/test', ['install-deps', 'chromium'], { show: true })
  return findBrowser()
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw new Trouble(message)
}
