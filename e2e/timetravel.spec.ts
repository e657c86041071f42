import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { inEachLook, takeShots } from './support/looks.ts'
import { type ModelServer, type ScriptedReply, startModelServer } from './support/model-server.ts'
import { expect, test } from './support/test.ts'

let server: ModelServer

test.setTimeout(120_000)

test.beforeEach(async ({ guard }) => {
  server = await startModelServer({ models: ['test-model'] })
  guard.allow(server.url)
})
test.afterEach(() => server.close())

const evaluate = (code: string): ScriptedReply => ({
  type: 'calls',
  calls: [{ name: 'eval', arguments: { code } }],
})

/** Four steps: the start, the end of cell 1, the wait of cell 2, its end. */
const RUN: ScriptedReply[] = [
  evaluate('let count = 1\nconst carriers = ["AS"]\nconst old = true\ncount'),
  evaluate(
    'count = 2\nconst airports = await tools.listAirports({ state: "WA" })\ncarriers.push("DL")\nglobalThis.label = "late"\ncount',
  ),
  { type: 'text', text: 'The first answer.', usage: { input: 812, output: 9 } },
]

async function runTwoCells(page: Page): Promise<void> {
  await page.goto('./')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Base URL').fill(server.baseUrl)
  await dialog.getByLabel('Name of the model').fill('test-model')
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await expect(dialog).toBeHidden()
  server.enqueue(...RUN)
  await say(page, 'Look around')
  await expect(page.getByText('The first answer.')).toBeVisible({ timeout: 40_000 })
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 4 of 4, cell 2, finished, live')
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const timeline = (page: Page): Locator => page.getByRole('slider', { name: 'Timeline' })
const variables = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Variables' }).getByRole('tree')
const variable = (page: Page, name: string): Locator =>
  variables(page)
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^\\s*${name}:`) })
const cell = (page: Page, number: number): Locator =>
  page.getByRole('list', { name: 'Cells' }).getByRole('group', { name: `Cell ${number}`, exact: true })

/** Where a step of a short run stands, px from the page's corner. */
async function stepAt(page: Page, step: number): Promise<{ x: number; y: number }> {
  const box = await timeline(page).boundingBox()
  if (!box) throw new Error('The timeline is not on the screen')
  return { x: box.x + 18 + 84 * (step - 1), y: box.y + box.height / 2 }
}

test('scrub back, see the old variables, fork, and both branches stay', async ({ page }) => {
  await runTwoCells(page)
  await expect(variable(page, 'count')).toContainText('2')
  await expect(variable(page, 'carriers')).toContainText('changed')

  const second = await stepAt(page, 2)
  await page.mouse.click(second.x, second.y)
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 2 of 4, cell 1, finished')
  await expect(page.getByText('As they were at step 2, cell 1')).toBeVisible()
  await expect(variable(page, 'count')).toContainText('1')
  await expect(variable(page, 'count')).toContainText('new')
  await expect(variable(page, 'airports')).toHaveCount(0)
  await expect(cell(page, 1)).toBeVisible()
  await expect(cell(page, 2)).toHaveCount(0)

  await page.getByRole('button', { name: 'Fork from here' }).click()
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 2 of 2, cell 1, finished, live')
  server.enqueue(evaluate('count += 40\ncount'), { type: 'text', text: 'The second answer.' })
  await say(page, 'Another way')
  await expect(page.getByText('The second answer.')).toBeVisible()
  await expect(variable(page, 'count')).toContainText('41')
  await expect(variable(page, 'count')).toContainText('was 1')
  await expect(page.getByText('The first answer.')).toHaveCount(0)

  const branches = page.getByRole('list', { name: 'Branches' })
  await branches.getByRole('button', { name: /^Main/ }).click()
  await expect(page.getByText('The first answer.')).toBeVisible()
  await expect(page.getByText('The second answer.')).toHaveCount(0)
  await expect(variable(page, 'count')).toContainText('2')
  await expect(variable(page, 'airports')).toBeVisible()

  await branches.getByRole('button', { name: /^Branch 2/ }).click()
  await expect(page.getByText('The second answer.')).toBeVisible()
  await expect(variable(page, 'count')).toContainText('41')
  await takeShots(page, 'two-branches')
})

test('each change says so in words', async ({ page }) => {
  await runTwoCells(page)
  await timeline(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(timeline(page)).toHaveAttribute(
    'aria-valuetext',
    'Step 3 of 4, cell 2, waiting for list_airports',
  )
  await expect(variable(page, 'count')).toContainText('was 1 · changed')
  await expect(variable(page, 'airports')).toContainText('new')
  await expect(variable(page, 'old')).not.toContainText(/new|changed|removed/)
  await expect(page.getByText('2 changes since step 2')).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await expect(variable(page, 'carriers')).toContainText('changed')
  await variable(page, 'carriers').click()
  await expect(variables(page).getByRole('treeitem', { level: 2 }).last()).toContainText(/1: "DL".*new/)
})

test('everything goes by keyboard', async ({ page }) => {
  await runTwoCells(page)
  const slider = timeline(page)
  await slider.focus()
  const steps: [string, string][] = [
    ['Home', 'Step 1 of 4, start'],
    ['ArrowRight', 'Step 2 of 4, cell 1, finished'],
    ['PageDown', 'Step 4 of 4, cell 2, finished, live'],
    ['PageUp', 'Step 2 of 4, cell 1, finished'],
    ['End', 'Step 4 of 4, cell 2, finished, live'],
    ['[', 'Step 3 of 4, cell 2, waiting for list_airports'],
    ['[', 'Step 2 of 4, cell 1, finished'],
    [']', 'Step 3 of 4, cell 2, waiting for list_airports'],
    ['\\', 'Step 4 of 4, cell 2, finished, live'],
    ['PageUp', 'Step 2 of 4, cell 1, finished'],
  ]
  for (const [key, text] of steps) {
    await page.keyboard.press(key)
    await expect(slider, `after ${key}`).toHaveAttribute('aria-valuetext', text)
  }
  await page.keyboard.press('f')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 2 of 2, cell 1, finished, live')

  server.enqueue({ type: 'text', text: 'By keyboard.' })
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('Go on [from here]')
  await page.keyboard.press('Enter')
  await expect(page.getByText('By keyboard.')).toBeVisible()
  await expect(page.getByText('Go on [from here]')).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 2 of 2, cell 1, finished, live')
})

test('hovering shows where a click would lead, and dragging looks there', async ({ page }) => {
  await runTwoCells(page)
  const slider = timeline(page)
  const third = await stepAt(page, 3)
  await page.mouse.move(third.x + 5, third.y)
  await expect(page.getByText('Step 3 of 4 · cell 2 · waiting for list_airports')).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 4 of 4, cell 2, finished, live')

  await page.mouse.down()
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 3 of 4, cell 2, waiting for list_airports')
  const first = await stepAt(page, 1)
  await page.mouse.move(first.x - 200, first.y + 300, { steps: 8 })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 1 of 4, start')
  await page.mouse.up()
  await expect(page.getByText('Nothing was declared yet at this step.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 4 of 4, cell 2, finished, live')
})

test('playing goes through the steps to the live end', async ({ page }) => {
  await runTwoCells(page)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8×')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 4 of 4, cell 2, finished, live')
})

test('code can be tried out in the past without changing anything', async ({ page }) => {
  await runTwoCells(page)
  await timeline(page).focus()
  await page.keyboard.press('PageUp')
  const field = page.getByRole('textbox', { name: 'Evaluate here, without changing anything' })
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await field.fill('count = 99')
  await field.press('Enter')
  await expect(results.last()).toContainText('99')
  await field.fill('count')
  await field.press('Enter')
  await expect(results.last()).toContainText('step 2, cell 1')
  await expect(results.last().locator('pre')).toHaveText('1')
  await field.fill('nowhere.at.all')
  await field.press('Enter')
  await expect(results.last()).toContainText('ReferenceError')
  await field.press('ArrowUp')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('count')
  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(variable(page, 'count')).toContainText('2')
})

test('calls and the exact request stand beside the variables', async ({ page }) => {
  await runTwoCells(page)
  await page.getByRole('tab', { name: 'Calls' }).click()
  const calls = page.getByRole('tabpanel', { name: 'Calls' })
  await expect(calls.getByText('1 call', { exact: true })).toBeVisible()
  await calls.getByRole('button', { name: 'list_airports', exact: true }).click()
  await expect(timeline(page)).toHaveAttribute(
    'aria-valuetext',
    'Step 3 of 4, cell 2, waiting for list_airports',
  )
  await expect(calls.getByText('1 call up to here, 1 waiting')).toBeVisible()

  await page.getByRole('button', { name: 'Back to live' }).click()
  await page.getByRole('tab', { name: 'Context' }).click()
  const context = page.getByRole('tabpanel', { name: 'Context' })
  await expect(context.getByRole('combobox', { name: 'Model call' })).toContainText('Model call 3 of 3')
  await expect(context.getByText('the server counted 812 in, 9 out')).toBeVisible()
  const shown = context.getByRole('region', { name: 'What was sent, word for word' })
  await expect(shown.getByText('Look around')).toBeVisible()
  await expect(shown.getByText('Result of eval').first()).toBeVisible()
  await expect(context.getByRole('region', { name: 'What stayed in the interpreter' })).toContainText(
    'airports',
  )
})

test('branches are renamed, deleted, and had back', async ({ page }) => {
  await runTwoCells(page)
  await timeline(page).focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('f')
  const branches = page.getByRole('list', { name: 'Branches' })
  await branches.getByRole('button', { name: /^Branch 2/ }).dblclick()
  await page.keyboard.type('with other numbers')
  await page.keyboard.press('Enter')
  await expect(branches.getByRole('button', { name: /^with other numbers/ })).toBeFocused()

  await branches.getByRole('button', { name: 'More about with other numbers' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(branches).toHaveCount(0)
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 4 of 4, cell 2, finished, live')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(branches.getByRole('button', { name: /^with other numbers/ })).toBeVisible()
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Step 2 of 2, cell 1, finished, live')
})

test('the past reads well in both themes, wide and narrow', async ({ page }) => {
  await runTwoCells(page)
  await timeline(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(variable(page, 'count')).toContainText('changed')
  await takeShots(page, 'past')
  await inEachLook(page, async ({ width }) => {
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(page.getByRole('button', { name: 'Back to live' })).toBeVisible()
  })
})
