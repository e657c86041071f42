import ts from 'typescript'

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
}

const libraries = new Map<string, ts.SourceFile | undefined>()

/** Type errors of several programs that know nothing of each other, by name; strict, with the browser's types. */
export function typeErrors(programs: ReadonlyMap<string, string>): Map<string, string[]> {
  const host = ts.createCompilerHost(OPTIONS)
  const readLibrary = host.getSourceFile.bind(host)
  host.getSourceFile = (name, languageVersion) => {
    const text = programs.get(name)
    // Modules, so that the same declaration in two of them is no conflict.
    if (text !== undefined) return ts.createSourceFile(name, `${text}\nexport {}\n`, languageVersion)
    if (!libraries.has(name)) libraries.set(name, readLibrary(name, languageVersion))
    return libraries.get(name)
  }
  host.fileExists = (name) => programs.has(name) || ts.sys.fileExists(name)
  host.writeFile = () => {}
  const program = ts.createProgram([...programs.keys()], OPTIONS, host)
  return new Map(
    [...programs.keys()].map((name) => {
      const file = program.getSourceFile(name)
      if (file === undefined) throw new Error(`${name} was not read`)
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))]
    }),
  )
}

/** The value of an expression made of literals, objects and arrays; nothing is run. */
export function literalValue(text: string): unknown {
  const source = ts.createSourceFile('x.ts', `(${text})`, ts.ScriptTarget.ES2022)
  const [statement] = source.statements
  if (statement === undefined || !ts.isExpressionStatement(statement))
    throw new Error(`No expression: ${text}`)
  return literalOf(statement.expression)
}

function literalOf(node: ts.Expression): unknown {
  if (ts.isParenthesizedExpression(node)) return literalOf(node.expression)
  if (ts.isStringLiteral(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literalOf)
  if (ts.isObjectLiteralExpression(node)) return Object.fromEntries(node.properties.map(entryOf))
  const words: Record<string, unknown> = { true: true, false: false, null: null, undefined: undefined }
  const word = ts.isIdentifier(node) ? node.text : (ts.tokenToString(node.kind) ?? '')
  if (!Object.hasOwn(words, word)) throw new Error(`No literal: ${ts.SyntaxKind[node.kind]}`)
  return words[word]
}

function entryOf(property: ts.ObjectLiteralElementLike): [string, unknown] {
  if (!ts.isPropertyAssignment(property)) throw new Error('Only plain properties')
  const { name, initializer } = property
  if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) throw new Error('Only plain names')
  return [name.text, literalOf(initializer)]
}

/** Whether the text is syntactically TypeScript. */
export function syntaxErrors(text: string): string[] {
  const { diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  })
  return (diagnostics ?? []).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** The text without its comments. */
export function withoutComments(text: string): string {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022)
  return ts.createPrinter({ removeComments: true }).printFile(source)
}
