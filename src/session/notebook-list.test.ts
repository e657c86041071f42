import { describe, expect, it, vi } from 'vitest'
import { createProtocols } from '../agents/index.ts'
import { createKernel } from '../kernel/index.ts'
import { createLocks, createMemoryStorage, type NotebookStorage } from '../storage/index.ts'
import { createNotebookList, openSession, type Session } from './index.ts'
import { add, eventsOfType, scripted, until } from './session.testing.ts'

/** Locks of one browser, for lists that stand for its tabs. */
function sharedLocks() {
  const held = new Map<string, () => void>()
  const request = (
    name: string,
    options: LockOptions,
    use: (lock: Lock | null) => Promise<void> | undefined,
  ): Promise<unknown> => {
    const before = held.get(name)
    if (before && !options.steal) return Promise.resolve(use(null))
    return new Promise((resolve, reject) => {
      before?.()
      held.set(name, () => reject(new DOMException('Stolen', 'AbortError')))
      void use({ name, mode: 'exclusive' })?.then(() => {
        held.delete(name)
        resolve(undefined)
      })
    })
  }
  return () => createLocks({ locks: { request } as never, channel: null, patienceMs: 1 })
}

function listOf(
  storage: NotebookStorage = createMemoryStorage(),
  locks = createLocks({ locks: null, channel: null }),
) {
  const persist = vi.fn(() => Promise.resolve(true))
  return { list: createNotebookList({ storage, locks, engine: 'test', persist }), storage, persist }
}

const sessionOptions = {
  createKernel,
  createModel: () => scripted([{ text: 'Hello' }]),
  model: { kind: 'tape', tape: 'test' } as const,
  tools: [add],
  protocols: createProtocols({ renderDeclarations: () => '' }),
  onHide: () => () => undefined,
}

describe('the list of notebooks', () => {
  it('shows a notebook once something happened in it, and opens it again as it was', async () => {
    const { list, persist } = listOf()
    const opened = await list.adopt(list.create('Mine'))
    const session = openSession(opened, sessionOptions)
    await until(session, ({ activity }) => activity.type === 'idle')
    await session.dispose()
    expect(list.getState().notebooks).toEqual([])

    const again = openSession(await list.adopt(opened.notebook), sessionOptions)
    await again.send('hi')
    await again.runCell('let x = 20')
    await again.dispose()
    expect(list.getState().notebooks).toMatchObject([{ title: 'Mine', cells: 1 }])
    expect(persist).toHaveBeenCalledTimes(1)

    const { notebook, repairs, readOnly } = await list.open(opened.notebook.id)
    expect([repairs, readOnly]).toEqual([[], null])
    expect(notebook.events.size).toBe(again.getState().notebook.events.size)
  })

  it('renames, copies, deletes and gets back', async () => {
    const { list } = listOf()
    const session = openSession(await list.adopt(list.create('One')), sessionOptions)
    session.note('hello')
    await session.dispose()
    const id = session.getState().notebook.id
    await list.rename(id, ' Two ')
    const copy = await list.duplicate(id)
    expect(
      list
        .getState()
        .notebooks.map(({ title }) => title)
        .sort(),
    ).toEqual(['Two', 'Two (copy)'])
    const undo = await list.remove(id)
    expect(list.getState().notebooks.map(({ id }) => id)).toEqual([copy.id])
    await undo()
    expect(list.getState().notebooks).toHaveLength(2)
    await expect(list.open('nowhere')).rejects.toThrow('not there any more')
  })

  it('takes files in and gives them out', async () => {
    const { list } = listOf()
    const session = openSession(await list.adopt(list.create('One')), sessionOptions)
    session.note('hello')
    await session.dispose()
    const { name, text } = await list.exportFile(session.getState().notebook.id)
    expect(name).toBe('one.backstep.json')
    const beside = await list.importFile(text)
    expect(beside.repairs).toEqual([])
    expect(list.getState().notebooks).toHaveLength(2)
    expect(JSON.parse((await list.exportFile(beside.notebook.id)).text)).toMatchObject({
      events: (JSON.parse(text) as { events: unknown }).events,
    })
    await expect(list.importFile('no')).rejects.toThrow('not JSON')
    const newer = await list.importFile(text.replace('"version": 1', '"version": 9'))
    expect(newer.readOnly).toContain('newer')
    expect((await list.adopt(newer.notebook, newer.readOnly)).readOnly).toContain('newer')
  })

  it('says why notebooks are not kept', () => {
    const { list } = listOf(createMemoryStorage('A private window.'))
    expect(list.getState().problem).toBe('A private window.')
  })
})

describe('a notebook in two tabs', () => {
  it('is only read in the second, until that takes it over; nothing of the first is lost', async () => {
    const storage = createMemoryStorage()
    const locks = sharedLocks()
    const tabs = [listOf(storage, locks()).list, listOf(storage, locks()).list] as const
    const first: Session = openSession(await tabs[0].adopt(tabs[0].create()), sessionOptions)
    await first.runCell('let x = 1')
    const { id } = first.getState().notebook

    await storage.save(first.getState().notebook)
    const reader = openSession(await tabs[1].open(id), sessionOptions)
    expect(reader.getState().readOnly).toContain('another tab')
    await expect(reader.runCell('1')).rejects.toThrow('another tab')
    await reader.dispose()

    await first.runCell('x = 2')
    const running = first.runCell('await new Promise(() => undefined)')
    const second = openSession(await tabs[1].open(id, { takeOver: true }), sessionOptions)
    await running
    await until(first, ({ readOnly }) => readOnly !== null)
    await expect(first.runCell('x = 3')).rejects.toThrow('taken this notebook over')
    await second.runCell('x')
    expect(eventsOfType(second, 'cell-ended').map(({ end }) => end.text)).toContain('1')
    await first.dispose()
    await second.dispose()
  })
})
