// The direction of imports:
//
//   ui → session → { agents, models, tools, kernel, storage, lessons } → notebook
//
// Kernel imports nothing of ours. What everybody has to name stands in type-only imports of `types.ts` files, which are
// gone when the program runs, so these are free for the middle and the notebook.

const MIDDLE = ['agents', 'models', 'tools', 'storage', 'lessons']
const VOCABULARY = '^src/(kernel|models|tools|agents)/types[.]ts$'
/** How tools are named and their inputs read: one rule, kept by the kernel, which applies it, and by what renders them. */
const NAMES = '^src/kernel/(names[.]ts$|validate[.]ts$|schema/)'
const TEST = '[.]test[.]tsx?$'
/** What only tests use: helpers `x.testing.ts`, data and generators in folders `cases`, the kernel's `contract`. */
const SUPPORT = '([.]testing[.]tsx?$|/cases/|/contract/)'

/** The folder may import itself, `allowed` folders, and vocabulary as types. */
function only(folder, allowed, why) {
  const own = [folder, ...allowed].join('|')
  return [
    {
      name: `${folder}-imports`,
      comment: why,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: [`^src/(${own})/`, VOCABULARY, ...(folder === 'tools' ? [NAMES] : [])] },
    },
    {
      name: `${folder}-types-only`,
      comment: `${why} The vocabulary of other parts may be imported as types, not as values.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: VOCABULARY, pathNot: `^src/(${own})/`, dependencyTypesNot: ['type-only'] },
    },
  ]
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle of types alone is gone when the program runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      comment: 'What Vite resolves by a query (`?url`, `?raw`) is checked by the build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]' },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Packages that package.json does not name come and go with the ones that brought them.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      comment: 'What ships is a dependency; development packages are for tests and tools.',
      severity: 'error',
      // Declarations of types add to what tests know and are gone when the program runs.
      from: { path: '^src/', pathNot: [TEST, SUPPORT, '[.]d[.]ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-outside',
      comment: 'The app does not know its tests and scripts.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${TEST}|${SUPPORT}` },
      to: { path: '^([.]scripts|[.]config|e2e)/' },
    },
    {
      name: 'no-tests',
      comment: 'Helpers that tests share do not stand in test files: call them `x.testing.ts`.',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'no-test-support',
      comment: 'What is for tests does not ship.',
      severity: 'error',
      from: { pathNot: [TEST, SUPPORT] },
      to: { path: SUPPORT },
    },
    {
      name: 'kernel-imports',
      comment: 'The kernel is a package of its own: nothing of ours.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    ...only('notebook', [], 'The notebook is at the end of the arrow.'),
    ...MIDDLE.flatMap((folder) =>
      only(folder, ['notebook'], 'Parts of the middle know the notebook, not each other.'),
    ),
    {
      name: 'session-imports',
      comment: 'Only the screen stands above the session.',
      severity: 'error',
      from: { path: '^src/session/' },
      to: { path: '^src/(ui/|main[.]tsx$)' },
    },
    {
      name: 'ui-imports',
      comment:
        'The screen may list presets and protocols, but runs no kernel and writes no storage: the session does.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(kernel|storage)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure',
      comment: 'Notebook and agents are functions of their arguments: no screen, no storage, no system.',
      severity: 'error',
      from: { path: '^src/(notebook|agents)/', pathNot: TEST },
      to: {
        path: ['^node_modules/(react|react-dom|zustand|idb|monaco-editor|radix-ui)/'],
      },
    },
    {
      name: 'pure-no-node',
      comment: 'They run in browsers, workers and Node alike.',
      severity: 'error',
      from: { path: '^src/(notebook|agents)/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
}
