import { expectAccessible } from './support/accessible.ts'
import { inEachLook, takeShots } from './support/looks.ts'
import { expect, test } from './support/test.ts'

test('the page opens under its policy and asks no other host', async ({ page }) => {
  const response = await page.goto('./')
  await expect(page).toHaveTitle(/Backstep/)
  await expect(page.locator('#root')).not.toBeEmpty()

  const sent = await response?.headerValue('content-security-policy')
  const written = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(sent).toBe(`${written}; frame-ancestors 'none'`)
  expect(written).toContain("script-src 'self' 'wasm-unsafe-eval';")
})

test('the page fits and reads well in both themes, wide and narrow', async ({ page }) => {
  await page.goto('./')
  await expect(page.locator('#root')).not.toBeEmpty()
  await takeShots(page, 'start')
  await inEachLook(page, async ({ width }) => {
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})
