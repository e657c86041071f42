import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { act } from './act.ts'
import { announcements } from './announce.ts'
import type { UiState } from './ui-store.ts'

const store = () => createStore<UiState>(() => ({ notice: 'old' }) as UiState)

it('shows and says what was refused', async () => {
  const ui = store()
  act(ui, () => Promise.reject(new Error('Something else runs.')))
  expect(ui.getState().notice).toBeNull()
  await vi.waitFor(() => expect(ui.getState().notice).toBe('Something else runs.'))
  expect(announcements.getState().text).toBe('Something else runs.')
})

it('does the same for what throws at once, and is silent when all is well', async () => {
  const ui = store()
  act(ui, () => {
    throw new Error('no')
  })
  expect(ui.getState().notice).toBe('no')
  act(ui, () => Promise.resolve('a branch'))
  await Promise.resolve()
  expect(ui.getState().notice).toBeNull()
})
