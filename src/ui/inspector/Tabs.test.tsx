// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

const TABS = [
  { id: 'a', title: 'First' },
  { id: 'b', title: 'Second' },
  { id: 'c', title: 'Third' },
] as const

function Three() {
  const [selected, setSelected] = useState<'a' | 'b' | 'c'>('a')
  return (
    <Tabs label="Parts" tabs={TABS} selected={selected} onSelect={setSelected}>
      What {selected} shows
    </Tabs>
  )
}

test('one tab is in the order of Tab, keys select and focus the others, and each names its panel', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => {
    root.render(<Three />)
  })
  const tabs = () => [...place.querySelectorAll<HTMLElement>('[role=tab]')]
  const state = () => {
    const panel = place.querySelector('[role=tabpanel]:not([hidden])')
    return [
      tabs().map((tab) => tab.getAttribute('aria-selected')),
      tabs().map((tab) => tab.tabIndex),
      panel?.textContent,
      document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')?.textContent,
    ]
  }
  const press = (key: string) => {
    act(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  }

  tabs()[0]?.focus()
  expect(state()).toEqual([['true', 'false', 'false'], [0, -1, -1], 'What a shows', 'First'])
  press('ArrowLeft')
  expect(state()).toEqual([['false', 'false', 'true'], [-1, -1, 0], 'What c shows', 'Third'])
  expect(document.activeElement).toBe(tabs()[2])
  press('ArrowRight')
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Second')
  press('End')
  expect(document.activeElement?.textContent).toBe('Third')
  press('Home')
  press('x')
  expect(state()).toEqual([['true', 'false', 'false'], [0, -1, -1], 'What a shows', 'First'])
  act(() => {
    tabs()[1]?.click()
  })
  expect(state()).toEqual([['false', 'true', 'false'], [-1, 0, -1], 'What b shows', 'Second'])
  act(() => {
    root.unmount()
  })
})
