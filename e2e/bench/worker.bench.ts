import type { Bench } from './bench.ts'

/** The kernel in a worker of Chromium, asked from the page. */
const worker: Bench = async ({ open }) => {
  const page = await open('e2e/pages/bench.html')
  await page.waitForFunction(() => 'measure' in window)
  return page.evaluate(() => window.measure())
}

export default worker
