import type { EditorIntent } from './types.ts'

interface KeyPress {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Jupyter's keys of the edit mode. Escape is not among them: an editor has uses of its own for it first. */
export function runIntent(event: KeyPress): EditorIntent | null {
  if (event.key !== 'Enter') return null
  const mod = event.ctrlKey || event.metaKey
  if (mod && !event.shiftKey && !event.altKey) return 'run'
  if (event.shiftKey && !mod && !event.altKey) return 'run-next'
  if (event.altKey && !mod && !event.shiftKey) return 'run-insert'
  return null
}
