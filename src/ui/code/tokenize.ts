export type TokenKind = 'plain' | 'keyword' | 'string' | 'number' | 'call' | 'comment'

export interface Token {
  kind: TokenKind
  text: string
}

const KEYWORDS = new Set(
  (
    'abstract as async await break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in instanceof interface is keyof let ' +
    'namespace new null of private protected public readonly return satisfies set static super switch this throw ' +
    'true try type typeof undefined using var void while with yield'
  ).split(' '),
)

/** Words that are only keywords in some places; a call or a property of that name is neither. */
const CONTEXTUAL = new Set(
  'as async declare from get is keyof namespace of set type using satisfies'.split(' '),
)

const SPACE = /\s+/y
const LINE_COMMENT = /\/\/[^\n]*/y
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y
const QUOTED = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y
const NUMBER = /(?:0[xob][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?n?)/iy
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y
const TEMPLATE_TEXT = /(?:\\[\s\S]|[^`\\$]|\$(?!\{))+/y

/**
 * Colours for TypeScript at rest. Cheap and forgiving: any text gives tokens whose texts join to it again, half-written
 * code while it streams in included. It does not parse; what it takes for a regular expression is a guess from the
 * token before.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  /** For each open `${`: how many `{` are open inside it. */
  const holes: number[] = []
  let at = 0
  let previous = ''

  const push = (kind: TokenKind, text: string) => {
    const last = tokens.at(-1)
    if (last?.kind === kind) last.text += text
    else tokens.push({ kind, text })
    at += text.length
  }
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0] ?? null
  }
  const take = (kind: TokenKind, pattern: RegExp): boolean => {
    const text = match(pattern)
    if (text) push(kind, text)
    return Boolean(text)
  }
  const template = () => {
    for (;;) {
      const text = match(TEMPLATE_TEXT)
      if (text) push('string', text)
      if (source[at] === '`') {
        push('string', '`')
        return
      }
      if (source.startsWith('${', at)) {
        push('plain', '${')
        holes.push(0)
        return
      }
      if (at >= source.length) return
      if (!text) push('string', source[at] ?? '')
    }
  }

  const brace = (char: '{' | '}') => {
    const open = holes.length - 1
    const depth = holes[open]
    if (depth === undefined) return
    if (char === '{') holes[open] = depth + 1
    else if (depth > 0) holes[open] = depth - 1
    else {
      holes.pop()
      template()
    }
  }

  while (at < source.length) {
    if (take('plain', SPACE) || take('comment', LINE_COMMENT) || take('comment', BLOCK_COMMENT)) continue
    // A spread is no property.
    const before = source.startsWith('...', at - 3) ? '' : previous
    const char = source[at] ?? ''
    previous = char
    if (char === '`') {
      push('string', char)
      template()
      continue
    }
    if (take('string', QUOTED)) continue
    if (take('number', NUMBER)) {
      previous = 'word'
      continue
    }
    const word = match(WORD)
    if (word) {
      push(wordKind(word, before, source, at + word.length), word)
      previous = KEYWORDS.has(word) && before !== '.' ? 'keyword' : 'word'
    } else if (char !== '/' || !startsExpression(before) || !take('string', REGEX)) {
      push('plain', char)
      if (char === '{' || char === '}') brace(char)
    }
  }
  return tokens
}

function wordKind(word: string, before: string, source: string, end: number): TokenKind {
  const next = /^\s*(.?)/.exec(source.slice(end, end + 40))?.[1] ?? ''
  const called = next === '('
  if (before !== '.' && KEYWORDS.has(word)) {
    if (!CONTEXTUAL.has(word)) return 'keyword'
    if (!called && next !== '.' && next !== ':' && next !== ',' && next !== '=' && next !== ';')
      return 'keyword'
  }
  return called || /^[A-Z]\w*[a-z]/.test(word) ? 'call' : 'plain'
}

/** After an operator, a bracket or a keyword a `/` begins a regular expression, elsewhere it divides. */
function startsExpression(before: string): boolean {
  return before === '' || before === 'keyword' || /[([{,;=:?!&|+\-*%<>~^}]/.test(before)
}
