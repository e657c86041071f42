import { changeTexts } from './file-texts.ts'
import type { Notebook } from './notebook.ts'

export const FILE_TYPE = 'backstep'
export const FILE_VERSION = 1

/** Content hashes of images, by the id of their checkpoint. */
export type ImageHashes = Readonly<Record<string, string>>

/** What a notebook is called as a file. */
export function fileName({ title }: Pick<Notebook, 'title'>): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${name === '' ? 'notebook' : name}.backstep.json`
}

/**
 * A notebook as the text of a file: JSON, one field a line, long texts line by line, so that two versions can be
 * compared by any tool. Holds the history and no images, which can be computed anew. Reading it gives back the same.
 * @param hashes of the images, by checkpoint, so that a replay of the file can prove that nothing differs.
 * @param build of the interpreter that the hashes are of; another one has other images.
 */
export function toFile(notebook: Notebook, hashes: ImageHashes = {}, build?: string): string {
  const { id, title, createdAt, changedAt, branches, events } = notebook
  const file = {
    type: FILE_TYPE,
    version: FILE_VERSION,
    id,
    title,
    createdAt,
    changedAt,
    branches,
    events: [...events.values()].map((event) => changeTexts(event, split)),
    ...(build === undefined ? {} : { build }),
    hashes,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const split = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\n') ? value.split('\n') : value
