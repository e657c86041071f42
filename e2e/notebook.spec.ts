import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { inEachLook, takeShots } from './support/looks.ts'
import { expect as baseExpect, test } from './support/test.ts'

// The demo takes its time, and so does a machine that builds beside it.
test.setTimeout(300_000)
const expect = baseExpect.configure({ timeout: 60_000 })

const cells = (page: Page): Locator => page.getByRole('list', { name: 'Cells' })
const cell = (page: Page, number: number): Locator =>
  cells(page).getByRole('group', { name: `Cell ${number}`, exact: true })
const output = (page: Page, number: number): Locator =>
  cell(page, number).getByRole('region', { name: 'Output' })
const status = (page: Page): Locator => page.getByRole('status')

/** With less motion a tape gives each reply at once. */
async function runDemo(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('./')
  await page.getByRole('button', { name: 'Run the demo' }).click()
  await expect(page.getByText('Next in the demo')).toBeVisible({ timeout: 150_000 })
}

/** Writes a cell at the end and runs it with the keyboard. */
async function runCell(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add cell' }).click()
  await page.keyboard.insertText(code)
  await page.getByRole('button', { name: 'Run cell' }).click()
}

test('the demo plays: code arrives, runs, fails, is repaired, and an answer comes', async ({ page }) => {
  await page.goto('./')
  await takeShots(page, 'fresh')
  await page.getByRole('button', { name: 'Run the demo' }).click()

  await expect(cell(page, 1)).toHaveAttribute('data-status', 'running')
  await expect(cell(page, 1)).toHaveAttribute('data-author', 'model')
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await expect(status(page)).toHaveText(/Cell \d finished in .*, \d+ tool calls?/)

  await expect(cell(page, 2)).toHaveAttribute('data-status', 'error')
  await expect(output(page, 2)).toContainText(/\d+ \|/)
  await expect(cell(page, 3)).toHaveAttribute('data-status', 'ok')
  await expect(page.getByText('Next in the demo')).toBeVisible()
  await takeShots(page, 'demo')
  await inEachLook(page, () => expectAccessible(page))

  const calls = cell(page, 1).getByRole('list', { name: 'Tool calls' })
  await calls.getByRole('button').first().click()
  await expect(calls.getByRole('tree', { name: 'Arguments' })).toContainText('origin: "SEA"')
  await expect(calls.getByRole('tree', { name: 'Result' })).toContainText('total: 279')

  const value = output(page, 1).getByRole('tree')
  await value.getByRole('treeitem').first().press('ArrowRight')
  await value.getByRole('treeitem').first().press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(value.getByRole('treeitem', { level: 3 }).first()).toContainText('date: "2001-02-26"')

  await page.getByRole('button', { name: /Next in the demo/ }).click()
  await expect(cell(page, 6)).toHaveAttribute('data-status', 'error')
  await expect(cell(page, 7)).toHaveAttribute('data-status', 'ok')
})

test('own cells are written, run, changed and put between', async ({ page }) => {
  const monaco: string[] = []
  page.on('request', (request) => {
    if (/MonacoEditor|editor\.api/.test(request.url())) monaco.push(request.url())
  })
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
  expect(monaco).toEqual([])

  await runCell(page, 'let count = 1\nconsole.log("one")\ncount')
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await expect(cell(page, 1)).toHaveAttribute('data-author', 'user')
  await expect(output(page, 1)).toContainText('one')
  expect(monaco.length).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Add cell' }).click()
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await page.keyboard.insertText('count += 10')
  await page.keyboard.press('Control+Enter')
  await expect(output(page, 2)).toContainText('11')

  // A changed cell runs from the state before it, on a branch of its own.
  await cell(page, 2).hover()
  await cell(page, 2).getByRole('button', { name: 'Edit cell 2' }).click()
  await expect(page.getByText('runs from before cell 2, as a new branch')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('count += 100')
  await page.keyboard.press('Control+Enter')
  await expect(output(page, 2)).toContainText('101')
  await expect(page.getByText(/2 branches/)).toBeVisible()

  // So does one that is put after an earlier cell.
  await page.getByRole('button', { name: 'Insert after cell 1' }).click()
  await page.keyboard.insertText('count * 7')
  await page.keyboard.press('Control+Enter')
  await expect(output(page, 2)).toContainText('7')
  await expect(page.getByText(/3 branches/)).toBeVisible()
})

test('every action by keyboard; single keys stay out of fields', async ({ page }) => {
  await page.goto('./')
  await runCell(page, '"first"')
  await expect(output(page, 1)).toContainText('first')
  await runCell(page, '"second"')
  await expect(output(page, 2)).toContainText('second')

  await cell(page, 2).focus()
  await page.keyboard.press('k')
  await expect(cell(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 2)).toBeFocused()

  await page.keyboard.press('b')
  const draft = page.getByRole('group', { name: 'New cell' })
  await expect(draft.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('1 + 1')
  await page.keyboard.press('Escape')
  await expect(draft).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(draft.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(output(page, 3)).toContainText('2')
  // Shift+Enter at the end writes the next; left empty, it goes away.
  await expect(draft.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(draft).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('bjk?')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('bjk?')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await cell(page, 1).focus()
  await page.keyboard.press('Shift+?')
  const commands = page.getByRole('dialog', { name: 'Commands and keys' })
  await expect(commands).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('write a message')
  await page.keyboard.press('Enter')
  await expect(commands).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('a cell that waits goes on with another answer, as a branch', async ({ page }) => {
  await runDemo(page)
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await timeline.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('This is the start')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(timeline).toHaveAttribute('aria-valuetext', /waiting for search_flights/)
  await expect(cell(page, 1)).toContainText('The cell waits here for search_flights')
  await expect(page.getByText('Later on this branch')).toBeVisible()
  await expect(cell(page, 2)).toHaveCount(0)
  await takeShots(page, 'waiting')
  await inEachLook(page, () => expectAccessible(page))

  await cell(page, 1).getByRole('button', { name: 'edit result…' }).click()
  const result = cell(page, 1).getByRole('textbox', { name: /Result of search_flights/ })
  await expect(result).toHaveValue(/"total": 279/)
  await result.fill('{ "total": 0')
  await expect(cell(page, 1)).toContainText('This is not JSON yet')
  await result.fill('{ "total": 0, "offset": 0, "flights": [] }')
  await cell(page, 1).getByRole('button', { name: 'Continue with this result' }).click()
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await expect(output(page, 1)).toContainText('0 departures')
  await expect(cell(page, 1).getByRole('list', { name: 'Tool calls' })).toContainText('edited')
  await expect(page.getByText(/2 branches/)).toBeVisible()
})

test('off its script the tape says so, and a person can be the model', async ({ page }) => {
  await runDemo(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('Tell me a joke')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The tape has no line for this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect a model' })).toBeVisible()
  await page.getByRole('button', { name: 'Answer as the model yourself' }).click()

  const panel = page.getByRole('region', { name: 'You are the model' })
  await expect(panel.getByRole('textbox')).toBeFocused()
  await panel.getByText(/\d+ messages, 1 tool/).click()
  await expect(panel).toContainText('Tell me a joke')
  await panel.getByRole('textbox').focus()
  await page.keyboard.insertText('departures.length')
  await panel.getByRole('button', { name: 'Reply as the model' }).click()
  await expect(output(page, 5)).toContainText('1686')
  await expect(panel).toBeVisible()
  await panel.getByRole('radio', { name: 'The answer' }).check()
  await panel.getByRole('textbox', { name: 'Your answer' }).fill('Why did the **plane** wait?')
  await panel.getByRole('button', { name: 'Reply as the model' }).click()
  await expect(cells(page).getByText('Why did the plane wait?')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('person')
})

test('notebooks are kept, listed, deleted and brought back', async ({ page }) => {
  await page.goto('./')
  await runCell(page, 'const kept = [1, 2, 3]\nkept')
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await page.getByRole('textbox', { name: 'Title of the notebook' }).fill('Kept')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title of the notebook' })).toHaveValue('Kept')
  await runCell(page, 'kept.length')
  await expect(output(page, 2)).toContainText('3')

  await page.getByRole('button', { name: 'New notebook' }).click()
  await expect(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Notebooks and tools' })
  await expect(rail.getByRole('button', { name: /^Kept/ })).toBeVisible()
  await rail.getByRole('button', { name: 'Delete Kept' }).click()
  await expect(rail.getByRole('button', { name: /^Kept/ })).toHaveCount(0)
  await rail.getByRole('button', { name: 'Undo' }).click()
  await rail.getByRole('button', { name: /^Kept/ }).click()
  await expect(output(page, 2)).toContainText('3')
})

test('a second tab reads, and can take over', async ({ page, context }) => {
  await page.goto('./')
  await runCell(page, 'const here = 1')
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await expect(page.getByText(/^saved/)).toBeVisible()
  const other = await context.newPage()
  await other.goto('./')
  await expect(other.getByText('open in another tab')).toBeVisible()
  await other.getByRole('button', { name: 'Work on it here' }).click()
  await expect(page.getByText('Another tab has taken this notebook over')).toBeVisible()
  await expect(other.getByText('open in another tab')).toHaveCount(0)
  await runCell(other, 'here + 1')
  await expect(output(other, 2)).toContainText('2')
})

test('a chosen theme is there before the first paint', async ({ page, guard }) => {
  guard.expect(/Failed to load resource/)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('./')
  await page.getByRole('button', { name: 'Colours: system' }).click()
  await page.getByRole('button', { name: 'Colours: light' }).click()
  await expect(page.getByRole('button', { name: 'Colours: dark' })).toBeVisible()
  // Without the app's own script only what runs before the first paint can have set it.
  await page.route(/assets\/.*\.js/, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('everything fits and can be reached on a phone', async ({ page }) => {
  await runDemo(page)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Notebooks and tools' }).click()
    const rail = page.getByRole('dialog', { name: 'Notebooks and tools' })
    await rail.getByRole('button', { name: 'search_flights' }).click()
    await expect(rail.getByText('Finds flights flown')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(rail).toHaveCount(0)
    await page.getByRole('button', { name: 'Variables and more' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Variables' }).getByRole('tree')).toContainText(
      'departures',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  }
})

test('a thousand cells: all are there, few are whole', async ({ page, guard }) => {
  guard.expect(/404/)
  await page.goto('./e2e/pages/notebook.html?cells=1000')
  await expect(cells(page).getByRole('group', { name: /^Cell \d+$/ })).toHaveCount(1000)
  await expect(cell(page, 1000)).toBeInViewport()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(20_000)

  // A sketch becomes whole when one comes near.
  await expect(cell(page, 500)).toContainText('const total500')
  await expect(cell(page, 500).getByRole('button', { name: 'Edit cell 500' })).toHaveCount(0)
  await cell(page, 500).scrollIntoViewIfNeeded()
  await expect(cell(page, 500).getByRole('button', { name: 'Edit cell 500' })).toBeVisible()
  await expect(output(page, 500).getByRole('tree')).toContainText('step: 500')
})

test('a wait is answered in the words of the kernel', async ({ page, guard }) => {
  guard.expect(/404/)
  await page.goto('./e2e/pages/notebook.html?show=past')
  await cell(page, 2).getByRole('button', { name: 'fail it…' }).click()
  await cell(page, 2).getByRole('textbox', { name: 'What getCarrier fails with' }).fill('no line')
  await cell(page, 2).getByRole('button', { name: 'Continue with this failure' }).click()
  const asked = await page.evaluate(
    () => (window as unknown as { session: { asked: string[] } }).session.asked,
  )
  expect(asked.at(-1)).toMatch(
    /continueWith .*"3":\{"error":\{"name":"Error","message":"no line"\}\}|"4":\{"error"/,
  )
})
