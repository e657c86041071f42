import { type ParserOptions, parse, parseExpression } from '@babel/parser'
import type * as t from '@babel/types'
import { Refusal } from './failure.ts'

/**
 * Cells are strict scripts in which `await`, `return`, `import` and `export` may stand at the top: what the engine
 * takes, and what the other passes turn into it.
 */
const OPTIONS: ParserOptions = {
  sourceType: 'script',
  strictMode: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
  createParenthesizedExpressions: true,
  attachComment: false,
  plugins: ['typescript', 'decoratorAutoAccessors'],
}

const MODULE_OPTIONS: ParserOptions = {
  ...OPTIONS,
  sourceType: 'module',
  allowReturnOutsideFunction: false,
  allowImportExportEverywhere: false,
}

export type Parsed = { ok: true; program: t.Program; comments: t.Comment[] } | { ok: false; error: Refusal }

export function parseScript(text: string): Parsed {
  return attempt(text, () => parse(text, OPTIONS))
}

export function parseModule(text: string): Parsed {
  return attempt(text, () => parse(text, MODULE_OPTIONS))
}

/** The whole text as one expression, or `null`. Offsets are those of the text. */
export function parseOneExpression(text: string): t.Expression | null {
  try {
    return parseExpression(text, OPTIONS)
  } catch (error) {
    if (isParserError(error) || error instanceof RangeError) return null
    throw error
  }
}

function attempt(text: string, run: () => t.File): Parsed {
  try {
    const file = run()
    return { ok: true, program: file.program, comments: file.comments ?? [] }
  } catch (error) {
    if (isParserError(error)) return { ok: false, error: new Refusal(explain(error, text), error.pos) }
    throw error
  }
}

interface ParserError extends SyntaxError {
  pos: number
  reasonCode: string
  missingPlugin?: string[]
}

function isParserError(error: unknown): error is ParserError {
  return error instanceof SyntaxError && 'pos' in error && 'reasonCode' in error
}

/** What cells cannot use, by the parser's extension that would read it. */
const EXTENSIONS: Record<string, string> = {
  decorators: 'Decorators are not supported: call the function on the class or the value instead.',
  deferredImportEvaluation: '`import defer` is not supported: use a plain import.',
  sourcePhaseImports: '`import source` is not supported: use a plain import.',
  pipelineOperator: 'The pipeline operator `|>` is not supported: call the functions instead.',
  doExpressions: '`do` expressions are not supported: use a function that is called at once.',
  throwExpressions: '`throw` is a statement: put it in a block or a function.',
  exportDefaultFrom: '`export x from` is not supported: import the name first.',
  functionBind: 'The bind operator `::` is not supported.',
  partialApplication: 'Partial application is not supported: write an arrow function.',
  recordAndTuple: 'Records and tuples are not supported: use a plain object or array.',
  moduleBlocks: 'Module blocks are not supported.',
  optionalChainingAssign: 'An optional chain (`?.`) cannot be assigned to.',
  flow: 'Flow is not supported: cells are TypeScript.',
  jsx: JSX(),
}

function JSX(): string {
  return 'JSX is not supported: build a string or an object instead.'
}

const USING =
  '`using` is not supported: keep the value in a `const` and release it in `try { … } finally { … }`.'

export const REASONS = { using: USING } as const

function explain(error: ParserError, text: string): string {
  for (const plugin of error.missingPlugin ?? []) {
    const known = EXTENSIONS[plugin]
    if (known) return known
  }
  if (error.missingPlugin) return `This syntax (${error.missingPlugin.join(', ')}) is not supported.`
  switch (error.reasonCode) {
    case 'UnexpectedUsingDeclaration':
      return USING
    case 'ImportMetaOutsideModule':
      return '`import.meta` is not available in a cell.'
  }
  if (looksLikeJsx(text, error.pos)) return JSX()
  const message = error.message.replace(/ \(\d+:\d+\)$/, '').replace(/\s+/g, ' ')
  return message.replace(/^Unexpected token\b/, () => unexpected(text, error.pos))
}

/** The parser does not say which token it did not expect. */
function unexpected(text: string, offset: number): string {
  if (text.slice(offset).trim() === '') return 'Unexpected end of the code'
  const token = /^(?:[\w$\u0080-\uffff]+|=>|[<>=!&|?*+-]+|.)/.exec(text.slice(offset, offset + 40))
  return token ? `Unexpected token ${JSON.stringify(token[0])}` : 'Unexpected token'
}

/** The parser reads `<div>` as a type; the error comes later on the same line. */
function looksLikeJsx(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const line = text.slice(start, end < 0 ? text.length : end)
  return /(?:^|[=(,?:&|>]|\breturn)\s*<(?:[a-z][\w.-]*|[A-Z][\w.]*|)(?:\s[^<>]*)?(?:\/>|>.*<\/)/.test(line)
}
