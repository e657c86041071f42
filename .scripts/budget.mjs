import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { table } from './table.mjs'

/** Script that a visitor's browser loads before the first cell can run; WebAssembly is not counted. */
const BUDGET_BYTES = 250 * 1024

/**
 * What is loaded later, when it is first needed, by the source module that a dynamic import names.
 * Everything else that the page can reach counts, so a new lazy part counts until it is declared here.
 */
const LAZY = [
  // The editor comes with the first cell that is edited.
  /node_modules\/monaco-editor\//,
  /^src\/ui\/editor\/MonacoEditor[.]tsx$/,
  // What looks back comes when there is something behind: after a first cell, or when the page had nothing to do.
  /^src\/ui\/(timeline\/Timeline|inspector\/(Variables|Context|Calls))[.]tsx$/,
  // Dialogs come when they are opened, Markdown with the first text that needs it.
  /^src\/ui\/(model\/ModelDialog|protocols\/ProtocolDialog|commands\/CommandDialog|notebook\/Markdown)[.]tsx$/,
  // Two tabs of the inspector come when they are opened.
  /^src\/ui\/inspector\/(Snapshot|Heap)[.]tsx$/,
  // Pages of protocols and tapes of other protocols come when they are asked for, so does the proof of a run.
  /^src\/lessons\/(protocols|task)\//,
  /^src\/session\/replay[.]ts$/,
  // The demo plays a tape in a new notebook: endpoints, and what reads kept notebooks and files, come when there are some.
  /^src\/models\/chat[.]ts$/,
  /^src\/notebook\/(repair|read-file)[.]ts$/,
]

/** The same for parts of workers, by the name of the script: the archive keeps the past, and is loaded when there is some. */
const LAZY_IN_WORKERS = [/^archive-/]

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} Chunk */

/**
 * Weighs the script before the first cell: the entry, what it imports, the workers that these start, and what those import.
 * Vite's manifest knows chunks but no workers, so a worker counts when a counted file names it.
 * @param {string} folder
 * @returns {{ ok: boolean, bytes: number, text: string }}
 */
export function measureBudget(folder) {
  const sizes = [...countedIn(folder)]
    .map(([name, text]) => ({ name, bytes: gzipSync(text).length }))
    .sort((a, b) => b.bytes - a.bytes)

  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  const ok = bytes <= BUDGET_BYTES
  const rows = sizes.map((size) => [size.name, kilobytes(size.bytes)])
  const verdict = `Script before the first cell: ${kilobytes(bytes)} gzipped, ${ok ? 'within' : 'OVER'} the budget of ${kilobytes(BUDGET_BYTES)}.`
  return { ok, bytes, text: `${verdict}\n${table(rows)}` }
}

/**
 * @param {string} folder Of a build.
 * @returns {Map<string, string>} Text of each script that counts, by its name.
 */
export function countedIn(folder) {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const sources = new Map(scripts.map((name) => [name, readFileSync(join(folder, 'assets', name), 'utf8')]))
  return new Map([...countedScripts(manifest, sources)].map((name) => [name, sources.get(name) ?? '']))
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {Map<string, string>} sources Text of each script in `assets`, by its name.
 * @returns {Set<string>} Names of the scripts that count.
 */
export function countedScripts(manifest, sources) {
  const chunkNames = new Set(Object.values(manifest).map((chunk) => basename(chunk.file)))
  /** @type {Set<string>} */
  const keys = new Set()
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key]
    if (!chunk || keys.has(key)) return
    keys.add(key)
    for (const next of chunk.imports ?? []) visit(next)
    for (const next of chunk.dynamicImports ?? []) if (!LAZY.some((lazy) => lazy.test(next))) visit(next)
  }
  // A build for tests has more pages.
  visit('index.html')

  const counted = new Set(
    [...keys].map((key) => basename(manifest[key]?.file ?? '')).filter((name) => sources.has(name)),
  )
  const workers = [...sources.keys()].filter((name) => !chunkNames.has(name))
  // Sets are walked in the order of adding, those added on the way included: workers of workers too.
  for (const name of counted) {
    for (const worker of workers) {
      if (LAZY_IN_WORKERS.some((lazy) => lazy.test(worker))) continue
      if (sources.get(name)?.includes(worker)) counted.add(worker)
    }
  }
  return counted
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`
}
