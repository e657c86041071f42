/** Runs a notebook: the one place where kernel, agent, model, tools and storage meet. */
export { createSession } from './create.ts'
export { createNotebookList } from './notebook-list.ts'
export { openSession } from './open-notebook.ts'
export type { SessionOptions } from './options.ts'
export type * from './types.ts'
