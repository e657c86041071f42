import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))

// Two runs at once must not meet on one port. Playwright's own processes load this file again and inherit the choice.
process.env.BACKSTEP_TEST_PORT ??= String(20_000 + (process.pid % 20_000))

const port = process.env.BACKSTEP_TEST_PORT
const baseURL = `http://127.0.0.1:${port}/`
// `npm test` finds or installs a browser and names it here; without it, Playwright looks for its own.
const browser = process.env.CHROME_PATH
const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at the second try hides a fault.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: jsonReport ? [['list'], ['json', { outputFile: jsonReport }]] : [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Times and numbers on screenshots are the same on every machine.
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // The browser's own calls home are no requests of the page, and tests run without a network.
      args: ['--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: `node .scripts/run.cjs serve-tests ${port}`,
    cwd: root,
    url: baseURL,
    reuseExistingServer: false,
    timeout: 120_000,
  },
})
