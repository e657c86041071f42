import type { Session } from '../../session/types.ts'

/** Saves the notebook as `TITLE.backstep.json`. */
export async function downloadNotebook(session: Session): Promise<void> {
  const text = await session.exportFile()
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${fileName(session.getState().notebook.title)}.backstep.json`
  link.click()
  // The browser has taken the data by then; a minute is for the slowest.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A title as a file's name on any system. */
export function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .replace(/[. ]+$/, '')
  return name === '' ? 'notebook' : name
}
