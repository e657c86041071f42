/**
 * Names of tools as cell code sees them. Pure and free of imports, so that the host, the interpreter's glue and
 * the type renderer agree on one rule.
 */

/** `web_search` and `get-user` become `webSearch` and `getUser`; a digit or a capital after a separator stays. */
export function camelCase(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The global under which the dialect `external` offers a tool: `my-tool` becomes `external_my_tool`. */
export function externalName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_$]/g, '_')
  return `external_${/^(\d|$)/.test(plain) ? '_' : ''}${plain}`
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*$/u

/** Whether a name can stand after a dot or as an unquoted key. Reserved words can; see `isReservedWord`. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name)
}

const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package private ' +
    'protected public return static super switch this throw true try typeof undefined var void while with yield ' +
    'NaN Infinity globalThis'
  ).split(' '),
)

/** Whether a name cannot be declared as a function or variable in strict or module code. */
export function isReservedWord(name: string): boolean {
  return RESERVED_WORDS.has(name)
}

const STANDARD_GLOBALS: ReadonlySet<string> = new Set(
  (
    'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError ' +
    'FinalizationRegistry Float32Array Float64Array Function Int16Array Int32Array Int8Array Iterator JSON Map Math ' +
    'Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol ' +
    'SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array ' +
    'Uint8ClampedArray WeakMap WeakRef WeakSet atob btoa callTool console decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape isFinite isNaN parseFloat parseInt queueMicrotask structuredClone unescape'
  ).split(' '),
)

/**
 * The global under which the dialect `codeact` offers a tool, which is its own name; `null` when that name cannot
 * be a global or is taken by the language, so that only `callTool(name, input)` reaches the tool.
 */
export function plainName(name: string): string | null {
  return isIdentifier(name) && !isReservedWord(name) && !STANDARD_GLOBALS.has(name) ? name : null
}

/**
 * The candidates that somebody who wrote `name` most likely meant, best first. Case and separators count little;
 * names that share nothing with it are left out, so the list may be empty.
 */
export function nearestNames(name: string, candidates: readonly string[], count = 3): string[] {
  const wanted = fold(name)
  const scored: { candidate: string; score: number }[] = []
  for (const candidate of new Set(candidates)) {
    const score = distanceBetween(wanted, fold(candidate))
    if (score !== null) scored.push({ candidate, score })
  }
  scored.sort((a, b) => a.score - b.score)
  return scored.slice(0, Math.max(0, count)).map(({ candidate }) => candidate)
}

/** Longer names are compared by their beginnings only: the table grows with the product of both lengths. */
const COMPARED_LENGTH = 64

function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, COMPARED_LENGTH)
}

/** Smaller is nearer; `null` when the two have too little in common to be a slip. */
function distanceBetween(wanted: string, candidate: string): number | null {
  if (wanted === candidate) return 0
  const edits = editDistance(wanted, candidate)
  const longer = Math.max(wanted.length, candidate.length)
  if (edits <= Math.max(1, Math.floor(longer / 3))) return edits
  const shorter = Math.min(wanted.length, candidate.length)
  const contains = shorter >= 3 && (candidate.includes(wanted) || wanted.includes(candidate))
  return contains ? COMPARED_LENGTH + edits : null
}

/** Edits to get from one text to the other; two neighbours swapped count as one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let best = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) best = Math.min(best, at(beforePrevious, column - 2) + 1)
      current.push(best)
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
