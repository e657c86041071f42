import * as monaco from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import { longHex } from './long-hex.ts'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/typescript/register'
import TypeScriptWorker from 'monaco-editor/language/typescript/ts.worker.js?worker'
import { ScriptTarget, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register'

self.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === 'typescript' || label === 'javascript' ? new TypeScriptWorker() : new EditorWorker(),
}

/**
 * What a cell may do and a lone script may not: `await` (1375, 1378, 1431, 1432) and `return` (1108) at the top level.
 */
const ALLOWED_IN_CELLS = [1108, 1375, 1378, 1431, 1432]

typescriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  lib: ['es2023'],
  allowNonTsExtensions: true,
  strict: true,
})
// Names come from other cells, which a lone file does not know, so types are for completion and not for complaints.
typescriptDefaults.setDiagnosticsOptions({
  noSemanticValidation: true,
  noSuggestionDiagnostics: true,
  diagnosticCodesToIgnore: ALLOWED_IN_CELLS,
})

/** Monaco's themes from the page's own palette, so that resting and live cells look alike. */
function applyTheme(): void {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => longHex(style.getPropertyValue(`--${name}`).trim())
  const rule = (token: string, name: string) => ({ token, foreground: colour(name).slice(1) })
  monaco.editor.defineTheme('backstep', {
    base: document.documentElement.dataset.theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'ink'),
      rule('keyword', 'kw'),
      rule('string', 'str'),
      rule('number', 'num'),
      rule('regexp', 'str'),
      rule('comment', 'comment'),
      rule('type.identifier', 'fn'),
    ],
    colors: {
      'editor.background': colour('panel'),
      'editor.foreground': colour('ink'),
      'editor.placeholder.foreground': colour('ink3'),
      'editorLineNumber.foreground': colour('ink3'),
      'editorLineNumber.activeForeground': colour('ink2'),
      'editorCursor.foreground': colour('accent'),
      'editorWidget.background': colour('panel'),
      'editorWidget.border': colour('line2'),
      focusBorder: colour('accent'),
    },
  })
  monaco.editor.setTheme('backstep')
}

applyTheme()
new MutationObserver(applyTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] })

let ambient = ''

/** Declarations that completion knows besides the language: the tools that cells may call. */
export function setDeclarations(source: string): void {
  if (source === ambient) return
  ambient = source
  typescriptDefaults.setExtraLibs([{ content: source, filePath: 'file:///backstep/tools.d.ts' }])
}

export { monaco }
