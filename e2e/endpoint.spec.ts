import type { Page } from '@playwright/test'
import { type ModelServer, type ScriptedReply, startModelServer } from './support/model-server.ts'
import { expect, test } from './support/test.ts'

/** A real server on a socket of this machine plays the endpoint. */
let server: ModelServer

test.beforeEach(async ({ guard }) => {
  server = await startModelServer({ models: ['test-model'] })
  guard.allow(server.url)
})
test.afterEach(() => server.close())

test.setTimeout(120_000)

const evaluate = (code: string): ScriptedReply => ({
  type: 'calls',
  calls: [{ name: 'eval', arguments: { code } }],
  pieceDelayMs: 2,
})

async function connect(page: Page, key = 'sk-test-secret'): Promise<void> {
  await page.goto('./')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Base URL').fill(server.baseUrl)
  await dialog.getByLabel('API key').fill(key)
  await dialog.getByLabel('Name of the model').fill('test-model')
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await expect(dialog).toBeHidden()
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

const notebook = (page: Page) => page.getByRole('list', { name: 'Cells' })
const cell = (page: Page, number: number) => page.getByRole('group', { name: `Cell ${number}`, exact: true })

test('an agent works through several cells against a server', async ({ page }) => {
  await connect(page)
  server.enqueue(
    evaluate('const airports = await tools.listAirports({ state: "WA" })\nconsole.log(airports)\n6 * 7'),
    evaluate('airports.nothing.here'),
    evaluate('"repaired"'),
    { type: 'text', text: 'The answer is **42**.', usage: { input: 321, output: 9 } },
  )
  await say(page, 'Work it out')
  await expect(page.getByText('The answer is 42.')).toBeVisible({ timeout: 40_000 })
  await expect(cell(page, 1)).toHaveAttribute('data-status', 'ok')
  await expect(cell(page, 1)).toHaveAttribute('data-author', 'model')
  await expect(cell(page, 1).getByRole('region', { name: 'Output' })).toContainText('42')
  await expect(cell(page, 1).getByRole('list', { name: 'Tool calls' })).toContainText('list_airports')
  await expect(cell(page, 2)).toHaveAttribute('data-status', 'error')
  await expect(cell(page, 3).getByRole('region', { name: 'Output' })).toContainText('repaired')

  expect(server.requests.length).toBe(4)
  for (const { headers } of server.requests) {
    expect(headers.authorization).toBe('Bearer sk-test-secret')
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([])
  }
  const second = JSON.stringify(server.requests[2]?.body)
  expect(second).toContain('TypeError')
  expect(second).toContain('"tool_call_id"')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sk-test-secret')
})

test('what goes wrong on the wire is told with its cure, and one click tries again', async ({
  page,
  guard,
}) => {
  guard.expect(/Failed to load resource/)
  await connect(page)
  const broken: [ScriptedReply, RegExp][] = [
    [
      {
        type: 'status',
        status: 401,
        json: { error: { message: 'Incorrect API key provided: sk-test-secret' } },
      },
      /key/i,
    ],
    [{ type: 'status', status: 429, json: { error: { message: 'Too many' } } }, /429|too many|rate/i],
    [
      {
        type: 'raw',
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html><title>502 Bad Gateway</title></html>',
      },
      /502/,
    ],
    [
      {
        type: 'raw',
        headers: { 'content-type': 'text/event-stream' },
        body: 'data: {"choices":[{"index":0,"delta":{"content":"half a rep',
        after: 'end',
      },
      /ended|cut|incomplete|closed/i,
    ],
    [{ type: 'raw', headers: { 'content-type': 'text/event-stream' }, body: '' }, /empty|nothing|no reply/i],
  ]
  server.enqueue(broken[0]?.[0] ?? { type: 'hang' })
  await say(page, 'Keep this question')
  for (const [index, [, message]] of broken.entries()) {
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1)
    await expect(notebook(page)).toContainText(message)
    await expect(page.locator('body')).not.toContainText('sk-test-secret')
    await expect(notebook(page)).toContainText('Keep this question')
    server.enqueue(broken[index + 1]?.[0] ?? { type: 'text', text: 'Here at last.' })
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await expect(page.getByText('Here at last.')).toBeVisible()
})

test('a server that refuses other origins is told apart, with its cure', async ({ page, guard }) => {
  guard.expect(/CORS|Failed to load resource|Access-Control/)
  server.setCors('off')
  await connect(page)
  await say(page, 'Anybody there?')
  await expect(notebook(page)).toContainText(/CORS|origin/i)
  server.setCors('on')
  server.enqueue({ type: 'text', text: 'Yes.' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Yes.')).toBeVisible()
})

test('a slow reply can be stopped, and nothing is lost', async ({ page }) => {
  await connect(page)
  server.enqueue({ type: 'text', text: 'This goes on and on and on. '.repeat(40), pieceDelayMs: 60 })
  await say(page, 'A long story')
  await expect(page.getByText('This goes on and on')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect(notebook(page)).toContainText('A long story')
})

test('a cell that loops for ever is stopped by the user, and the next one works', async ({ page }) => {
  await connect(page)
  server.enqueue(evaluate('let before = 41\nbefore'), evaluate('while (true) {}'))
  await say(page, 'Loop')
  await expect(cell(page, 2)).toHaveAttribute('data-status', 'running')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(cell(page, 2)).toHaveAttribute('data-status', 'stopped')
  server.enqueue(evaluate('before + 1'), { type: 'text', text: 'Still here.' })
  await say(page, 'Go on')
  await expect(cell(page, 3).getByRole('region', { name: 'Output' })).toContainText('42')
  await expect(page.getByText('Still here.')).toBeVisible()
})
