import { existsSync, readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { slimParserPlugin } from './.scripts/slim-parser.ts'

const TEST_PAGES = 'e2e/pages'

/** The build with this mode also holds the pages that only the browser tests open. */
const TEST_MODE = 'e2e'

export default defineConfig(({ mode }) => ({
  // Relative addresses: the app is static files and may be put under any path of any host.
  base: './',
  plugins: [react(), slimParserPlugin(), relaxPolicyWhileDeveloping()],
  // Plugins have to be named for workers again.
  worker: { format: 'es', plugins: () => [slimParserPlugin()] },
  server: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    manifest: true,
    outDir: mode === TEST_MODE ? 'dist-test' : 'dist',
    // Monaco alone is larger than this; what the first cell needs has its own budget in `npm run check`.
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: mode === TEST_MODE ? ['index.html', ...testPages()] : ['index.html'],
      // No named groups: Monaco is reached by dynamic imports only, so it gets chunks of its own, whereas a group
      // could take in a helper that the entry needs and so pull Monaco into the first load.
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', '.scripts/**/*.test.ts'],
    environment: 'node',
  },
}))

function testPages(): string[] {
  if (!existsSync(TEST_PAGES)) return []
  return readdirSync(TEST_PAGES)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${TEST_PAGES}/${name}`)
}

/** Vite's dev client needs an inline script, which the page's policy forbids; builds keep the policy as it is. */
function relaxPolicyWhileDeveloping(): Plugin {
  return {
    name: 'relax-policy-while-developing',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
  }
}
