/** Where notebooks are kept, and which tab may write them. */
export { browserLocks, createLocks, type Hold, type NotebookLocks } from './locks.ts'
export { createMemoryStorage } from './memory.ts'
export { openStorage } from './open.ts'
export { askToPersist, storageEstimate } from './persistence.ts'
export { summaryOf } from './summary.ts'
export type { NotebookStorage, NotebookSummary } from './types.ts'
