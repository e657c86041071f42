import { fileURLToPath } from 'node:url'
import type { Request } from '@playwright/test'
import { expect, test } from './support/test.ts'

const DIST = fileURLToPath(new URL('../dist-test', import.meta.url))

interface Budget {
  countedIn: (folder: string) => ReadonlyMap<string, string>
}

/** What `npm run check` weighs is worth nothing if the browser loads more than that before it shows a first result. */
test('until the first result of the demo is seen, no script is loaded that the budget does not count', async ({
  page,
  context,
}) => {
  const budget = (await import(new URL('../.scripts/budget.mjs', import.meta.url).href)) as Budget
  const counted = budget.countedIn(DIST)
  await context.addInitScript(() => {
    // What is fetched because the page has nothing to do is not in the way of anything.
    window.requestIdleCallback = () => 0
    new MutationObserver((_, observer) => {
      const output = document.querySelector('[data-cell="1"][data-status="ok"] [aria-label="Output"]')
      if (!output?.textContent) return
      observer.disconnect()
      document.documentElement.dataset.shownAt = String(performance.timeOrigin + performance.now())
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  const requests: Request[] = []
  // Workers' requests are among them.
  context.on('request', (request) => requests.push(request))

  await page.goto('./')
  await page.getByRole('button', { name: 'Run the demo' }).click()
  // The timeline is among what comes after.
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible({ timeout: 30_000 })

  const shownAt = Number(await page.locator('html').getAttribute('data-shown-at'))
  const names = (all: Request[]): string[] =>
    all.map((request) => new URL(request.url()).pathname.split('/').at(-1) ?? '')
  const scripts = requests.filter((request) =>
    /[/]assets[/][^/]*[.]js$/.test(new URL(request.url()).pathname),
  )
  const before = names(scripts.filter((request) => request.timing().startTime < shownAt))
  const after = names(scripts.filter((request) => request.timing().startTime >= shownAt))
  expect(before.some((name) => name.startsWith('worker'))).toBe(true)
  expect(after.some((name) => name.startsWith('Timeline'))).toBe(true)
  expect(before.filter((name) => !counted.has(name))).toEqual([])
})
