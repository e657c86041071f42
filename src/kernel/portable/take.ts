import { waitingAt } from '../checkpoints.ts'
import type { Machine } from '../machine.ts'
import type { Checkpoint } from '../types.ts'
import { buildSnapshot } from './build.ts'
import type { RawGraph } from './graph.ts'
import { SnapshotRefused } from './refused.ts'
import type { PortableSnapshot } from './types.ts'
import { unreachedNames } from './unreached.ts'

/** Reads the values out of an interpreter that stands at the end of `path`. Leaves its heap changed. */
export function takeSnapshot(
  machine: Machine,
  path: readonly Checkpoint[],
  interrupt: () => boolean,
): PortableSnapshot {
  const waiting = waitingAt(path)
  if (waiting.length > 0) {
    const names = [...new Set(waiting.map(({ name }) => name))].join(', ')
    throw new SnapshotRefused(
      `A cell waits for ${names} at checkpoint ${path.at(-1)?.id ?? ''}: a portable snapshot holds values, not a cell in its middle. Take it where a cell has ended, or export the image.`,
    )
  }
  const graph = JSON.parse(machine.ask('portable', '', interrupt)) as RawGraph
  const empty = graph.names.flatMap((entry) =>
    'value' in entry && entry.type === 'undefined' ? [entry.name] : [],
  )
  return buildSnapshot(graph, unreachedNames(path, empty))
}
