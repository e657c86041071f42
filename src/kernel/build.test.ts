import { expect, test } from 'vitest'
import { BUILD_ID, textHash } from './build.ts'
import { GUEST_SOURCE, LIBRARY } from './guest/index.ts'

test('names the text of the guest: another one is another build', () => {
  expect(BUILD_ID.endsWith(`/guest-${textHash([GUEST_SOURCE, ...Object.values(LIBRARY)].join('\n'))}`)).toBe(
    true,
  )
  const others = [
    `${GUEST_SOURCE} `,
    GUEST_SOURCE.slice(1),
    GUEST_SOURCE.replace('\n', '\n\n'),
    GUEST_SOURCE.replace(/.$/, 'x'),
    '',
  ]
  expect(new Set([GUEST_SOURCE, ...others].map(textHash)).size).toBe(others.length + 1)
  expect(textHash(GUEST_SOURCE)).toMatch(/^[0-9a-f]{13}$/)
})
