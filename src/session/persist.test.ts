import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notebook } from '../notebook/notebook.ts'
import { Saver } from './persist.ts'
import { emptyNotebook } from './session.testing.ts'
import type { SessionState } from './types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function saverWith(save: (notebook: Notebook) => Promise<void>) {
  const states: SessionState['saved'][] = []
  const saver = new Saver({ journal: { save }, now: () => 7, onState: (state) => states.push(state) })
  return { saver, states, types: () => states.map(({ type }) => type) }
}

describe('saving', () => {
  it('writes the newest version once, a moment after the first change', async () => {
    const saved: Notebook[] = []
    const { saver, states } = saverWith(async (notebook) => void saved.push(notebook))
    const [first, second] = [emptyNotebook(), emptyNotebook()]
    saver.changed(first)
    await vi.advanceTimersByTimeAsync(300)
    saver.changed(second)
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(saved).toEqual([second])
    expect(states.at(-1)).toEqual({ type: 'saved', at: 7 })
  })

  it('writes what changed during a write after it, not at the same time', async () => {
    let writing = 0
    const saved: Notebook[] = []
    const { saver } = saverWith(async (notebook) => {
      writing += 1
      expect(writing).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      saved.push(notebook)
      writing -= 1
    })
    const [first, second] = [emptyNotebook(), emptyNotebook()]
    saver.changed(first)
    await vi.advanceTimersByTimeAsync(400)
    saver.changed(second)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(saved).toEqual([first, second])
  })

  it('says once what is wrong, tries again, and is well when that works', async () => {
    let full = true
    const { saver, types, states } = saverWith(async () => {
      if (full) throw new Error('The storage is full.')
    })
    saver.changed(emptyNotebook())
    await vi.advanceTimersByTimeAsync(400)
    expect(states.at(-1)).toEqual({ type: 'failed', message: 'The storage is full.' })
    // It stays failed while it is tried again and more changes.
    saver.changed(emptyNotebook())
    await vi.advanceTimersByTimeAsync(1_100)
    expect(types().filter((type, place) => place > 0 && type === 'saving')).toEqual([])
    full = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(types().at(-1)).toBe('saved')
  })

  it('writes at once when the page may go away', async () => {
    const saved: Notebook[] = []
    const { saver } = saverWith(async (notebook) => void saved.push(notebook))
    saver.changed(emptyNotebook())
    await saver.flush()
    expect(saved).toHaveLength(1)
    await saver.flush()
    expect(saved).toHaveLength(1)
  })

  it('ends without trying again', async () => {
    const save = vi.fn(() => Promise.reject(new Error('no')))
    const { saver } = saverWith(save)
    saver.changed(emptyNotebook())
    await saver.end()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(save).toHaveBeenCalledTimes(1)
  })
})
