import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { type ModelServer, type ScriptedReply, startModelServer } from './support/model-server.ts'
import { expect, test } from './support/test.ts'

/** Each protocol by its tape, without a key, and against a real server on a socket of this machine. */
let server: ModelServer

test.beforeEach(async ({ guard }) => {
  server = await startModelServer({ models: ['test-model'] })
  guard.allow(server.url)
})
test.afterEach(() => server.close())

test.setTimeout(180_000)

const choose = (page: Page, protocol: string) =>
  page.getByRole('combobox', { name: 'Protocol' }).selectOption(protocol)

async function connect(page: Page): Promise<void> {
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

const cells = (page: Page) => page.getByRole('list', { name: 'Cells' })
const cell = (page: Page, number: number) => page.getByRole('group', { name: `Cell ${number}`, exact: true })
const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })

/** Goes back to the first step that words say something of, and forks there. */
async function stepBackAndFork(page: Page, words: RegExp): Promise<void> {
  await timeline(page).focus()
  for (let steps = 0; steps < 60; steps += 1) {
    const shown = (await timeline(page).getAttribute('aria-valuetext')) ?? ''
    if (words.test(shown)) break
    await page.keyboard.press('ArrowLeft')
    await expect(timeline(page)).not.toHaveAttribute('aria-valuetext', shown)
  }
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', words)
  await page.getByRole('button', { name: 'Fork from here' }).click()
  await expect(page.getByRole('banner')).toContainText('2 branches')
}

const RUNS = [
  { protocol: 'code-mode', cells: 2, step: /cell 1, failed/ },
  { protocol: 'codeact', cells: 2, step: /cell 1, failed/ },
  { protocol: 'react', cells: 0, step: /^Step 3 of 7, tool calls/ },
] as const

for (const { protocol, cells: count, step } of RUNS) {
  test(`${protocol}: the task runs by its tape, can be gone back in and forked`, async ({ page }) => {
    // With less motion a tape gives each reply at once.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('./')
    await choose(page, protocol)
    await page.getByRole('button', { name: 'Run the demo' }).click()
    await expect(cells(page)).toContainText('27 arrived more than an hour late', { timeout: 60_000 })
    await expect(cells(page)).toContainText('19.4 %')
    await expect(cells(page).locator('[data-cell]')).toHaveCount(count)
    if (count > 0) {
      await expect(cell(page, 1)).toHaveAttribute('data-status', 'error')
      await expect(cell(page, 2)).toHaveAttribute('data-status', 'ok')
    } else await expect(cells(page).getByRole('list', { name: 'Tool calls' })).toHaveCount(2)
    await stepBackAndFork(page, step)
    await expect(cells(page)).not.toContainText('19.4 %')
  })
}

const code = (source: string): ScriptedReply => ({
  type: 'calls',
  calls: [{ name: 'execute_typescript', arguments: { code: source } }],
})
const text = (value: unknown): ScriptedReply => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
const messages = (nth: number): { role: string; content: string }[] =>
  (server.requests[nth]?.body as { messages: { role: string; content: string }[] } | undefined)?.messages ??
  []

test('code mode against a server: results as JSON, with the line of an error', async ({ page }) => {
  await page.goto('./')
  await choose(page, 'code-mode')
  await connect(page)
  server.enqueue(
    code('const a = null\nreturn a.x'),
    code("return (await external_get_airport({ code: 'SEA' })).city"),
    text('It is Seattle.'),
  )
  await say(page, 'Which city is SEA in?')
  await expect(cells(page)).toContainText('It is Seattle.', { timeout: 40_000 })
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'error')
  expect(JSON.parse(messages(1).at(-1)?.content ?? '')).toMatchObject({
    success: false,
    error: { name: 'TypeError', line: 2 },
  })
  expect(JSON.parse(messages(2).at(-1)?.content ?? '')).toMatchObject({ success: true, result: 'Seattle' })
})

test('CodeAct against a server: the code itself answers, or the model does', async ({ page }) => {
  await page.goto('./')
  await choose(page, 'codeact')
  await connect(page)
  server.enqueue(text({ type: 'code', language: 'js', code: 'return 17*3+5' }))
  await say(page, '17 * 3 + 5?')
  await expect(cells(page)).toContainText('Answer, as the code gave it', { timeout: 40_000 })
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]?.body).not.toHaveProperty('tools')

  await page.getByRole('button', { name: 'Protocol settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Let the model say the final words (reAct)').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use with the next message' }).click()
  server.enqueue(
    text('{"type":"code","code":"return 1'),
    text({ type: 'code', language: 'js', code: 'return 88/11' }),
    text({ type: 'final', output: 'Eight it is.' }),
  )
  await say(page, '88 / 11?')
  await expect(cells(page)).toContainText('Eight it is.', { timeout: 40_000 })
  await expect(cells(page)).toContainText('no valid JSON object')
  expect(messages(2).at(-1)).toMatchObject({ role: 'system' })
  expect(messages(2).at(-1)?.content).toMatch(/^CODE_ERROR: /)
  expect(messages(3).at(-1)?.content).toBe('CODE_RESULT: {"result":8}')
})

test('ReAct against a server: several calls in one reply, and what was wrong is told', async ({ page }) => {
  await page.goto('./')
  await choose(page, 'react')
  await connect(page)
  server.enqueue(
    {
      type: 'calls',
      calls: [
        { name: 'get_airport', arguments: { code: 'SEA' } },
        { name: 'get_airport', arguments: { code: 'PDX' } },
        { name: 'get_weather', arguments: {} },
      ],
    },
    text('Seattle and Portland.'),
  )
  await say(page, 'Which cities?')
  await expect(cells(page)).toContainText('Seattle and Portland.', { timeout: 40_000 })
  await expect(cells(page).getByRole('list', { name: 'Tool calls' }).getByRole('listitem')).toHaveCount(2)
  await expect(cells(page)).toContainText('There is no tool "get_weather"')
  const results = messages(1).filter(({ role }) => role === 'tool')
  expect(results.map(({ content }) => content.slice(0, 60)).join()).toMatch(/Seattle.*Portland.*UnknownTool/s)
})

test('each protocol has a page: its states, its words, its wire', async ({ page }) => {
  await page.goto('./')
  for (const protocol of ['deep-agents', 'code-mode', 'codeact', 'react']) {
    await choose(page, protocol)
    await page.getByRole('button', { name: 'Protocol settings' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'How it works' }).click()
    await expect(dialog.getByRole('img', { name: /Model is asked/ })).toBeVisible()
    await expect(dialog).toContainText('Good at')
    await dialog.getByRole('tab', { name: 'On the wire' }).click()
    await expect(dialog.getByRole('list', { name: 'Messages' })).toContainText('19.4 %')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
