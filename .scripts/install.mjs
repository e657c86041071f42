import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNpm } from './process.mjs'
import { seconds } from './table.mjs'
import { Trouble } from './trouble.mjs'

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>} Packages */

/** Installs exactly what the lock file says, unless that is what is there. */
export async function ensureInstalled() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'))
  if (!wanted)
    throw new Trouble('package-lock.json is missing or damaged: restore it (git checkout package-lock.json).')
  // npm writes this copy of the lock as its last step, so an installation that broke off has none.
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'))
  if (installed && isInstalled(wanted, installed)) return

  console.log(
    `${installed ? 'Updating' : 'Installing'} the packages with npm ci; the first time takes about a minute …`,
  )
  const { code, output, ms } = await runNpm([
    'ci',
    '--include=dev', // also where NODE_ENV=production
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-factor=3',
  ])
  if (code !== 0) throw new Trouble(explainFailure(output))
  console.log(`Installed in ${seconds(ms)}.`)
}

/**
 * Compares by content: times of files change with every checkout, and say nothing about an interrupted installation.
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true
    const there = installed[path]
    // Optional packages are those of other systems; npm leaves them out.
    return there ? there.version === version : Boolean(optional || devOptional)
  })
}

/** @param {string} output What npm printed. */
export function explainFailure(output) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/.exec(
      output,
    )
  if (network) {
    return `The packages could not be downloaded (${network[1]}): check the network, or the proxy and registry that npm is set to, and run the same command again.`
  }
  if (output.includes('ENOSPC'))
    return 'The packages did not fit: the disk is full. Free some space and run the same command again.'
  if (/\b(EACCES|EPERM)\b/.test(output)) {
    return `The packages could not be written to ${join(ROOT, 'node_modules')}: close programs that use that folder, make sure that you may write there, and run the same command again.`
  }
  const lines = output.trim().split('\n').slice(-15).join('\n')
  return `${lines}\nnpm ci failed, for the reason above.`
}

/**
 * @param {string} file
 * @returns {Packages | null} null when it cannot be read.
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}
