import { expect, test } from 'vitest'
import { places } from './browser.mjs'

test('the usual places of each system, Chrome and Chromium before Edge', () => {
  expect(places('linux', { PATH: '/opt/bin' }).slice(0, 2)).toEqual([
    '/opt/bin/google-chrome-stable',
    '/usr/bin/google-chrome-stable',
  ])
  expect(places('darwin', { HOME: '/Users/a' })[0]).toBe(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )
  const windows = places('win32', {
    PROGRAMFILES: 'C:\\Program Files',
    LOCALAPPDATA: 'C:\\Users\\a b\\AppData\\Local',
  })
  expect(windows).toHaveLength(6)
  expect(windows[0]).toContain('chrome.exe')
  expect(windows.at(-1)).toContain('msedge.exe')
})
