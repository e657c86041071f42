import type { Notebook } from '../notebook/notebook.ts'
import { byChange, summaryOf } from './summary.ts'
import type { NotebookStorage } from './types.ts'

/** Notebooks that are gone when the page is closed. `reason`: why they are not kept, in words for the user. */
export function createMemoryStorage(reason: string | null = null): NotebookStorage {
  const notebooks = new Map<string, { notebook: Notebook; deletedAt: number | null }>()
  const settings = new Map<string, unknown>()
  const mark = (id: string, deletedAt: number | null): void => {
    const kept = notebooks.get(id)
    if (kept) notebooks.set(id, { ...kept, deletedAt })
  }
  return {
    kind: { type: 'memory', reason },
    list: async () =>
      [...notebooks.values()]
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ notebook }) => summaryOf(notebook))
        .sort(byChange),
    read: async (id) => {
      const kept = notebooks.get(id)
      return kept ? { notebook: kept.notebook, repairs: [] } : null
    },
    save: async (notebook) => {
      notebooks.set(notebook.id, { notebook, deletedAt: notebooks.get(notebook.id)?.deletedAt ?? null })
    },
    remove: async (id, at) => mark(id, at),
    restore: async (id) => mark(id, null),
    purge: async (before) => {
      for (const [id, { deletedAt }] of notebooks)
        if (deletedAt !== null && deletedAt < before) notebooks.delete(id)
    },
    readSetting: async (key) => settings.get(key),
    writeSetting: async (key, value) => {
      settings.set(key, structuredClone(value))
    },
    close: () => undefined,
  }
}
