import { expect, test } from './support/test.ts'

/** In Node all of our own cases run; here every third, as each starts two workers. `BACKSTEP_ALL=1` runs all. */
const OWN_STEP = process.env.BACKSTEP_ALL ? 1 : 3

/**
 * The contract of the kernel, case by case, in a real worker. The names come from the page, so they are not known
 * when tests are listed: one test runs a whole group and says which failed.
 */
for (const [group, least] of [
  ['cases', 110],
  ['own', 30],
  ['behaviours', 40],
  ['workers', 3],
  ['hostile', 2],
] as const) {
  test(`the kernel keeps its contract in a worker: ${group}`, async ({ page, guard }) => {
    test.setTimeout(600_000)
    // The binding tells of a host stack that ran out under its interrupt callback, which cells that recurse for ever are for.
    guard.expect(/\[C to host interrupt: returning error\]/)
    await page.goto('e2e/pages/kernel.html')
    const names = await page.evaluate((of) => window.contract.names[of] ?? [], group)
    expect(names.length).toBeGreaterThanOrEqual(least)
    const failures: string[] = []
    const step = group === 'own' ? OWN_STEP : 1
    for (const name of names.filter((_, place) => place % step === 0)) {
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
}

test.describe('on another machine', () => {
  test.use({ locale: 'zh-CN', timezoneId: 'Asia/Kolkata' })
  test('heaps are the same in another language and zone', async ({ page }) => {
    await page.goto('e2e/pages/kernel.html')
    await page.evaluate(() => window.contract.run('comes to the same heap on every machine'))
  })
})
