/** Runs a notebook: the one place where kernel, agent, model, tools and storage meet. */
export { createSession } from './create.ts'
export { Refused, SessionBusy } from './errors.ts'
export {
  createNotebookList,
  fileOf,
  type NotebookFile,
  type NotebookList,
  type NotebookListOptions,
  type NotebookListState,
  type OpenedNotebook,
} from './notebook-list.ts'
export { openSession } from './open-notebook.ts'
export type { SessionOptions } from './options.ts'
export type { Journal } from './persist.ts'
export type * from './types.ts'
