import type { Pattern } from './model.ts'

/** Steps that testing one text may take, roughly; on the page's own thread this is well under a second. */
const STEP_BUDGET = 1e8
const NESTED_LONGEST_TEXT = 20
const LONGEST_TEXT = 1_000_000

/**
 * Compiles a `pattern`. A backtracking engine cannot be stopped in the middle, and schemas come from other
 * people's servers, so each pattern gets a longest text: with k open-ended repetitions matching takes up to about
 * length^k steps, with one inside another up to 2^length.
 * Returns a sentence when the expression is not valid.
 */
export function compilePattern(source: string): Pattern | string {
  const regex = compile(source)
  if (regex === null) return 'is not a valid regular expression'
  return { source, regex, longestText: longestTextFor(source) }
}

/** Whether repetition is nested, which can take exponential time. */
export function isRisky(pattern: Pattern): boolean {
  return pattern.longestText === NESTED_LONGEST_TEXT
}

function compile(source: string): RegExp | null {
  // Schemas are written for engines with and without the Unicode flag: `\-` is only valid without it.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return null
}

function longestTextFor(source: string): number {
  const { repetitions, nested } = countRepetitions(source)
  if (nested) return NESTED_LONGEST_TEXT
  const exponent = repetitions + (source.startsWith('^') ? 0 : 1)
  return exponent <= 1 ? LONGEST_TEXT : Math.floor(STEP_BUDGET ** (1 / exponent))
}

interface Repetitions {
  repetitions: number
  /** A repeated group holds a repetition or a choice, so that one text can be split up in many ways. */
  nested: boolean
}

const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(|\)|\||[*+]|\{\d+,?\d*\}|./gsu

function countRepetitions(source: string): Repetitions {
  const groups: { ambiguous: boolean }[] = [{ ambiguous: false }]
  let closed = { ambiguous: false }
  let afterGroup = false
  let repetitions = 0
  let nested = false
  for (const [token] of source.matchAll(TOKEN)) {
    const group = groups.at(-1)
    if (group === undefined) break
    if (token === '(') groups.push({ ambiguous: false })
    else if (token === ')' && groups.length > 1) {
      closed = groups.pop() ?? closed
      const parent = groups.at(-1)
      if (parent !== undefined) parent.ambiguous ||= closed.ambiguous
    } else if (token === '|') group.ambiguous = true
    else if (isOpenEnded(token)) {
      repetitions++
      nested ||= afterGroup && closed.ambiguous
      group.ambiguous = true
    }
    afterGroup = token === ')'
  }
  return { repetitions, nested }
}

/** `{2,}` and `{1,64}` count, `{3}` and `?` do not: a small fixed number cannot grow with the text. */
function isOpenEnded(token: string): boolean {
  if (token === '*' || token === '+') return true
  const range = /^\{\d+,(\d*)\}$/.exec(token)
  return range !== null && (range[1] === '' || Number(range[1]) > 10)
}
