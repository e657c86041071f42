import type { ModelSetup } from '../../notebook/events.ts'
import type { NotebookView } from '../../notebook/view.ts'
import type { Demo } from '../state/context.tsx'

/**
 * The demo's next message, while what was said so far is the beginning of the demo and the tape still plays the model;
 * else `null`.
 */
export function nextDemoMessage(demo: Demo | null, model: ModelSetup, view: NotebookView): string | null {
  if (!demo || model.kind !== 'tape') return null
  const said = view.turns.flatMap((turn) => (turn.said ? [turn.said.text] : []))
  if (said.length === 0 || said.some((text, index) => text !== demo.messages[index])) return null
  // A turn without its answer, or with cells of one's own after it, has left the script.
  if (view.turns.at(-1)?.items.at(-1)?.type !== 'answer') return null
  return demo.messages[said.length] ?? null
}
