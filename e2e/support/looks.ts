import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark'] as const

/** px; a desktop window and a phone. */
const WIDTHS = [1280, 390] as const

export type Look = { theme: (typeof THEMES)[number]; width: (typeof WIDTHS)[number] }

/** Shows the page in both themes and both widths, and leaves it as it was. */
export async function inEachLook(page: Page, visit: (look: Look) => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await visit({ theme, width })
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (size) await page.setViewportSize(size)
}

/** Pictures of a state in each look, `test-results/shots/NAME-light-1280.png`, for people to look at. */
export async function takeShots(page: Page, name: string): Promise<void> {
  await inEachLook(page, async ({ theme, width }) => {
    await page.screenshot({
      path: `test-results/shots/${name}-${theme}-${width}.png`,
      animations: 'disabled',
    })
  })
}
