import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anyNotebook } from '../notebook/arbitrary.testing.ts'
import type { NotebookEvent } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { appendTo, createNotebook } from '../notebook/tree.ts'
import { openBrowserStorage } from './browser.ts'
import { openDatabase } from './database.ts'
import { createMemoryStorage } from './memory.ts'
import { openStorage } from './open.ts'
import type { NotebookStorage } from './types.ts'
import 'fake-indexeddb/auto'

const empty = (id: string, at = 1): Notebook =>
  createNotebook({
    id,
    title: `Notebook ${id}`,
    engine: 'test',
    event: `${id}-0`,
    branch: { id: 'b', name: 'Main' },
    at,
  })

function longer(notebook: Notebook, count: number): Notebook {
  let head = notebook.branches[0]?.head ?? ''
  const events = Array.from({ length: count }, (_, place): NotebookEvent => {
    const event: NotebookEvent = {
      id: `${head}.${place}`,
      parent: head,
      at: 100,
      type: 'said',
      text: `${place}`,
    }
    head = event.id
    return event
  })
  return appendTo(notebook, 'b', events)
}

const plain = (notebook: Notebook | undefined) => notebook && { ...notebook, events: [...notebook.events] }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

const stores: [string, () => Promise<NotebookStorage>][] = [
  ['in the browser', () => openBrowserStorage()],
  ['in memory', async () => createMemoryStorage()],
]

describe.each(stores)('notebooks kept %s', (_, open) => {
  it('come back as they were saved, also when they were saved again and again', async () => {
    const storage = await open()
    let notebook = empty('n')
    await storage.save(notebook)
    for (const count of [0, 1, 20]) {
      notebook = longer(notebook, count)
      await storage.save(notebook)
      const read = await storage.read('n')
      expect(plain(read?.notebook)).toEqual(plain(notebook))
      expect(read?.repairs).toEqual([])
    }
    expect(await storage.read('nothing')).toBeNull()
  })

  it('are listed, the last changed first, with how many cells they have', async () => {
    const storage = await open()
    await storage.save(empty('old', 1))
    const cell: NotebookEvent = {
      id: 'c',
      parent: 'new-0',
      at: 9,
      type: 'cell-started',
      cell: 1,
      source: '1',
      author: 'user',
    }
    await storage.save(appendTo(empty('new', 5), 'b', [cell]))
    expect(await storage.list()).toEqual([
      { id: 'new', title: 'Notebook new', createdAt: 5, changedAt: 9, cells: 1 },
      { id: 'old', title: 'Notebook old', createdAt: 1, changedAt: 1, cells: 0 },
    ])
  })

  it('can be deleted, and got back until they are purged', async () => {
    const storage = await open()
    await storage.save(longer(empty('n'), 3))
    await storage.remove('n', 50)
    expect(await storage.list()).toEqual([])
    // A tab that still has it open must not bring it back by saving.
    await storage.save(longer(empty('n'), 4))
    expect(await storage.list()).toEqual([])
    await storage.restore('n')
    expect(await storage.list()).toHaveLength(1)
    await storage.remove('n', 50)
    await storage.purge(50)
    expect(await storage.read('n')).not.toBeNull()
    await storage.purge(51)
    expect(await storage.read('n')).toBeNull()
  })

  it('remembers settings', async () => {
    const storage = await open()
    expect(await storage.readSetting('theme')).toBeUndefined()
    await storage.writeSetting('theme', { dark: true })
    expect(await storage.readSetting('theme')).toEqual({ dark: true })
  })

  it('any history comes back', async () => {
    const storage = await open()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(anyNotebook, async (any) => {
        runs += 1
        const notebook = { ...any, id: `n${runs}` }
        await storage.save(notebook)
        expect(plain((await storage.read(notebook.id))?.notebook)).toEqual(plain(notebook))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the browser’s store', () => {
  it('writes only what is new', async () => {
    const storage = await openBrowserStorage()
    const notebook = longer(empty('n'), 50)
    await storage.save(notebook)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await storage.save(longer(notebook, 2))
    expect(put).toHaveBeenCalledTimes(3)
    put.mockRestore()
  })

  it('leaves the version before when a write fails in the middle, and takes it up again', async () => {
    const storage = await openBrowserStorage()
    await storage.save(empty('n'))
    // Called with the store it belongs to.
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const real = IDBObjectStore.prototype.put
    let writes = 0
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      writes += 1
      if (writes === 4) throw new DOMException('Disk full', 'QuotaExceededError')
      return real.apply(this, args)
    })
    const notebook = longer(empty('n'), 5)
    await expect(storage.save(notebook)).rejects.toMatchObject({
      fault: 'full',
      message: expect.stringContaining('storage is full'),
    })
    put.mockRestore()
    const events = (await storage.read('n'))?.notebook.events.size
    await storage.save(notebook)
    expect(plain((await storage.read('n'))?.notebook)).toEqual(plain(notebook))
    expect(events).toBe(1)
  })

  it('repairs what is damaged and writes it whole the next time', async () => {
    const storage = await openBrowserStorage()
    await storage.save(longer(empty('n'), 5))
    const database = await openDatabase('backstep', { onClosed: () => undefined })
    await database.delete('events', ['n', 2])
    database.close()
    const read = await storage.read('n')
    expect(read?.repairs).not.toEqual([])
    if (read) await storage.save(read.notebook)
    const again = await storage.read('n')
    expect(again?.repairs).toEqual([])
    expect(plain(again?.notebook)).toEqual(plain(read?.notebook))
  })

  it('gives way to a newer version in another tab, and says so', async () => {
    const storage = await openBrowserStorage()
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('backstep', 99)
      request.onsuccess = () => resolve()
      request.onerror = () => reject(new Error('not opened'))
    })
    await expect(storage.save(empty('n'))).rejects.toMatchObject({ fault: 'closed' })
    await expect(openBrowserStorage()).rejects.toMatchObject({ fault: 'newer' })
  })
})

describe('without a store', () => {
  it('notebooks live in memory, and the reason is said', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect((await openStorage()).kind).toMatchObject({
      type: 'memory',
      reason: expect.stringContaining('private window'),
    })
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    })
    expect((await openStorage()).kind).toMatchObject({ type: 'memory' })
  })
})
