import { openBrowserStorage } from './browser.ts'
import { faultMessage, StorageError } from './errors.ts'
import { createMemoryStorage } from './memory.ts'
import type { NotebookStorage } from './types.ts'

/** The best store that this browser has. Never rejects: without any, notebooks live until the page is closed. */
export async function openStorage(name?: string): Promise<NotebookStorage> {
  try {
    // Some browsers have no `indexedDB` at all in private windows.
    if (typeof indexedDB === 'undefined') return createMemoryStorage(faultMessage('unavailable'))
    return await openBrowserStorage(name)
  } catch (error) {
    const known = error instanceof StorageError && error.fault !== 'failed'
    return createMemoryStorage(known ? error.message : faultMessage('unavailable'))
  }
}
