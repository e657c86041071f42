// Only what needs types or knows React; everything else, and the format, is Biome's.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** What reaches outside: not for code whose result has to be a function of its arguments. */
const EFFECTS = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'fetch',
  'WebSocket',
  'EventSource',
  'Worker',
  'setTimeout',
  'setInterval',
  'performance',
  'crypto',
  'process',
  'console',
].map((name) => ({ name, message: 'This folder is pure: take it as a parameter from the session.' }))

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist-test/**',
      '.cache/**',
      'test-results/**',
      'public/**',
      '.config/**',
      // Scripts for inside the interpreter, imported as text: bodies of functions, no modules.
      'src/kernel/guest/**/*.js',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // A handler in JSX may be async: React ignores what it returns, and its body has to handle its own failures.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Interfaces that promise are often kept by functions that need not wait.
      '@typescript-eslint/require-await': 'off',
      // Biome's, which also removes them.
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
  {
    files: ['**/*.tsx', 'src/ui/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['src/notebook/**/*.ts', 'src/agents/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...EFFECTS],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'This folder is pure: take the time as a parameter.' },
        {
          object: 'Math',
          property: 'random',
          message: 'This folder is pure: take ids and chance as a parameter.',
        },
      ],
    },
  },
  {
    // The parser's tree has 250 kinds of node, most of them of other dialects, and more with each of its versions. A walk
    // names those it treats and says in its `default` what becomes of the others; without one it is refused here too.
    files: ['src/kernel/compile/**/*.ts', 'src/kernel/callee.ts', 'src/kernel/import-places.ts'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**/*.ts'],
    // A test that asserts too much fails, which is what it is for.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['.scripts/**/*.{mjs,cjs}'],
    rules: {
      // The entry has to be CommonJS to be readable by an old Node.
      '@typescript-eslint/no-require-imports': 'off',
      // These run before anything is installed, so what they read (npm's and our own files) is typed, not parsed.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
