import { calleeAt } from './callee.ts'
import { codeFrame, decodeMap, originalPosition, type Position } from './compile/index.ts'
import type { GuestEnd, GuestFailure } from './guest/reports.ts'
import { placeOfImportInCell } from './import-places.ts'
import { type Modules, moduleMap } from './modules.ts'
import { renderText } from './preview/text.ts'
import { badPatternIn } from './regex-place.ts'
import type { CellError, ErrorKind } from './types.ts'

interface Place {
  name: string
  script: string
  line: number
  column: number
}

/** The error of a cell as a person reads it: positions in the texts as they were given. */
export function cellError(
  end: Extract<GuestEnd, { ok: false }>,
  cell: { name: string; source: string; names: readonly string[]; modules: Modules },
): CellError {
  const frames = places(end, cell.modules)
  const here = frames.find((frame) => frame.script === cell.name)
  const error: CellError = {
    kind: kindOf(end),
    name: end.name,
    message: withHint(messageOf(end), end.name, cell.names),
  }
  if (here) {
    error.line = here.line
    error.column = here.column
    error.frame = codeFrame(cell.source, here.line, here.column)
    // Only of the place itself: a native, or a function of an earlier cell, means another name.
    const itself = here === frames[0] && !/^[^\n]*\(native\)/.test(end.stack)
    const callee =
      itself && /^not a (?:function|constructor)$/.test(error.message)
        ? calleeAt(cell.source, here.line, here.column)
        : undefined
    if (callee !== undefined) error.message = `${callee} is ${error.message}`
  }
  if (!here) {
    const pattern = end.kind === 'syntax' && frames.length === 0 ? badPatternIn(cell.source) : null
    if (pattern) error.message = `Invalid regular expression ${pattern.literal}: ${error.message}`
    const place = pattern ?? importThatFailed(end, frames, cell)
    if (place) {
      error.line = place.line
      error.column = place.column
      error.frame = codeFrame(cell.source, place.line, place.column)
    }
  }
  const causes = causesOf(end)
  if (causes !== '') error.message += causes
  const stack = frames.map(
    ({ name, script, line, column }) => `at ${name === '' ? '' : `${name} `}(${script}:${line}:${column})`,
  )
  if (stack.length > 0) error.stack = stack.join('\n')
  return error
}

/** What a model reads of a failure. */
export function errorText(error: CellError, thrown?: string): string {
  const title = thrown === undefined ? `${error.name}: ${error.message}` : `Uncaught ${thrown}`
  const lines = [title]
  if (error.stack !== undefined)
    lines.push(
      ...error.stack
        .split('\n')
        .slice(0, 8)
        .map((line) => `    ${line}`),
    )
  if (error.frame !== undefined) lines.push(error.frame)
  return lines.join('\n')
}

/** The thrown value when it was no error, as text. */
export function thrownText(end: Extract<GuestEnd, { ok: false }>): string | undefined {
  if (!end.thrown) return undefined
  const text = renderText(end.thrown, 1_000)
  return end.thrown.type === 'string' ? JSON.stringify(text) : text
}

function messageOf(failure: GuestFailure): string {
  if (failure.message !== undefined) return failure.message
  return failure.thrown ? renderText(failure.thrown, 1_000) : ''
}

function kindOf(end: Extract<GuestEnd, { ok: false }>): ErrorKind {
  if (end.kind !== 'runtime') return end.kind
  const message = end.message ?? ''
  if (end.name === 'RangeError' && /maximum call stack/i.test(message)) return 'stack'
  return 'runtime'
}

/** Frames of cell code; the interpreter's own are left out. */
function places(end: Extract<GuestEnd, { ok: false }>, modules: Modules): Place[] {
  const found: Place[] = []
  for (const line of end.stack.split('\n')) {
    const match = /^\s*at (?:(.*) \()?([^()]+):(\d+):(\d+)\)?$/.exec(line)
    const [, name = '', script = '', row = '1', column = '1'] = match ?? []
    // Texts that code evaluates itself are seen by nobody, and a line of 0 is no place.
    if (!match || script === 'backstep' || script === '<input>' || row === '0') continue
    // No map: only what every script has in common.
    const own = Object.hasOwn(end.maps, script) ? (end.maps[script] ?? '') : ''
    const map = moduleMap(script, modules) ?? decodeMap(own)
    const original = originalPosition(map, Number(row), Number(column))
    found.push({ name: name === '<eval>' || name === '<anonymous>' ? '' : name, script, ...original })
  }
  // An error class written in a cell has its constructor between the error and the place of the `throw`.
  const thrown = found.findIndex(({ name }) => name === '' || !end.makers?.includes(name))
  return thrown > 0 ? found.slice(thrown) : found
}

/** Where the cell imports what could not be loaded: the loader's errors come from no place in any code. */
function importThatFailed(
  end: Extract<GuestEnd, { ok: false }>,
  frames: readonly Place[],
  cell: { source: string; modules: Modules },
): Position | null {
  const message = end.message ?? ''
  const inModule = Object.keys(cell.modules).some((name) => message.startsWith(`${name}:`))
  const [, requested] =
    /^(?:There is no module |A cell has no folder that )("(?:[^"\\]|\\.)*")/.exec(message) ?? []
  if (frames.length > 0 || (!inModule && requested === undefined)) return null
  return placeOfImportInCell(cell.source, requested === undefined ? null : String(JSON.parse(requested)))
}

function causesOf(failure: GuestFailure, margin = ''): string {
  let text = ''
  for (const inner of failure.errors ?? [])
    text += `\n${margin}  - ${titleOf(inner)}${causesOf(inner, `${margin}  `)}`
  if (failure.more) text += `\n${margin}  - … ${failure.more} more`
  const { cause } = failure
  if (cause) text += `\n${margin}Caused by: ${titleOf(cause)}${causesOf(cause, margin)}`
  return text
}

const titleOf = (failure: GuestFailure): string =>
  failure.thrown && failure.message === undefined
    ? messageOf(failure)
    : `${failure.name}: ${messageOf(failure)}`

const NETWORK = 'Cells have no network: call a tool that fetches'
const FILES = 'Cells have no files: call a tool that reads or writes them'
const TIMERS = 'Cells have no timers: await a tool instead'
const STORAGE = 'Cells have no storage: variables persist from cell to cell'
const THREADS = 'Cells have no threads: start several tool calls and await them with Promise.all'
const PAGE = 'Cells have no page: show values as the last expression or with console.log'

/** What code written for browsers and Node reaches for, and what to use in its place. */
const ABSENT: Record<string, string> = {
  ...named(
    'fetch XMLHttpRequest WebSocket EventSource Headers Request Response FormData axios http https',
    NETWORK,
  ),
  ...named('fs path os Deno Bun Blob File FileReader', FILES),
  ...named('setTimeout setInterval setImmediate clearTimeout clearInterval requestAnimationFrame', TIMERS),
  ...named('localStorage sessionStorage indexedDB caches', STORAGE),
  ...named('Worker MessageChannel importScripts postMessage child_process', THREADS),
  ...named('document alert location history navigator', PAGE),
  ...named('prompt confirm', 'Cells cannot ask a person: call a tool that does'),
  ...named('window self global', 'Cells have no page: use globalThis'),
  ...named(
    'require module exports __dirname __filename',
    'Cells have no modules of Node: import skills, or call tools',
  ),
  process: 'Cells have no process: no environment, arguments or exit; return a value to end the cell',
  Buffer: 'Cells have no Buffer: use Uint8Array, TextEncoder, atob and btoa',
  crypto: 'Cells have no crypto: Math.random is seeded; get keys, hashes and ids from a tool',
  WebAssembly: 'Cells have no WebAssembly: write it in TypeScript',
}

function named(names: string, hint: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, hint]))
}

/** A name that is not there: says what to do instead, or which names there are. */
function withHint(message: string, name: string, names: readonly string[]): string {
  const missing = name === 'ReferenceError' ? /^'?([\w$]+)'? is not defined$/.exec(message)?.[1] : undefined
  if (missing === undefined) return message
  const absent = Object.hasOwn(ABSENT, missing) ? ABSENT[missing] : undefined
  const list = names.length > 0 ? `Tools: ${names.slice(0, 50).join(', ')}` : ''
  const hint = [absent, list].filter((part) => part).join('. ')
  return hint === '' ? message : `${message} (${hint})`
}
