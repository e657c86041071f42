import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { takeShots } from './support/looks.ts'
import { type ModelServer, type ScriptedReply, startModelServer } from './support/model-server.ts'
import { expect, test } from './support/test.ts'

/** AgentZ against a real server on a socket of this machine: each cell is written from inside the one before it. */
let server: ModelServer

test.beforeEach(async ({ guard }) => {
  server = await startModelServer({ models: ['test-model'] })
  guard.allow(server.url)
})
test.afterEach(() => server.close())

test.setTimeout(120_000)

const cells = (page: Page): Locator => page.getByRole('list', { name: 'Cells' })
const cell = (page: Page, number: number): Locator =>
  cells(page).getByRole('group', { name: `Cell ${number}`, exact: true })

async function start(page: Page): Promise<void> {
  await page.goto('./')
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('agentz')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Base URL').fill(server.baseUrl)
  await dialog.getByLabel('Name of the model').fill('test-model')
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await expect(dialog).toBeHidden()
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

const text = (words: string): ScriptedReply => ({ type: 'text', text: words })
const next = (code: string, summary: string): ScriptedReply => ({
  type: 'calls',
  calls: [{ name: 'set_next_cell_code', arguments: { code, summary } }],
})

test('cells written from inside cells, a recovery, and a run that is proven to repeat', async ({ page }) => {
  await start(page)
  server.enqueue(
    next('const kept = 41\nnothing.here()', 'Fails'),
    text('registered'),
    next(
      "const airport = await tools.getAirport({ code: 'SEA' })\nconsole.log(airport.city, kept + 1)\nquit()",
      'Repairs',
    ),
    text('repaired'),
  )
  await say(page, 'Which city is SEA in?')
  await expect(cells(page)).toContainText('Seattle 42', { timeout: 40_000 })
  await expect(cells(page).locator('[data-cell]')).toHaveCount(4)
  const seen = await cells(page)
    .locator('[data-cell]')
    .evaluateAll((all) =>
      all.map((each) => [each.getAttribute('data-author'), each.getAttribute('data-status')]),
    )
  expect(seen).toEqual([
    ['engine', 'ok'],
    ['model', 'error'],
    ['recovery', 'recovery'],
    ['model', 'ok'],
  ])
  expect(server.requests).toHaveLength(4)
  await expectAccessible(page)
  await takeShots(page, 'agentz')

  await page.getByRole('button', { name: 'Verify the run' }).click()
  await expect(page.getByText(/^Identical: \d+ steps, every image/)).toBeVisible({ timeout: 20_000 })

  // Back to where the first cell waits for the model, and on from there with another program.
  const slider = page.getByRole('slider', { name: 'Timeline' })
  await slider.focus()
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /start/)
  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(cell(page, 4)).toBeVisible()
})

test('a cell asks the person', async ({ page }) => {
  await start(page)
  server.enqueue(
    next("const name = await input('What is your name?')\nconsole.log('Hello ' + name)\nquit()", 'Asks'),
    text('registered'),
  )
  await say(page, 'Greet me')
  await expect(page.getByText('What is your name?').first()).toBeVisible({ timeout: 40_000 })
  await takeShots(page, 'agentz-input')
  await say(page, 'Ada')
  await expect(cells(page)).toContainText('Hello Ada', { timeout: 20_000 })
})
