import { expect, test } from 'vitest'
import { countedScripts } from './budget.mjs'

const manifest = {
  'index.html': {
    file: 'assets/index-1.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['src/ui/help.tsx', 'node_modules/monaco-editor/main.js'],
  },
  '_shared.js': { file: 'assets/shared-1.js' },
  'src/ui/help.tsx': { file: 'assets/help-1.js' },
  'node_modules/monaco-editor/main.js': {
    file: 'assets/monaco-1.js',
    imports: ['_shared.js', '_colours.js'],
  },
  '_colours.js': { file: 'assets/colours-1.js' },
}

const sources = new Map([
  ['index-1.js', 'new Worker(new URL("worker-1.js", import.meta.url))'],
  ['shared-1.js', ''],
  ['help-1.js', ''],
  ['monaco-1.js', 'new Worker("editor.worker-1.js")'],
  ['colours-1.js', ''],
  ['worker-1.js', 'import("./compile-1.js")'],
  ['compile-1.js', ''],
  ['editor.worker-1.js', ''],
])

test('what counts is all that the entry reaches, workers and their parts included, except what is declared lazy', () => {
  expect([...countedScripts(manifest, sources)].sort()).toEqual([
    'compile-1.js',
    'help-1.js',
    'index-1.js',
    'shared-1.js',
    'worker-1.js',
  ])
})
