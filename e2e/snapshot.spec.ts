import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { takeShots } from './support/looks.ts'
import { expect, test } from './support/test.ts'

test.setTimeout(120_000)

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name })

async function runCell(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add cell' }).click()
  await page.keyboard.insertText(code)
  await page.getByRole('button', { name: 'Run cell' }).click()
}

test('a moment kept in two ways: what is portable, what is lost, and its pages', async ({ page }) => {
  await page.goto('./')
  await runCell(page, 'let n = 1; const up = () => ++n; class Point { x = 1 }; const p = new Point(); up()')
  const cells = page.getByRole('list', { name: 'Cells' })
  await expect(cells.getByRole('group', { name: 'Cell 1', exact: true })).toHaveAttribute('data-status', 'ok')

  await page.getByRole('tab', { name: 'Snapshot' }).click()
  const snapshot = panel(page, 'Snapshot')
  const names = snapshot.getByRole('table', { name: 'Names in the portable snapshot' })
  await expect(names.getByRole('row', { name: /^n/ })).toContainText('kept')
  await expect(names.getByRole('row', { name: /^up/ })).toContainText('tombstone')
  await expect(names.getByRole('row', { name: /^p/ })).toContainText('changed')

  await snapshot.getByRole('textbox', { name: /Try it/ }).fill('up()')
  await snapshot.getByRole('button', { name: 'Try' }).click()
  const results = snapshot.getByLabel('Results of up()')
  await expect(results).toContainText('3')
  await expect(results).toContainText(
    "Value for 'up' was not restored because it is not serializable (type: function).",
  )

  await page.getByRole('tab', { name: 'Heap' }).click()
  const heap = panel(page, 'Heap')
  await expect(heap.getByText(/of heap at step 2, cell 1/)).toBeVisible()
  await expect(heap.getByRole('img', { name: /pages: [1-9]\d* shared, [1-9]\d* changed/ })).toBeVisible()
  await heap.getByRole('combobox', { name: 'beside' }).selectOption({ label: 'step 2, cell 1' })
  await expect(heap.getByRole('img', { name: /0 changed, 0 new, 0 freed/ })).toBeVisible()
  await expect(heap.getByText(/Size over 2 steps/)).toBeVisible()
})

test('both panels in each look', async ({ page }) => {
  await page.goto('./')
  await runCell(
    page,
    'const rows = Array.from({ length: 2000 }, (_, id) => ({ id, name: String(id) })); const f = () => 1; rows.length',
  )
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute(
    'aria-valuetext',
    /Step 2 of 2/,
  )
  for (const name of ['Snapshot', 'Heap']) {
    await page.getByRole('tab', { name }).click()
    await expect(panel(page, name)).toContainText(/rows/)
    await expectAccessible(page)
    await takeShots(page, `inspector-${name.toLowerCase()}`)
  }
})

test('a branch is replayed and found to be the same', async ({ page }) => {
  await page.goto('./')
  await runCell(page, 'let total = 0; for (let i = 0; i < 10; i += 1) total += i; total')
  const again = page.getByRole('button', { name: 'Verify the run' })
  await again.click()
  await expect(page.getByText('Identical: 2 steps, every image')).toBeVisible()
  await takeShots(page, 'replayed')
  await expectAccessible(page)
})
