import type { NotebookPath } from '../notebook/events.ts'
import type { Demo } from './types.ts'

/** The demo that goes with a protocol; `null` when there is none. */
export function demoFor<D extends Demo>(demos: readonly D[], protocol: string): D | null {
  return demos.find((demo) => demo.protocol === undefined || demo.protocol === protocol) ?? null
}

/** What the demo says next on a path; `null` when it is over or somebody has said something else. */
export function demoMessageAt(path: NotebookPath, demo: Demo | null): string | null {
  if (!demo) return null
  const said = path.filter((event) => event.type === 'said').map(({ text }) => text)
  const follows = said.every((text, place) => text === demo.messages[place])
  return follows ? (demo.messages[said.length] ?? null) : null
}
