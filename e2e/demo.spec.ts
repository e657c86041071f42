import { expectAccessible } from './support/accessible.ts'
import { inEachLook, takeShots } from './support/looks.ts'
import { expect, test } from './support/test.ts'

/** The first run: no key, one click, and nothing asked of any other host (the guard of every test sees to that). */
test('the demo runs, in three turns, cells really run, and the tape says when it is left', async ({
  page,
}) => {
  test.setTimeout(500_000)
  await page.goto('./')
  const demo = page.getByRole('button', { name: 'Run the demo' })
  await expect(demo).toBeVisible()
  await takeShots(page, 'first-visit')
  await demo.click()

  const cells = page.getByRole('list', { name: 'Cells' })
  const cell = (number: number) => cells.getByRole('group', { name: `Cell ${number}`, exact: true })
  await expect(cells).toContainText('Only 139 flights left Seattle', { timeout: 150_000 })
  await expect(cell(1)).toHaveAttribute('data-status', 'ok')
  await expect(cell(1)).toHaveAttribute('data-author', 'model')
  await expect(cell(2)).toHaveAttribute('data-status', 'error')
  await expect(cell(3)).toHaveAttribute('data-status', 'ok')
  await expect(cell(3)).toContainText('13 calls')
  await expect(cell(3).getByRole('list', { name: 'Tool calls' })).toContainText('search_flights')

  // Each further message is offered and sent with one click.
  for (const [message, answer] of [
    ['When exactly did it start', '129 minutes without a single take-off'],
    ['How long did it take Seattle', 'Not within this week'],
  ] as const) {
    await page.getByRole('button', { name: message }).last().click()
    await expect(cells).toContainText(answer, { timeout: 150_000 })
  }
  await expect(cell(8)).toHaveAttribute('data-status', 'ok')
  await expect(cell(9)).toHaveCount(0)
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute(
    'aria-valuetext',
    /cell 8, finished/,
  )
  const variables = page.getByRole('tabpanel', { name: 'Variables' }).getByRole('tree')
  await expect(variables.getByRole('treeitem').filter({ hasText: 'departures:' })).toBeVisible()
  await takeShots(page, 'demo')
  await inEachLook(page, async ({ width }) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  })

  await page.getByRole('textbox', { name: 'Message' }).fill('And what about Boston?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(cells).toContainText('The tape has no line for this')
  await expect(cells.getByRole('button', { name: 'Connect a model' })).toBeVisible()
  await cells.getByRole('button', { name: 'Answer as the model yourself' }).click()
  await expect(page.getByRole('region', { name: 'You are the model' })).toBeVisible()
  await inEachLook(page, () => expectAccessible(page))
})

test('the first screen and its dialogs can be used by everyone', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('./')
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible()
  await inEachLook(page, () => expectAccessible(page))
  for (const [open, title] of [
    ['Connect a model', 'Connect a model'],
    ['Commands and keys', 'Commands and keys'],
  ] as const) {
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await inEachLook(page, () => expectAccessible(page))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.setViewportSize({ width: 390, height: 800 })
  for (const [open, side] of [
    ['Notebooks and tools', 'Notebooks and tools'],
    ['Variables and more', 'What the notebook holds'],
  ] as const) {
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByRole('dialog', { name: side })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('from a wait the agent goes on along a branch of its own', async ({ page }) => {
  test.setTimeout(300_000)
  // With less motion a tape gives each reply at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./')
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const cells = page.getByRole('list', { name: 'Cells' })
  await expect(cells).toContainText('Only 139 flights left Seattle', { timeout: 150_000 })
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await timeline.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'fail it…' }).click()
  await page.getByRole('button', { name: 'Continue with this failure' }).click()
  await expect(cells.getByRole('group', { name: 'Cell 1', exact: true })).toHaveAttribute(
    'data-status',
    'error',
  )
  // The turn is open, so the demo does not offer its next message before this one is answered.
  await expect(page.getByText('Next in the demo')).toHaveCount(0)
  await page.getByRole('button', { name: 'Let the agent go on' }).click()
  await expect(page.getByRole('button', { name: 'Let the agent go on' })).toHaveCount(0)
  // A recording has seen another result, and says so.
  await expect(cells).toContainText('The tape has no line for this', { timeout: 60_000 })
  await expect(page.getByText('Next in the demo')).toHaveCount(0)
})
