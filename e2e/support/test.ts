import { test as base, expect } from '@playwright/test'
import { Guard } from './guard.ts'

export { expect }

/**
 * Playwright's `test` under watch: a test also fails when a page asked another host, broke its content policy,
 * threw, or wrote an error to the console. `guard` says what is allowed in a test.
 */
export const test = base.extend<{ guard: Guard }>({
  guard: [
    async ({ context, baseURL }, use) => {
      if (!baseURL) throw new Error('The tests need a baseURL: run them with e2e/playwright.config.ts')
      const guard = new Guard(baseURL)
      await guard.watch(context)
      await use(guard)
      expect(guard.problems(), 'what the pages did wrong').toEqual([])
    },
    { auto: true },
  ],
})
