import { expect, test } from './support/test.ts'

/**
 * The contract of the kernel, case by case, in a real worker. The names come from the page, so they are not known
 * when tests are listed: one test runs them all and says which failed.
 */
test('the kernel keeps its contract in a worker', async ({ page }) => {
  test.setTimeout(600_000)
  await page.goto('e2e/pages/kernel.html')
  const names = await page.evaluate(() => window.contract.names)
  expect(names.length).toBeGreaterThan(140)
  const failures: string[] = []
  for (const name of names) {
    const failure = await page.evaluate(
      (check) =>
        window.contract.run(check).then(
          () => null,
          (error: unknown) => String(error),
        ),
      name,
    )
    if (failure !== null) failures.push(`${name}: ${failure}`)
  }
  expect(failures).toEqual([])
})

test.describe('on another machine', () => {
  test.use({ locale: 'zh-CN', timezoneId: 'Asia/Kolkata' })
  test('heaps are the same in another language and zone', async ({ page }) => {
    await page.goto('e2e/pages/kernel.html')
    await page.evaluate(() => window.contract.run('comes to the same heap on every machine'))
  })
})
